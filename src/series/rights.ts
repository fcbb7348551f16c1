import { isException } from '../db/listed.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { NotAllowed } from '../errors.ts';
import { mayEdit, mayEditOthers, type Viewer } from '../users/rights.ts';

/**
 * A change of a series reaches all its occurrences, and others may have published one of them, or made it theirs.
 * @throws NotAllowed if the viewer may not edit the series or one of them
 */
export async function assertEditsAll(db: Db, series: EventRow, viewer: Viewer): Promise<void> {
  if (mayEditOthers(viewer)) return;
  const exceptions = await db
    .selectFrom('events')
    .select(['author_id', 'status', 'status_before_trash'])
    .where('series_id', '=', series.id)
    .where(isException)
    .execute();
  if (![series, ...exceptions].every(event => mayEdit(viewer, event)))
    throw new NotAllowed(viewer !== undefined);
}
