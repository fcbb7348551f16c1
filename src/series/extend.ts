import type { Db } from '../db/tables.ts';
import { holdEventRow } from '../events/store.ts';
import type { WriteContext } from '../records/versions/record-change.ts';
import { withLinkIds } from './occurrences.ts';
import { isSeries } from './recurrence.ts';
import { regenerate } from './write.ts';

/**
 * Adds the occurrences that have come within the horizon since the series was written or extended. What is there
 * already stays untouched. Returns how many it added.
 */
export async function extendSeries(db: Db, id: number, context: WriteContext): Promise<number> {
  const row = await holdEventRow(db, id);
  if (!row || !isSeries(row) || row.status === 'trash') return 0;
  const series = await withLinkIds(db, row);
  const changes = await regenerate(db, [series], series, context);
  return changes.filter(({ before }) => !before).length;
}
