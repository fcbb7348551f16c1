import type { Db, ImageRow } from '../db/tables.ts';
import { findImages } from '../images/store.ts';
import { mayShow } from '../records/fields.ts';
import type { Viewer } from '../users/rights.ts';
import type { RecordState } from './versions.ts';

/** The image of a version, if it still exists and the viewer may use it or sees it on the current record. */
export async function pictureFor(
  db: Db,
  viewer: Viewer,
  id: number | null,
  current: RecordState | undefined,
): Promise<ImageRow | undefined> {
  if (id === null || (id !== current?.image_id && !(await mayShow(db, viewer, id)))) return undefined;
  return (await findImages(db, [id])).get(id);
}
