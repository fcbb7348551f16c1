import type { Db, ImageRow } from '../db/tables.ts';
import { findImages } from '../images/store.ts';
import { mayShow } from '../records/fields.ts';
import type { Viewer } from '../users/rights.ts';
import type { RecordState } from './versions.ts';

/** The picture of a version, where it is still there and the viewer may see it: also on the record as it is. */
export async function pictureFor(
  db: Db,
  viewer: Viewer,
  id: number | null,
  current: RecordState | undefined,
): Promise<ImageRow | undefined> {
  if (id === null || (id !== current?.image_id && !(await mayShow(db, viewer, id)))) return undefined;
  return (await findImages(db, [id])).get(id);
}
