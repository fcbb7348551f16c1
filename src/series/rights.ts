import type { Db } from '../db/tables.ts';
import { mayEdit, mayEditOthers, type Viewer } from '../users/rights.ts';
import { amongIds } from './occurrences.ts';

/**
 * Whether a viewer who may edit these series may edit all of their occurrences: some may be published, or belong to
 * somebody else, by themselves.
 */
export async function mayEditOccurrences(
  db: Db,
  viewer: Viewer,
  series: readonly number[],
): Promise<boolean> {
  if (mayEditOthers(viewer)) return true;
  const exceptions = db
    .selectFrom('events')
    .select(['author_id', 'status', 'status_before_trash'])
    .where(amongIds(db, 'series_id', series))
    .where('own_members', '!=', '');
  return (await exceptions.execute()).every(one => mayEdit(viewer, one));
}
