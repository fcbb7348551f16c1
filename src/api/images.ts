import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ParsedUpload } from '../background/body.ts';
import type { Config } from '../config.ts';
import { inTransaction } from '../db/transaction.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { heedUpload } from '../http/api-request.ts';
import { BodySpool } from '../http/body-spool.ts';
import type { Answer, Call } from '../http/call.ts';
import type { ServiceStores } from '../http/dispatch.ts';
import { forbidden } from '../http/errors.ts';
import { exchangeOf } from '../http/exchange.ts';
import { answerIdempotently, createIdempotently } from '../http/idempotency/answer-idempotently.ts';
import { idempotencyKeyOf } from '../http/idempotency/key.ts';
import { uploadedFile } from '../http/sent-values.ts';
import { imageUrl, showImage } from '../images/image.ts';
import { reasonOf } from '../images/input.ts';
import { findImages, insertImage, takeNewImage } from '../images/store.ts';
import { digestOf } from '../lib/digest.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_PICTURES_WAITING, MAX_SPOOLED_BYTES } from '../limits.ts';
import { closeSignal } from '../net/client-signal.ts';
import { ImageRefused } from '../pictures/refused.ts';
import { IMAGES_PATH } from '../site/address.ts';
import type { Viewer } from '../users/rights.ts';
import { upload } from './upload.ts';

/** Accepts uploads of images. */
export function acceptImages(app: FastifyInstance, stores: ServiceStores, config: Config): void {
  // Allows for the multipart headers of a form.
  const bodyLimit = config.MAX_IMAGE_BYTES + 10_000;
  // The right is checked before the body is read.
  const onRequest = async (request: FastifyRequest) => {
    const { viewer } = request.requestContext;
    if (upload.may(viewer, undefined)) return;
    exchangeOf(request.raw).headers.connection = 'close';
    throw forbidden(viewer !== undefined);
  };
  const spool = new BodySpool(config.DATA_DIR, MAX_SPOOLED_BYTES);
  app.post(IMAGES_PATH, { onRequest }, async (request, reply) => {
    const account = request.requestContext.viewer!.id;
    await using spooled = await spool.receive(request.raw, account, bodyLimit);
    const begin = async () => answerTo(request, await spooled.read(), stores, config);
    const { status = 201, headers = {}, body } = await uploads.run(account, begin, closeSignal(reply.raw));
    return reply
      .code(status)
      .headers({ allow: upload.methods.join(), ...exchangeOf(request.raw).headers, ...headers })
      .send(body);
  });
}

/** Accounts take turns, and one upload is in memory at a time. */
const uploads = new FairQueue<number>({ mostWaiting: MAX_PICTURES_WAITING });

async function answerTo(
  request: FastifyRequest,
  sent: Buffer,
  { db }: ServiceStores,
  config: Config,
): Promise<Answer> {
  const { viewer, now, address } = request.requestContext;
  const picture = await uploaded(request.headers['content-type'] ?? '', sent, viewer);
  if (!picture || picture.bytes.length === 0)
    throw new InvalidValue('file', new Refused('image_not-an-image'));
  await heedUpload(exchangeOf(request.raw), upload, picture.fields, request.requestContext, config);
  if (picture.bytes.length > config.MAX_IMAGE_BYTES)
    throw new InvalidValue('file', new Refused('image_too-large'));
  const idempotencyKey = idempotencyKeyOf(request.headers, () => [
    IMAGES_PATH,
    picture.name,
    digestOf(picture.bytes),
  ]);
  const call = { db, viewer, config, now, address, idempotencyKey };
  return answerIdempotently(call, () => create(call, picture, config));
}

type UploadCall = Pick<Call, 'db' | 'viewer' | 'config' | 'now' | 'address' | 'idempotencyKey'>;

async function create(call: UploadCall, { bytes, name }: Upload, config: Config): Promise<Answer> {
  const image = await takeNewImage(bytes, name, call.viewer, call.now, config).catch(error => {
    throw error instanceof ImageRefused ? new InvalidValue('file', new Refused(reasonOf(error))) : error;
  });
  const answer = await inTransaction(call.db, db =>
    createIdempotently(db, call, 'image', () => insertImage(db, image), shownCreated),
  ).catch(async error => {
    await image.discard(error);
    throw error;
  });
  return answer();
}

async function shownCreated(call: UploadCall, id: number): Promise<Answer> {
  const image = (await findImages(call.db, [id])).get(id)!;
  return {
    status: 201,
    headers: { location: imageUrl(image, call) },
    body: showImage(image, call),
  };
}

interface Upload extends Pick<ParsedUpload, 'name' | 'fields'> {
  readonly bytes: Buffer;
}

/** The image of an upload: the part `file` of a multipart form, or the whole body. */
async function uploaded(contentType: string, body: Buffer, viewer: Viewer): Promise<Upload | undefined> {
  if (/^image\//i.test(contentType)) return { bytes: body, name: 'image', fields: [] };
  if (!/^multipart\/form-data/i.test(contentType)) return undefined;
  const file = await uploadedFile(contentType, body, viewer);
  // The parser returns the bytes in an ArrayBuffer.
  return (
    file && {
      ...file,
      bytes: Buffer.from(file.bytes.buffer as ArrayBuffer, file.bytes.byteOffset, file.bytes.length),
    }
  );
}
