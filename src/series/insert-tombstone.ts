import type { Db, EventRow } from '../db/tables.ts';
import { type EventPatch, findEventRow } from '../events/store.ts';
import { claimId } from '../records/table.ts';
import { creation, type WriteCall } from '../records/versions/record-change.ts';
import type { Wall } from '../recurrence/rule.ts';
import { recount } from '../terms/store.ts';
import { drawEventIds, insertOccurrences, textSizeOf } from './insert.ts';
import { timesFromSeries, updateOccurrence } from './occurrence.ts';
import { findOccurrences, findTombstones, termsOfOccurrences } from './occurrences.ts';
import { removeOccurrences } from './tombstones.ts';

/**
 * Remembers an occurrence that vanished in another store, with what was its own: it is made as it was, and vanishes.
 * Returns its id; that of the occurrence which has the date here, if one has.
 */
export async function insertTombstone(
  db: Db,
  series: EventRow,
  { id, date }: { id: number | undefined; date: Wall },
  patch: EventPatch,
  context: WriteCall,
): Promise<number> {
  const known = [...(await findOccurrences(db, series.id)), ...(await findTombstones(db, series.id))];
  const there = known.find(({ recurrence_id }) => recurrence_id === date);
  if (there) return there.id;
  const isFree = id !== undefined && (await claimId(db, 'event', id, creation(context)));
  const own = isFree ? id : (await drawEventIds(db, 1, context))[0]!;
  const placement = {
    ...{ id: own, series_id: series.id, recurrence_id: date, slug: null },
    ...{ modified_at: context.now, sequence: series.sequence },
  };
  await insertOccurrences(db, series, [{ ...placement, ...timesFromSeries(series, date) }]);
  const before = await termsOfOccurrences(db, [series.id]);
  await updateOccurrence(db, series, (await findEventRow(db, { id: own }))!, patch, context);
  const after = await termsOfOccurrences(db, [series.id]);
  const [live] = (await findOccurrences(db, series.id)).filter(one => one.id === own);
  await removeOccurrences(db, series.id, [{ live: live!, to: date }], textSizeOf(series));
  await recount(db, after, before);
  return own;
}
