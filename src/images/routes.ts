import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Bodies } from '../interface/bodies.ts';
import { forbidden, invalidParameter, noRoute, Refused } from '../interface/errors.ts';
import { multipart } from '../interface/parameters.ts';
import type { Stores } from '../interface/perform.ts';
import { mayAddImages } from '../users/rights.ts';
import { FORMATS } from './formats.ts';
import { IMAGES_PATH, showImage } from './image.ts';
import { ImageRefused } from './refused.ts';
import { findImages, imageFolder, insertImage, takeNewImage } from './store.ts';
import { imageRefusal } from './wishes.ts';

const YEAR = 365 * 24 * 3600;

/** Serves image files, which never change once they are there, and takes uploads of new ones. */
export function serveImages(app: FastifyInstance, stores: Stores, config: Config, bodies: Bodies): void {
  app.get(`${IMAGES_PATH}/:key/:file`, async (request, reply) => {
    const { key, file } = request.params as { key: string; file: string };
    const extension = extname(file).slice(1);
    const format = Object.entries(FORMATS).find(([known]) => known === extension)?.[1];
    if (!format || !/^[a-f0-9]{24}$/.test(key) || !/^[a-z0-9-]+\.[a-z]+$/.test(file)) throw noRoute();
    const path = join(imageFolder(config), key, file);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) throw noRoute();
    reply.headers({
      'cache-control': `public, max-age=${YEAR}, immutable`,
      'content-length': found.size,
      'content-security-policy': "default-src 'none'; sandbox",
    });
    return reply.type(format.mime).send(createReadStream(path));
  });

  // With what a form puts around it.
  const bodyLimit = config.MAX_IMAGE_BYTES + 10_000;
  // Before the body is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const { viewer } = request.asked;
    if (mayAddImages(viewer)) return;
    reply.header('connection', 'close');
    throw forbidden(viewer !== undefined);
  };
  app.post(IMAGES_PATH, { onRequest }, async (request, reply) => {
    const { viewer, now, address } = request.asked;
    const { db } = stores;
    const body = await bodies.read(request.raw, reply.raw, bodyLimit);
    const upload = await uploaded(request.headers['content-type'] ?? '', body);
    if (!upload || upload.bytes.length === 0)
      throw invalidParameter('file', new Refused('image_not-an-image'));
    if (upload.bytes.length > config.MAX_IMAGE_BYTES)
      throw invalidParameter('file', new Refused('image_too-large'));
    const image = await takeNewImage(upload.bytes, upload.name, viewer, now, config).catch(error => {
      throw error instanceof ImageRefused ? invalidParameter('file', imageRefusal(error)) : error;
    });
    try {
      const id = await inTransaction(db, transaction => insertImage(transaction, image));
      const row = (await findImages(db, [id])).get(id)!;
      const shown = showImage(row, { address });
      return await reply.code(201).header('location', shown.url).send(shown);
    } catch (error) {
      await image.discard();
      throw error;
    }
  });
}

/** The picture of an upload: the part `file` of a multipart form, or the body itself where it is an image. */
async function uploaded(
  contentType: string,
  body: Buffer,
): Promise<{ bytes: Buffer; name: string } | undefined> {
  if (/^image\//i.test(contentType)) return { bytes: body, name: 'image' };
  if (!/^multipart\/form-data/i.test(contentType)) return undefined;
  const file = (await multipart(contentType, body)).get('file');
  return file instanceof File ? { bytes: Buffer.from(await file.arrayBuffer()), name: file.name } : undefined;
}
