import type { Db } from '../db/tables.ts';
import { lockEventRow } from '../events/store.ts';
import type { WriteContext } from '../records/versions/record-change.ts';
import { findDates, withLinkIds } from './occurrences.ts';
import { expansionOf, horizonOf, isSeries, recurrenceOf } from './recurrence.ts';
import { regenerate } from './write.ts';

export interface SeriesExtension {
  /** How many occurrences were added. */
  readonly added: number;
  /** The last date of a series that has as many as it may have, although its rule goes on. */
  readonly endsAt?: string | undefined;
}

/**
 * Adds the occurrences that have come within the horizon since the series was written or extended. What is there
 * already stays untouched, also if the clock is behind the one that made it.
 */
export async function extendSeries(db: Db, id: number, context: WriteContext): Promise<SeriesExtension> {
  const row = await lockEventRow(db, id);
  if (!row || !isSeries(row) || row.status === 'trash') return { added: 0 };
  const { dates, stop } = expansionOf(recurrenceOf(row)!, horizonOf(row, context.now));
  const endsAt = stop === 'limit' ? dates.at(-1)!.recurrenceId : undefined;
  const made = await findDates(db, id);
  // Most series have all their dates, and only these are read then: the occurrences lie behind long texts.
  if (dates.every(({ recurrenceId }) => made.has(recurrenceId))) return { added: 0, endsAt };
  const series = await withLinkIds(db, row);
  const changes = await regenerate(db, [series], series, { ...context, onlyAdds: true });
  return { added: changes.filter(({ before }) => !before).length, endsAt };
}
