import type { Db, IdempotencyKeyRow } from '../../db/tables.ts';
import type { ContactTable } from '../../kinds.ts';
import { readable, type Viewer } from '../../users/rights.ts';
import { visibleEvents } from '../../users/visible.ts';
import type { Answer } from '../call.ts';

/** The members of a create's response that name records. */
interface Created {
  id: number;
}
interface CreatedEvent extends Created {
  venue: Created | Created[];
  organizer: Created[];
}

/** Whether all records in a stored answer still exist and the viewer may still read them. */
export async function mayStillRead(
  db: Db,
  viewer: Viewer,
  type: IdempotencyKeyRow['type'],
  { body }: Answer,
): Promise<boolean> {
  const { id } = body as Created;
  // Terms and images are public.
  if (type === 'image' || type === 'term')
    return (await db.selectFrom(`${type}s`).select('id').where('id', '=', id).execute()).length > 0;
  if (type !== 'event') return mayReadAll(db, viewer, `${type}s`, [id]);
  const event = await visibleEvents(db, viewer).select('events.id').where('events.id', '=', id).execute();
  const { venue, organizer } = body as CreatedEvent;
  return (
    event.length > 0 &&
    (await mayReadAll(db, viewer, 'venues', idsOf([venue].flat()))) &&
    (await mayReadAll(db, viewer, 'organizers', idsOf(organizer)))
  );
}

const idsOf = (records: Created[]) => records.map(({ id }) => id);

async function mayReadAll(db: Db, viewer: Viewer, table: ContactTable, ids: readonly number[]) {
  if (ids.length === 0) return true;
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where(readable(viewer, table))
    .execute();
  return found.length === ids.length;
}
