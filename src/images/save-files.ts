import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { CommitInDoubt } from '../db/errors.ts';
import type { ImageRow } from '../db/tables.ts';
import { digestOf } from '../lib/digest.ts';
import { Overloaded } from '../lib/fair-queue.ts';
import { memoryLimit } from '../lib/memory.ts';
import { makeFolder, makeNewFolder, openPrivate, syncFolder } from '../lib/private-files.ts';
import type { Picture } from '../pictures/picture.ts';
import { inPictureProcess, type RunPictureJob } from '../pictures/picture-queue.ts';
import { ImageRefused } from '../pictures/refused.ts';
import { smallerSizes } from '../pictures/sizes.ts';
import { safeFileName } from './file-name.ts';
import type { StoredSize } from './image.ts';
import { measure } from './measure.ts';

export type ImageConfig = Pick<
  Config,
  'DATA_DIR' | 'FETCH_ALLOW' | 'MAX_IMAGE_BYTES' | 'MAX_IMAGE_PIXELS' | 'MAX_IMAGE_MEMORY'
>;

/** An image whose files are on disk but whose record is not inserted yet. */
export interface NewImage {
  row: Omit<ImageRow, 'id'>;
  /**
   * Removes the files if the record was not inserted. Keeps them if it is not known whether the commit succeeded.
   * @param why the error that prevented the insert
   */
  discard(why?: unknown): Promise<void>;
}

/** Bytes that reading an image may take if nobody chooses it. */
const USUAL_MEMORY = (memoryLimit() ?? Infinity) < 1.5 * 2 ** 30 ? 200_000_000 : 300_000_000;

/** The folder that holds the image files. */
export const imageFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'images');

/**
 * Reads an image and saves its files: itself, and its smaller sizes.
 * @throws ImageRefused, or Overloaded if too many of this account are waiting or the process of pictures ends
 */
export function saveFiles(
  bytes: Buffer,
  nameOrUrl: string,
  origin: Pick<ImageRow, 'author_id' | 'source_url' | 'created_at'>,
  config: ImageConfig,
): Promise<NewImage> {
  const limits = { maxPixels: config.MAX_IMAGE_PIXELS, maxMemory: config.MAX_IMAGE_MEMORY ?? USUAL_MEMORY };
  return inPictureProcess(origin.author_id, run =>
    measure('store', async () => {
      const { value, bytes: read } = await refuseIfFatal(bytes, () => run('read', limits, bytes));
      return writeFiles({ ...value, bytes: read }, safeFileName(nameOrUrl), { origin, config, run });
    }),
  );
}

interface ImageWriting {
  readonly origin: Parameters<typeof saveFiles>[2];
  readonly config: ImageConfig;
  readonly run: RunPictureJob;
}

async function writeFiles(
  picture: Picture,
  name: string,
  { origin, config, run }: ImageWriting,
): Promise<NewImage> {
  const { extension, mime, width, height, bytes } = picture;
  // The name of the folder cannot be guessed, so the images of drafts cannot be found by counting.
  const key = randomBytes(12).toString('hex');
  const folder = join(imageFolder(config), key);
  const discard = async (why?: unknown) => {
    if (!(why instanceof CommitInDoubt)) await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeFolder(config.DATA_DIR);
    await makeFolder(imageFolder(config));
    await makeNewFolder(folder);
    const full = `${name}.${extension}`;
    await writeDurably(join(folder, full), bytes);
    const sizes = await writeSizes(picture, { folder, key, name }, run);
    for (const path of [folder, imageFolder(config)]) await syncFolder(path);
    const stored = { file: `${key}/${full}`, extension, mime, width, height, filesize: bytes.length };
    const texts = { alt_text: '', focal_point: '', credit: '', license: '', language: '', translations: '' };
    const row = { ...stored, sizes: JSON.stringify(sizes), ...origin, ...texts, former_of: null };
    return { row, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Makes and writes the smaller sizes of a picture, one after the other. */
async function writeSizes(
  { extension, mime, width, height }: Picture,
  { folder, key, name }: Record<'folder' | 'key' | 'name', string>,
  run: RunPictureJob,
): Promise<Record<string, StoredSize>> {
  const path = join(folder, `${name}.${extension}`);
  const written: Record<string, StoredSize> = {};
  for (const size of smallerSizes({ width, height })) {
    const file = `${name}-${size.width}x${size.height}.${extension}`;
    // Two sizes of a portrait may have the same width and height; they share a file.
    const same = Object.values(written).find(other => other.file === `${key}/${file}`);
    const made = same ? undefined : (await run('resize', { path, extension, size })).bytes;
    if (made) await writeDurably(join(folder, file), made);
    written[size.name] = {
      file: `${key}/${file}`,
      width: size.width,
      height: size.height,
      mime,
      filesize: made?.length ?? same!.filesize,
    };
  }
  return written;
}

/** Writes a file and syncs it to disk, so that a crash leaves no record without its file. */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await openPrivate(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Digests of images with which the process of pictures has ended, the newest last. */
const fatal = new Set<string>();

const MOST = 1000;

/**
 * Refuses an image with which the process of pictures ends for the second time. The first time may be the fault of
 * something else that uses the memory of the machine.
 * @param read fails with Overloaded if the process ends
 */
async function refuseIfFatal<Result>(bytes: Buffer, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Overloaded)) throw error;
    const digest = digestOf(bytes);
    if (fatal.has(digest)) throw new ImageRefused('too-costly', { cause: error });
    const [oldest] = fatal;
    if (fatal.size >= MOST) fatal.delete(oldest!);
    fatal.add(digest);
    throw error;
  }
}
