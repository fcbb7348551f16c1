import type { Db, ImageRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { InvalidValue, NotAllowed, Refused } from '../errors.ts';
import { listedView } from '../formats/render.ts';
import type { Answer, BareCall } from '../http/call.ts';
import { operation } from '../http/operation.ts';
import { type Route, recordRoute } from '../http/route.ts';
import { imageUploadWords as words } from '../i18n/messages.ts';
import { imageMembers, translatedColumns } from '../images/image.ts';
import { findImages } from '../images/store.ts';
import { imageFields, updateImage } from '../images/update.ts';
import { type Arguments, type ArgumentValues, integer, required } from '../input/arguments.ts';
import { ref } from '../input/schemas.ts';
import { isOnOthers, mayShow } from '../records/fields.ts';
import { show } from '../records/members.ts';
import { assertHolds, type Current, stateOf, tagHeader } from '../records/state.ts';
import { contextArgument, inContext, translateField } from '../records/translations/fields.ts';
import { asTranslation } from '../records/translations/merge.ts';
import { IMAGES_PATH } from '../site/address.ts';
import { mayAddImages, mayEditImage, mayPublish, type Viewer } from '../users/rights.ts';

/** Reading and changing what people read of an image. Only those who may change an image find it by its id. */
export const imageRoute = (): Route =>
  recordRoute<ImageRow>({
    ...{ root: IMAGES_PATH, path: '/:id', section: 'images' },
    key: { name: 'id', argument: required(integer(words.id)) },
    absent: () => [NOT_FOUND],
    find: async ({ db }, { id }) => (await findImages(db, [id])).get(id) ?? NOT_FOUND,
    operations: [read, update],
  });

const NOT_FOUND = new Refused('expected_record_id');

const may = (viewer: Viewer, image: ImageRow | undefined): boolean =>
  image ? mayEditImage(viewer, image) : mayAddImages(viewer);

const forbid = (viewer: Viewer): never => {
  throw new NotAllowed(viewer !== undefined);
};

const read = operation<typeof contextArgument, ImageRow>({
  methods: ['GET'],
  words: words.read,
  arguments: contextArgument,
  may: mayAddImages,
  answers: { status: 200, schema: ref('Image'), errors: [400, 401, 403] },
  async handle({ args, target, ...call }) {
    const { db, viewer } = call;
    if (!(await mayShow(db, viewer, target.id))) forbid(viewer);
    return shown(
      inContext(call, args.context, () => mayEditImage(viewer, target)),
      target,
    );
  },
});

const editable: Arguments = { ...imageFields, ...translateField };

const update = operation<typeof editable, ImageRow>({
  methods: ['POST', 'PUT', 'PATCH'],
  words: words.update,
  arguments: editable,
  members: imageMembers,
  shown: async (call, target) => show(imageMembers, target, { ...listedView(call), showsTranslations: true }),
  may,
  answers: { status: 200, schema: ref('Image'), errors: [400, 401, 403] },
  async handle({ args, target, ...call }) {
    // These are the arguments that are declared.
    const input = args as ArgumentValues<typeof imageFields & typeof translateField>;
    const patch = asTranslation(input, translatedColumns, target, call);
    // Contributors change nothing of what others have published.
    if (!mayPublish(call.viewer) && (await isOnOthers(call.db, call.viewer, target.id))) forbid(call.viewer);
    const row = await inTransaction(call.db, async db => {
      const current = await stillThere(db, target.id);
      await assertHolds(call.conditions, asShown(current));
      return updateImage(db, current, patch, call.config);
    });
    return shown(call, row);
  },
});

async function shown(call: BareCall, image: ImageRow): Promise<Answer> {
  const body = show(imageMembers, image, listedView(call));
  return { body, headers: await tagHeader(body, stateOf(image, image.translations)) };
}

const asShown = (image: ImageRow): Current => ({ states: [async () => stateOf(image, image.translations)] });

/** Reads the image again within the transaction. 400 if it was deleted since the request was read. */
async function stillThere(db: Db, id: number): Promise<ImageRow> {
  const image = (await findImages(db, [id])).get(id);
  if (!image) throw new InvalidValue('id', NOT_FOUND);
  return image;
}
