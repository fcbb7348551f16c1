import type { Db, IdempotencyKeyRow } from '../../db/tables.ts';
import { contactTypes, KINDS } from '../../kinds.ts';
import { readable, type Viewer } from '../../users/rights.ts';
import { visibleEvents } from '../../users/visible.ts';
import type { Answer } from '../call.ts';

/** Whether all records in a stored answer still exist and the viewer may still read them. */
export async function mayStillRead(
  db: Db,
  viewer: Viewer,
  type: IdempotencyKeyRow['type'],
  { body }: Answer,
): Promise<boolean> {
  const records = [{ type, ids: idsOf(body) }];
  // The other records that an event shows are public.
  if (type === 'event')
    for (const linked of contactTypes)
      records.push({ type: linked, ids: idsOf((body as Body)[KINDS[linked].linkedAs]) });
  for (const { type, ids } of records)
    if (ids.length > 0 && (await countReadable(db, viewer, type, ids)) < ids.length) return false;
  return true;
}

type Body = Readonly<Record<string, unknown>>;

/** The ids of a record in an answer, or of several. */
const idsOf = (shown: unknown): number[] => [shown].flat().map(record => (record as { id: number }).id);

async function countReadable(
  db: Db,
  viewer: Viewer,
  type: IdempotencyKeyRow['type'],
  ids: readonly number[],
): Promise<number> {
  if (type === 'event')
    return (await visibleEvents(db, viewer).select('events.id').where('events.id', 'in', ids).execute())
      .length;
  const table = `${type}s` as const;
  const there = db.selectFrom(table).select('id').where('id', 'in', ids);
  // Terms and images are public.
  const isPublic = table === 'terms' || table === 'images';
  return (await (isPublic ? there : there.where(readable(viewer, table))).execute()).length;
}
