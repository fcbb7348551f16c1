import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { isUnavailable } from '../db/errors.ts';
import { noRoute } from '../http/errors.ts';
import type { FileRoute, ServedFile } from '../http/files.ts';
import { imageFolder } from '../images/save-files.ts';
import { originOf, webpFrom } from '../images/webp.ts';
import { ClientGone } from '../lib/answer-scope.ts';
import { digestOf } from '../lib/digest.ts';
import { Overloaded } from '../lib/fair-queue.ts';
import { closeSignal } from '../net/client-signal.ts';
import type { Log } from '../observability/log.ts';
import { FORMATS, mimeOf } from '../pictures/formats.ts';
import { IMAGES_PATH } from '../site/address.ts';

/** The files of images, which never change. The WebP form of a file is made when it is first asked for. */
export const imageFiles = (config: Pick<Config, 'DATA_DIR'>, log: Pick<Log, 'warn'>): FileRoute => ({
  path: `${IMAGES_PATH}/:key/:file`,
  async find({ key = '', file = '' }, { response }) {
    if (!/^[a-f0-9]{24}$/.test(key) || !/^[a-z0-9-]+\.[a-z]+$/.test(file)) throw noRoute();
    const folder = join(imageFolder(config), key);
    const found = (await stored(folder, file)) ?? (await webp(folder, file, log, closeSignal(response)));
    if (!found) throw noRoute();
    return found;
  },
});

const FOREVER = `public, max-age=${365 * 24 * 3600}, immutable`;

/** Undefined if there is no such file. */
async function stored(folder: string, name: string, caching = FOREVER): Promise<ServedFile | undefined> {
  const handle = await open(join(folder, name)).catch(unlessUnavailable);
  if (!handle) return undefined;
  const file = await fileOf(name, handle);
  if (!file) await handle.close();
  return file && { ...file, caching };
}

function unlessUnavailable(error: unknown): undefined {
  if (isUnavailable(error)) throw error;
}

/** Undefined for a folder, or a name that is none of a picture. */
async function fileOf(name: string, handle: FileHandle): Promise<ServedFile | undefined> {
  const stats = await handle.stat();
  const type = mimeOf(name);
  if (!stats.isFile() || !type) return undefined;
  const tag = digestOf(`${name} ${stats.size} ${stats.mtimeMs}`).slice(0, 12);
  return { type, ...PICTURE, tag, modified: stats.mtimeMs, size: stats.size, content: handle };
}

const PICTURE = { policy: "default-src 'none'; sandbox", caching: FOREVER };

/** The WebP form of a file; the file itself while too many others wait, or if it cannot be made. */
async function webp(
  folder: string,
  name: string,
  log: Pick<Log, 'warn'>,
  signal: AbortSignal,
): Promise<ServedFile | undefined> {
  const origin = await originOf(folder, name);
  if (!origin) return undefined;
  try {
    const warn = (error: unknown) =>
      log.warn({ err: error }, 'the WebP form of an image could not be stored');
    const content = await webpFrom(folder, origin, warn, signal);
    const made = { type: FORMATS.webp.mime, ...PICTURE, size: content.length, content };
    return (await stored(folder, name)) ?? made;
  } catch (error) {
    if (error instanceof ClientGone) throw error;
    if (!(error instanceof Overloaded)) log.warn({ err: error }, 'the WebP form of an image cannot be made');
    return stored(folder, origin.stored, 'no-store');
  }
}
