import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { SharedWork } from '../lib/shared-work.ts';
import { inPictureProcess, type RunPictureJob } from '../pictures/picture-queue.ts';
import { measure } from './measure.ts';
import { writeDurably } from './save-files.ts';

/**
 * The name of the WebP form of a file of an image; undefined if it has none. WebP and AVIF are small already, and a GIF
 * may move.
 */
export const webpName = (file: string): string | undefined =>
  /\.(?:jpg|png)$/.test(file) ? `${file.slice(0, -4)}.webp` : undefined;

/** What the WebP form of a file is made from. */
export interface WebpOrigin {
  /** Its own name. */
  readonly file: string;
  /** The name of the stored file that shows the same. */
  readonly stored: string;
  /** The name of the image in full size, which looks better when it is scaled once. */
  readonly full: string;
  /** The width and height of one of the sizes of the image. */
  readonly size: readonly [number, number] | undefined;
}

/**
 * Finds what a WebP form is made from. Only a file that is stored has one, so that nobody can ask for other sizes.
 * @param folder the folder of the image
 */
export async function originOf(folder: string, file: string): Promise<WebpOrigin | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  const stored = names.find(name => webpName(name) === file);
  if (!stored) return undefined;
  const [, name, width, height] = /^(.+)-(\d+)x(\d+)\.[a-z]+$/.exec(stored) ?? [];
  const full = `${name}${extname(stored)}`;
  // The name of an image may end like that of a size.
  return name !== undefined && names.includes(full)
    ? { file, stored, full, size: [Number(width), Number(height)] }
    : { file, stored, full: stored, size: undefined };
}

/**
 * Makes the WebP form of a file and keeps it beside that file. Requests for the same one wait for one work.
 * @param onUnwritable told why it could not be kept, such as a full disk
 * @param signal aborts when nobody waits for this request
 * @throws Overloaded if too many are waiting
 */
export function webpFrom(
  folder: string,
  origin: WebpOrigin,
  onUnwritable: (error: unknown) => void,
  signal: AbortSignal,
): Promise<Buffer> {
  const path = join(folder, origin.file);
  const make = async (run: RunPictureJob) => {
    const request = { path: join(folder, origin.full), size: origin.size };
    const { bytes } = await measure('webp', () => run('webp', request));
    await keep(path, bytes).catch(onUnwritable);
    return bytes;
  };
  return making.run(path, signal => inPictureProcess('webp', make, signal), signal);
}

/** By path. */
const making = new SharedWork<Buffer>();

/**
 * Writes a file under a temporary name, so that nobody reads a part of it: other requests, or processes on the same
 * folder. The folder of an image that was just removed does not come back.
 */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(part, bytes);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
