import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { inChunks } from '../db/chunks.ts';
import { CommitInDoubt } from '../db/errors.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { IMAGES_PATH } from '../http/address.ts';
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

/** An image whose files are on disk and whose record is still to be written, with the record that shows it. */
export interface NewImage {
  row: Omit<ImageRow, 'id'>;
  /**
   * Removes the files again, where nothing came of the record: not where that is in doubt.
   * @param why what kept the record from being written
   */
  discard(why?: unknown): Promise<void>;
}

/** The folder that holds the image files. */
export const imageFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'images');

/** The image that an address means: one that is here already, by its own address or the one it came from. */
export async function imageByAddress(db: Db, url: string, site: string): Promise<number | undefined> {
  const own = `${site}${IMAGES_PATH}/`;
  // Names of files hold nothing that an address would encode.
  const found = await db
    .selectFrom('images')
    .select('id')
    .where(eb => (url.startsWith(own) ? eb('file', '=', url.slice(own.length)) : eb('source_url', '=', url)))
    .orderBy('id')
    .executeTakeFirst();
  return found?.id;
}

/** Fetches the picture at `url`. Throws ImageRefused, and Overloaded where too many wait to be fetched. */
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

/** Takes an uploaded picture. Throws ImageRefused, and Overloaded where too many wait to be taken. */
export function takeNewImage(bytes: Buffer, name: string, viewer: Viewer, now: number, config: ImageConfig) {
  return saveFiles(bytes, name, { author_id: viewer!.id, source_url: null, created_at: now }, config);
}

/** Writes the record of a new image, within the transaction of whatever shows it. */
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
  // The folder's name cannot be guessed: a draft's picture is not found by counting.
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
      // Two sizes of a portrait may measure the same: they are the same picture.
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
    return { row: { ...stored, sizes: JSON.stringify(sizes), ...origin }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** The file is on disk before its record is: a record without its picture would be a loss. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await openPrivate(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
