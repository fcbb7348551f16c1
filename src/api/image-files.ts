import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isUnavailable } from '../db/errors.ts';
import { noRoute } from '../http/errors.ts';
import { imageFolder } from '../images/save-files.ts';
import { originOf, webpFrom } from '../images/webp.ts';
import { ClientGone } from '../lib/answer-scope.ts';
import { Overloaded } from '../lib/overloaded.ts';
import { closeSignal } from '../net/client-signal.ts';
import type { Log } from '../observability/log.ts';
import { mimeOf } from '../pictures/formats.ts';
import { IMAGES_PATH } from '../site/address.ts';

/** A file as it is sent. */
interface SentFile {
  readonly name: string;
  readonly length: number;
  readonly caching: string;
  open(): Buffer | ReadStream;
}

/** Serves the files of images, which never change. The WebP form of a file is made when it is first asked for. */
export function serveImageFiles(app: FastifyInstance, config: Pick<Config, 'DATA_DIR'>): void {
  app.get(`${IMAGES_PATH}/:key/:file`, async (request, reply) => {
    const { key, file } = request.params as { key: string; file: string };
    if (!/^[a-f0-9]{24}$/.test(key) || !/^[a-z0-9-]+\.[a-z]+$/.test(file)) throw noRoute();
    const folder = join(imageFolder(config), key);
    const found =
      (await stored(folder, file, FOREVER)) ?? (await webp(folder, file, app.log, closeSignal(reply.raw)));
    const mime = found && mimeOf(found.name);
    if (!found || !mime) throw noRoute();
    // Pages and structured data name them for search engines.
    reply.removeHeader('x-robots-tag').headers({
      'cache-control': found.caching,
      'content-length': found.length,
      'content-security-policy': "default-src 'none'; sandbox",
    });
    return reply.type(mime).send(found.open());
  });
}

const FOREVER = `public, max-age=${365 * 24 * 3600}, immutable`;

/** Undefined if there is no such file. */
async function stored(folder: string, name: string, caching: string): Promise<SentFile | undefined> {
  const path = join(folder, name);
  const found = await stat(path).catch(error => {
    if (isUnavailable(error)) throw error;
  });
  if (!found?.isFile()) return undefined;
  return { name, length: found.size, caching, open: () => createReadStream(path) };
}

/** The WebP form of a file; the file itself while too many others wait, or if it cannot be made. */
async function webp(
  folder: string,
  name: string,
  log: Pick<Log, 'warn'>,
  signal: AbortSignal,
): Promise<SentFile | undefined> {
  const origin = await originOf(folder, name);
  if (!origin) return undefined;
  try {
    const tell = (error: unknown) =>
      log.warn({ err: error }, 'the WebP form of an image could not be stored');
    const bytes = await webpFrom(folder, origin, tell, signal);
    return { name, length: bytes.length, caching: FOREVER, open: () => bytes };
  } catch (error) {
    if (error instanceof ClientGone) throw error;
    if (!(error instanceof Overloaded)) log.warn({ err: error }, 'the WebP form of an image cannot be made');
    return stored(folder, origin.stored, 'no-store');
  }
}
