import type { Db } from '../db/tables.ts';
import { lockEventRow } from '../events/store.ts';
import type { WriteContext } from '../records/versions/record-change.ts';
import { MAX_DATES } from '../recurrence/rule.ts';
import { withLinkIds } from './occurrences.ts';
import { horizonOf, isCutShort, isSeries, recurrenceOf } from './recurrence.ts';
import { regenerate } from './write.ts';

export interface SeriesExtension {
  /** How many occurrences were added. */
  readonly added: number;
  /** The start of the last occurrence of a series that has as many as it may have, although its rule goes on. */
  readonly endsAt?: string | undefined;
}

/**
 * Adds the occurrences that have come within the horizon since the series was written or extended. What is there
 * already stays untouched, also if the clock is behind the one that made it.
 */
export async function extendSeries(db: Db, id: number, context: WriteContext): Promise<SeriesExtension> {
  const row = await lockEventRow(db, id);
  if (!row || !isSeries(row) || row.status === 'trash') return { added: 0 };
  const series = await withLinkIds(db, row);
  const changes = await regenerate(db, [series], series, { ...context, onlyAdds: true });
  const after = changes.flatMap(change => change.after ?? []);
  return {
    added: changes.filter(({ before }) => !before).length,
    endsAt:
      after.length >= MAX_DATES && isCutShort(recurrenceOf(row)!, horizonOf(row, context.now))
        ? after.map(({ start_date }) => start_date).reduce((one, other) => (one > other ? one : other))
        : undefined,
  };
}
