import { dialectOf } from '../db/dialect.ts';
import { readList } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { listedView } from '../formats/render.ts';
import type { Answer, Call } from '../http/call.ts';
import { refusal } from '../http/errors.ts';
import { createIdempotently } from '../http/idempotency/answer-idempotently.ts';
import { assertPage, listHeaders, pageOf } from '../http/list-answer.ts';
import { operation, type ReceivedBody } from '../http/operation.ts';
import { type Route, staticRoute } from '../http/route.ts';
import { multipartForm } from '../http/sent-values.ts';
import { interfaceWords, imageUploadWords as words } from '../i18n/messages.ts';
import { imageUrl, listedImageMembers, showImage } from '../images/image.ts';
import { reasonOf } from '../images/input.ts';
import { listImages } from '../images/library.ts';
import { findImages, insertImage, takeNewImage, unusedUploads } from '../images/store.ts';
import { type Argument, boolean, integer, text } from '../input/arguments.ts';
import { pagingArguments, range } from '../input/common-arguments.ts';
import { described, HREF, ref } from '../input/schemas.ts';
import { digestOf } from '../lib/digest.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { plainText } from '../lib/text/text.ts';
import { MAX_PICTURES_WAITING, MAX_UNUSED_PICTURE_BYTES, MAX_UNUSED_PICTURES } from '../limits.ts';
import { FORMATS } from '../pictures/formats.ts';
import { ImageRefused } from '../pictures/refused.ts';
import { show } from '../records/members.ts';
import { addressBeside, IMAGES_PATH } from '../site/address.ts';
import { mayAddImages, mayPublish, type Viewer } from '../users/rights.ts';

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' };
const types = [...new Set(Object.values(FORMATS).map(({ mime }) => mime))];

/** Bytes of the headers of a multipart form. */
const MULTIPART = 10_000;

/** Accounts take turns, and one upload is in memory at a time. */
const uploads = new FairQueue<number>({ mostWaiting: MAX_PICTURES_WAITING });

/** Seconds within which those that nothing shows are removed. */
const A_WEEK = 7 * 86_400;

const notAnImage = () => new InvalidValue('file', new Refused('image_not-an-image'));

const upload = operation({
  methods: ['POST'],
  id: 'uploadImage',
  words: words.upload,
  arguments: {},
  content: {
    ...Object.fromEntries(types.map(type => [type, {}])),
    'multipart/form-data': { type: 'object', required: ['file'], properties: { file: FILE } },
  },
  may: mayAddImages,
  answers: {
    ...{ status: 201, schema: ref('Image') },
    headers: { Location: described(HREF, interfaceWords.header_location) },
    errors: [notAnImage(), 400, 401, 403],
  },
  async receive({ contentType, viewer, config, signal, spool }, answer) {
    await using spooled = await spool(config.MAX_IMAGE_BYTES + MULTIPART);
    const begin = async () => answer(await receivedFrom(contentType, await spooled.read(), viewer));
    // Without `await` the file would be closed first.
    return await uploads.run(viewer!.id, begin, signal);
  },
  async handle({ received, ...call }) {
    // What `receive` has passed on.
    const { bytes, name } = received as SentPicture;
    if (bytes.length > call.config.MAX_IMAGE_BYTES)
      throw new InvalidValue('file', new Refused('image_too-large'));
    await assertRoom(call, bytes);
    const image = await takeNewImage(bytes, name, call.viewer, call.now, call.config).catch(error => {
      throw error instanceof ImageRefused ? new InvalidValue('file', new Refused(reasonOf(error))) : error;
    });
    const insert = async (db: Db) => {
      // Others of the account arrive at the same time.
      if (!mayPublish(call.viewer)) await dialectOf(db).lockRow(db, 'users', call.viewer!.id);
      await assertRoom({ ...call, db }, bytes);
      return insertImage(db, image);
    };
    const answer = await inTransaction(call.db, db =>
      createIdempotently(db, call, 'image', () => insert(db), shownCreated),
    ).catch(async error => {
      await image.discard(error);
      throw error;
    });
    return answer();
  },
});

