import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { inChunks } from '../db/chunks.ts';
import { CommitInDoubt } from '../db/errors.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { makeFolder, makeNewFolder, openPrivate, syncFolder } from '../lib/private-files.ts';
import { Semaphore } from '../lib/semaphore.ts';
import { MAX_DECODINGS, MAX_FETCHES, MAX_PICTURES_WAITING } from '../limits.ts';
import { newId } from '../records/table.ts';
import type { Viewer } from '../users/rights.ts';
import { fetchImage } from './fetch.ts';
import type { StoredSize } from './image.ts';
import { measureFetch, measureStoring } from './measure.ts';
import { derivatives, readPicture, safeFileName } from './picture.ts';

type ImageConfig = Pick<Config, 'DATA_DIR' | 'FETCH_ALLOW' | 'MAX_IMAGE_BYTES' | 'MAX_IMAGE_PIXELS'>;

/** An image whose files are on disk but whose record is not inserted yet. */
export interface NewImage {
  row: Omit<ImageRow, 'id'>;
  /**
   * Removes the files if the record was not inserted. Keeps them if it is not known whether the commit succeeded.
   * @param why the error that prevented the insert
   */
  discard(why?: unknown): Promise<void>;
}

/** The folder that holds the image files. */
export const imageFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'images');

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
 * @throws ImageRefused, or Overloaded if too many fetches are waiting
 */
export async function fetchNewImage(
  url: string,
  viewer: Viewer,
  now: number,
  config: ImageConfig,
): Promise<NewImage> {
  const { FETCH_ALLOW: allow, MAX_IMAGE_BYTES: maxBytes } = config;
  return fetches.take(async () => {
    const { bytes } = await measureFetch(url, () => fetchImage(url, { allow, maxBytes }));
    return saveFiles(bytes, url, { author_id: viewer!.id, source_url: url, created_at: now }, config);
  });
}

/**
 * Saves the files of an uploaded image.
 * @throws ImageRefused, or Overloaded if too many images are waiting
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

const fetches = new Semaphore(MAX_FETCHES, MAX_PICTURES_WAITING);
const decodings = new Semaphore(MAX_DECODINGS, MAX_PICTURES_WAITING);

const saveFiles = (...picture: Parameters<typeof writeFiles>): Promise<NewImage> =>
  decodings.take(() => measureStoring(() => writeFiles(...picture)));

async function writeFiles(
  bytes: Buffer,
  nameOrUrl: string,
  origin: Pick<ImageRow, 'author_id' | 'source_url' | 'created_at'>,
  config: ImageConfig,
): Promise<NewImage> {
  const picture = await readPicture(bytes, {
    maxPixels: config.MAX_IMAGE_PIXELS,
    owner: origin.author_id === null ? undefined : { id: origin.author_id },
  });
  const { extension, mime, width, height } = picture;
  // The name of the folder cannot be guessed, so the images of drafts cannot be found by counting.
  const key = randomBytes(12).toString('hex');
  const folder = join(imageFolder(config), key);
  const name = safeFileName(nameOrUrl);
  const discard = async (why?: unknown) => {
    if (!(why instanceof CommitInDoubt)) await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeFolder(config.DATA_DIR);
    await makeFolder(imageFolder(config));
    await makeNewFolder(folder);
    const full = `${name}.${extension}`;
    await writeDurably(join(folder, full), picture.bytes);
    const sizes: Record<string, StoredSize> = {};
    const written = new Set<string>();
    for (const size of await derivatives(picture)) {
      const file = `${name}-${size.width}x${size.height}.${size.mime.replace('image/', '').replace('jpeg', 'jpg')}`;
      // Two sizes of a portrait may have the same width and height; they share a file.
      if (!written.has(file)) await writeDurably(join(folder, file), size.bytes);
      written.add(file);
      sizes[size.name] = {
        file: `${key}/${file}`,
        width: size.width,
        height: size.height,
        mime: size.mime,
        filesize: size.bytes.length,
      };
    }
    for (const path of [folder, imageFolder(config)]) await syncFolder(path);
    const stored = { file: `${key}/${full}`, extension, mime, width, height, filesize: picture.bytes.length };
    const texts = { alt_text: '', language: '', translations: '' };
    return { row: { ...stored, sizes: JSON.stringify(sizes), ...origin, ...texts }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Writes a file and syncs it to disk, so that a crash leaves no record without its file. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await openPrivate(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
