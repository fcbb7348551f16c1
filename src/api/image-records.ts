import { dialectOf } from '../db/dialect.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { InvalidValue, NotAllowed, Refused } from '../errors.ts';
import { listedView } from '../formats/render.ts';
import type { Answer, BareCall } from '../http/call.ts';
import { operation } from '../http/operation.ts';
import { type Route, recordRoute } from '../http/route.ts';
import { imageUploadWords as words } from '../i18n/messages.ts';
import { imageMembers, translatedColumns } from '../images/image.ts';
import { findImages, formerFiles } from '../images/store.ts';
import { exchangeFiles, imageFields, updateImage } from '../images/update.ts';
import { type Arguments, type ArgumentValues, additional, integer, required } from '../input/arguments.ts';
import { ref } from '../input/schemas.ts';
import { isOnOthers, mayShow } from '../records/fields.ts';
import { assertWithinLimits } from '../records/limits.ts';
import { show } from '../records/members.ts';
import { assertHolds, type Current, stateOf, tagHeader } from '../records/state.ts';
import { contextArgument, inContext, translateField } from '../records/translations/fields.ts';
import { asTranslation } from '../records/translations/merge.ts';
import { IMAGES_PATH } from '../site/address.ts';
import { isOnAnything, removeUnused } from '../trash/unused-images.ts';
import { mayAddImages, mayEditImage, mayPublish, type Viewer } from '../users/rights.ts';

/** Reading and changing what people read of an image. Only those who may change an image find it by its id. */
export const imageRoute = (): Route =>
  recordRoute<ImageRow>({
    ...{ root: IMAGES_PATH, path: '/:id', section: 'images' },
    key: { name: 'id', argument: required(integer(words.id)) },
    absent: () => [NOT_FOUND],
    find: async ({ db }, { id }) => (await findImages(db, [id])).get(id) ?? NOT_FOUND,
    operations: [read, update, remove],
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

const fileOf = { file_of: additional(integer(words.file_of)) };

const editable: Arguments = { ...imageFields, ...fileOf, ...translateField };

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
    const { file_of, ...input } = args as ArgumentValues<
      typeof imageFields & typeof fileOf & typeof translateField
    >;
    const patch = asTranslation(input, translatedColumns, target, call);
    await assertOwn(call, target);
    const row = await inTransaction(call.db, async db => {
      for (const id of [target.id, file_of ?? target.id].sort((one, other) => one - other))
        await dialectOf(db).lockRow(db, 'images', id);
      const current = await stillThere(db, target.id);
      await assertHolds(call.conditions, asShown(call.viewer, current));
      const changed =
        file_of === undefined
          ? current
          : await exchangeFiles(db, current, await unusedImage({ ...call, db }, file_of, current), call.now);
      return updateImage(db, changed, patch, call.config);
    });
    return shown(call, row);
  },
});

/** Contributors change nothing of what others have published, and limited accounts nothing of events beyond their limits. */
async function assertOwn({ db, viewer }: Pick<BareCall, 'db' | 'viewer'>, { id }: ImageRow): Promise<void> {
  if (!mayPublish(viewer) && (await isOnOthers(db, viewer, id))) forbid(viewer);
  if (!viewer?.limits) return;
  const events = await db.selectFrom('events').select('id').where('image_id', '=', id).execute();
  await assertWithinLimits(
    db,
    viewer,
    events.map(event => event.id),
  );
}

/**
 * An image whose file may take the place of another one, because nothing shows it.
 * @throws InvalidValue
 */
async function unusedImage(
  { db, viewer }: Pick<BareCall, 'db' | 'viewer'>,
  id: number,
  replaced: ImageRow,
): Promise<ImageRow> {
  const image = (await findImages(db, [id])).get(id);
  if (!image || !mayEditImage(viewer, image)) throw new InvalidValue('file_of', NOT_FOUND);
  if (id === replaced.id || (await isOnAnything(db, id))) throw new InvalidValue('file_of', IN_USE);
  return image;
}

const IN_USE = new Refused('image_in_use');

const remove = operation<Record<string, never>, ImageRow>({
  methods: ['DELETE'],
  words: words.remove,
  arguments: {},
  may,
  answers: {
    status: 200,
    schema: ref('Image'),
    errors: [new InvalidValue('id', IN_USE), 400, 401, 403],
  },
  async handle({ target, ...call }) {
    const { db, config } = call;
    await assertOwn(call, target);
    await assertHolds(call.conditions, asShown(call.viewer, target));
    const former = await formerFiles(db, target.id);
    if ((await removeUnused(db, config, [target.id])) === 0) throw new InvalidValue('id', IN_USE);
    await removeUnused(db, config, former);
    return { body: show(imageMembers, target, listedView(call)) };
  },
});

async function shown(call: BareCall, image: ImageRow): Promise<Answer> {
  const body = show(imageMembers, image, listedView(call));
  return { body, headers: await tagHeader(body, stateFor(call.viewer, image)) };
}

/** Drafts of translations are part of it for those who may read them. */
const stateFor = (viewer: Viewer, image: ImageRow): string =>
  stateOf(image, mayEditImage(viewer, image) ? image.translations : '');

const asShown = (viewer: Viewer, image: ImageRow): Current => ({
  states: [async () => stateFor(viewer, image)],
});

/** Reads the image again within the transaction. 400 if it was deleted since the request was read. */
async function stillThere(db: Db, id: number): Promise<ImageRow> {
  const image = (await findImages(db, [id])).get(id);
  if (!image) throw new InvalidValue('id', NOT_FOUND);
  return image;
}
