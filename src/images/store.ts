import { inChunks } from '../db/slices.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_FETCHES, MAX_FETCHES_WAITING } from '../limits.ts';
import { newId } from '../records/table.ts';
import type { Viewer } from '../users/rights.ts';
import { fetchImage } from './fetch.ts';
import { measureFetch } from './measure.ts';
import { type ImageConfig, type NewImage, saveFiles } from './save-files.ts';

/**
 * Finds a stored image by its URL here, or by the URL from which it was fetched.
 * @param own the prefix of this service's image URLs
 */
export async function imageByAddress(db: Db, url: string, own: string): Promise<number | undefined> {
  // File names have no characters that a URL would encode.
  const found = await db
    .selectFrom('images')
    .select('id')
    .where(eb => (url.startsWith(own) ? eb('file', '=', url.slice(own.length)) : eb('source_url', '=', url)))
    .orderBy('id')
    .executeTakeFirst();
  return found?.id;
}

/**
 * Fetches the image at `url` and saves its files.
 * @throws ImageRefused, or Overloaded if too many fetches of the account are waiting
 */
export async function fetchNewImage(
  url: string,
  viewer: Viewer,
  now: number,
  config: ImageConfig,
): Promise<NewImage> {
  const { FETCH_ALLOW: allow, MAX_IMAGE_BYTES: maxBytes } = config;
  return fetches.run(viewer!.id, async () => {
    const { bytes } = await measureFetch(url, () => fetchImage(url, { allow, maxBytes }));
    return saveFiles(bytes, url, { author_id: viewer!.id, source_url: url, created_at: now }, config);
  });
}

/**
 * Saves the files of an uploaded image.
 * @throws ImageRefused, or Overloaded if too many images of the account are waiting
 */
export function takeNewImage(bytes: Buffer, name: string, viewer: Viewer, now: number, config: ImageConfig) {
  return saveFiles(bytes, name, { author_id: viewer!.id, source_url: null, created_at: now }, config);
}

/** Inserts the record of a new image, within the transaction of the record that shows it. */
export async function insertImage(db: Db, { row }: NewImage, id?: number): Promise<number> {
  const fresh = id ?? (await newId(db, 'image'));
  await db
    .insertInto('images')
    .values({ id: fresh, ...row })
    .execute();
  return fresh;
}

export async function findImages(db: Db, ids: readonly number[]): Promise<Map<number, ImageRow>> {
  const rows = await inChunks(ids, some =>
    db.selectFrom('images').selectAll().where('id', 'in', some).execute(),
  );
  return new Map(rows.map(row => [row.id, row]));
}

const fetches = new FairQueue<number>({ atOnce: MAX_FETCHES, mostWaiting: MAX_FETCHES_WAITING });