const missing: Argument<'missing'> = {
  schema: { type: 'string' },
  accepts: { enum: ['missing'] },
  words: words.alt,
  read: sent => (sent === 'missing' ? sent : new Refused('expected_missing')),
};

const list = operation({
  methods: ['GET'],
  id: 'listImages',
  words: words.list,
  arguments: {
    ...pagingArguments,
    ...{ search: text(words.search, plainText), unused: boolean(words.unused), alt: missing },
    former_of: integer(words.former_of),
  },
  may: mayAddImages,
  answers: {
    ...{ status: 200, schema: ref('ImageList'), headers: listHeaders },
    errors: [400, 401, 403, refusal(404, 'image-archive-page-not-found')],
  },
  async handle({ args: { alt, search, unused, former_of, ...paging }, ...call }) {
    const within = range(paging, call.config);
    const filters = { search, unused, lacksAlt: alt && true, formerOf: former_of };
    const cost = { tables: ['images'], isLong: false } as const;
    const found = await readList(call.db, cost, db => listImages(db, call.viewer, filters, within));
    const query = { search, unused, alt, former_of, i18n_language: call.i18n_language };
    const request = { page: paging.page, per_page: within.limit };
    const pages = pageOf(`${addressBeside(call.address, IMAGES_PATH)}/`, query, request, found.total);
    assertPage(request, pages.totals, 'image-archive-page-not-found');
    const view = listedView(call);
    const images = found.images.map(image => show(listedImageMembers, image, view));
    return { body: { images, ...pages.links, ...pages.totals }, headers: pages.headers };
  },
});

/** @throws InvalidValue if the account, which may not publish, has too many pictures that nothing shows */
async function assertRoom({ db, viewer, now }: Pick<Call, 'db' | 'viewer' | 'now'>, { length }: Buffer) {
  if (mayPublish(viewer)) return;
  const { count, bytes } = await unusedUploads(db, viewer!.id, now - A_WEEK);
  if (count >= MAX_UNUSED_PICTURES || bytes + length > MAX_UNUSED_PICTURE_BYTES)
    throw new InvalidValue('file', new Refused('image_unused', UNUSED_BOUNDS));
}

/** The bounds as messages name them: pictures, and megabytes. */
const UNUSED_BOUNDS = { count: MAX_UNUSED_PICTURES, max: MAX_UNUSED_PICTURE_BYTES / 1e6 };

/** Lists images, and accepts uploads. */
export const imagesRoute: Route = staticRoute({
  ...{ root: IMAGES_PATH, path: '', section: 'images', operations: [list, upload] },
});

async function shownCreated(
  call: Pick<Call, 'db' | 'viewer' | 'config' | 'now' | 'address' | 'idempotencyKey'>,
  id: number,
): Promise<Answer> {
  const image = (await findImages(call.db, [id])).get(id)!;
  return {
    status: 201,
    headers: { location: imageUrl(image, call) },
    body: showImage(image, call),
  };
}

interface SentPicture {
  readonly bytes: Buffer;
  /** The name of its file. */
  readonly name: string;
}

/**
 * The image of an upload: the part `file` of a multipart form, or the whole body.
 * @throws InvalidValue if there is none
 */
async function receivedFrom(contentType: string, body: Buffer, viewer: Viewer): Promise<ReceivedBody> {
  const { fields, ...picture } = await pictureIn(contentType, body, viewer);
  if (picture.bytes.length === 0) throw notAnImage();
  return { content: picture, fields, identity: [IMAGES_PATH, picture.name, digestOf(picture.bytes)] };
}

async function pictureIn(
  contentType: string,
  body: Buffer,
  viewer: Viewer,
): Promise<SentPicture & Pick<ReceivedBody, 'fields'>> {
  if (/^image\//i.test(contentType)) return { bytes: body, name: 'image', fields: [] };
  if (!/^multipart\/form-data/i.test(contentType)) throw notAnImage();
  const { bytes, ...form } = await multipartForm(contentType, body, viewer);
  if (!bytes) throw notAnImage();
  return { ...form, bytes };
}
