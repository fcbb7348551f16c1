import { createContact } from '../contacts/create.ts';
import { assertName, nameless } from '../contacts/name.ts';
import { type ContactKind, type ContactRow, findContact, updateContact } from '../contacts/store.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db, WithImage } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { tableArguments } from '../formats/csv/languages.ts';
import { eventFeeds } from '../formats/event-formats.ts';
import { recordFormats } from '../formats/record-formats.ts';
import { render } from '../formats/render.ts';
import { listedView, singleView } from '../formats/views.ts';
import type { Answer, BareCall } from '../http/call.ts';
import { notAcceptable } from '../http/documents.ts';
import { forbidden, refusal } from '../http/errors.ts';
import { createIdempotently } from '../http/idempotency/answer-idempotently.ts';
import { operation } from '../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../http/route.ts';
import type { Translations } from '../i18n/language.ts';
import { writeWithImages } from '../images/input.ts';
import { type Arguments, integer, optional, required, text } from '../input/arguments.ts';
import { slugify } from '../lib/text/slugs.ts';
import { assertHolds, type Current } from '../records/conditions.ts';
import type { ImagePatch } from '../records/fields.ts';
import { show } from '../records/members.ts';
import { permalink } from '../records/published-members.ts';
import { stateOf, tagHeader } from '../records/state.ts';
import { asTranslation } from '../records/translations/as-translation.ts';
import { contextArgument, inContext } from '../records/translations/context.ts';
import { translateField } from '../records/translations/fields.ts';
import { inLanguage } from '../records/translations/in-language.ts';
import { asEditor, mayCreate, mayEdit, mayRead, type Viewer } from '../users/rights.ts';
import { contactList } from './contact-list.ts';
import type { ContactResource } from './contact-resource.ts';
import { documentsOfEvents } from './events/documents.ts';
import { answerWithRecord } from './record-documents.ts';

/** The arguments of reads, in any format. */
const readArguments = { ...contextArgument, ...tableArguments };

/** The routes of venues or organizers: the list, a record by id, and a record by slug. */
export function contactRoutes<Row extends ContactRow, Input extends { image?: ImagePatch }>(
  resource: ContactResource<Row, Input>,
): Route[] {
  const { kind, fields, words, operationWords } = resource;
  type Target = WithImage<Row>;
  const path = `/${kind.type}s`;
  const editable = { ...optional(fields), ...translateField };

  const create = operation({
    methods: ['POST'],
    words: operationWords.create,
    members: resource.members,
    arguments: fields,
    may: mayCreate,
    answers: { status: 201, schema: resource.schema, errors: [400, nameless(kind), 401, 403] },
    async handle({ args, ...call }) {
      const input = args as Input;
      const images = [{ name: 'image', patch: input.image }];
      const answer = await writeWithImages(call, images, (db, imageId) => {
        const make = async () => {
          const patch = resource.patch(input, await imageId(db, input.image));
          return createContact(db, kind, { ...patch, name: assertName(kind, patch.name) }, call);
        };
        const show = async (call: BareCall, id: number) => ({ status: 201, ...(await shownAgain(call, id)) });
        return createIdempotently(db, call, kind.type, make, show);
      });
      return answer();
    },
  });

  const readErrors = [
    ...[400, 401, 403],
    refusal(403, `${kind.type}-not-accessible`),
    notAcceptable([...eventFeeds, ...recordFormats]),
  ];

  const readDocument = operation<typeof tableArguments, Target>({
    ...{ methods: ['GET'], words: operationWords.read, arguments: tableArguments, may: () => true },
    answers: { status: 200, schema: { type: 'string' }, errors: readErrors },
    async handle({ args: { languages }, target, ...call }) {
      assertReadable(kind, target, call);
      const view = singleView(call);
      const record = { row: target, shown: show(resource.members, target, view) };
      const read = inLanguage(target, view);
      const about = { title: read.name, page: permalink(kind.type, read, view), languages };
      return answerWithRecord(resource.documents, record, about, call);
    },
  });

  const read = (words: Translations) =>
    operation<typeof readArguments, Target>({
      methods: ['GET'],
      words,
      arguments: readArguments,
      may: () => true,
      documents: [
        documentsOfEvents<Target>((target, call) => {
          assertReadable(kind, target, call);
          return { [kind.type]: [target.id] };
        }, eventFeeds),
        { formats: recordFormats, operation: readDocument },
      ],
      answers: { status: 200, schema: resource.schema, errors: readErrors },
      async handle({ args, target, ...call }) {
        assertReadable(kind, target, call);
        const view = singleView(inContext(call, args.context, viewer => mayEdit(viewer, target)));
        const rendered = render(resource.members, target, view);
        return {
          ...rendered,
          until: Infinity,
          state: stateOf(target, view.showsTranslations ? target.translations : ''),
        };
      },
    });

  const update = (words: Translations) =>
    operation<Arguments, Target>({
      methods: ['POST', 'PUT', 'PATCH'],
      words,
      arguments: editable,
      members: resource.members,
      shown: async (call, target) =>
        show(resource.members, target, { ...listedView(call), showsTranslations: true }),
      may: mayEditTarget,
      answers: { status: 200, schema: resource.schema, errors: [400, nameless(kind, 'update'), 401, 403] },
      async handle({ args, target, ...call }) {
        // The fields of this kind have read these arguments.
        const input = asTranslation(args, kind.translated, target, call) as Input;
        await writeWithImages(call, [{ name: 'image', patch: input.image }], async (db, imageId) => {
          const patch = resource.patch(input, await imageId(db, input.image));
          if (patch.name !== undefined) assertName(kind, patch.name, 'update');
          const current = await stillEditable(db, kind, target.id, call.viewer);
          await assertHolds(call.conditions, asShown(current));
          await updateContact(db, kind, current, patch, call);
        });
        return shownAgain(call, target.id);
      },
    });

  const remove = (words: Translations) =>
    operation<Record<string, never>, Target>({
      methods: ['DELETE'],
      words,
      arguments: {},
      may: mayEditTarget,
      answers: {
        status: 200,
        schema: resource.schema,
        errors: [400, 401, 403, refusal(410, `${kind.type}-is-in-trash`)],
      },
      async handle({ target, ...call }) {
        await inTransaction(call.db, async db => {
          const current = await stillEditable(db, kind, target.id, call.viewer);
          if (current.status === 'trash') throw refusal(410, `${kind.type}-is-in-trash`);
          await assertHolds(call.conditions, asShown(current));
          // The right to edit has been checked; a role must not change the status `trash` to another one.
          const trashing = { ...call, viewer: asEditor(call.viewer) };
          await updateContact(db, kind, current, { status: 'trash', own: {} }, trashing);
        });
        return shownAgain(call, target.id);
      },
    });

  const asShown = (record: Target): Current => ({
    states: ['', record.translations].map(drafts => async () => stateOf(record, drafts)),
    modifiedAt: async () => record.modified_at,
  });

  async function shownAgain(call: BareCall, id: number): Promise<Answer> {
    const record = await findContact(call.db, kind, { id });
    // The record may have been deleted for good meanwhile.
    if (!record) throw new InvalidValue('id', new Refused('expected_record_id'));
    const body = show(resource.members, record, listedView(call));
    const read = show(resource.members, record, singleView(call));
    return { body, headers: await tagHeader(read, stateOf(record)) };
  }

  return [
    staticRoute({ path, operations: [contactList(resource), create] }),
    recordRoute<Target>({
      path: `${path}/:id`,
      key: { name: 'id', argument: required(integer(words.id)) },
      absent: () => [new Refused('expected_record_id')],
      find: async ({ db }, { id }) =>
        (await findContact(db, kind, { id })) ?? new Refused('expected_record_id'),
      operations: [read(operationWords.read), remove(operationWords.delete), update(operationWords.update)],
    }),
    recordRoute<Target>({
      path: `${path}/by-slug/:slug`,
      key: { name: 'slug', argument: required(text(words.slug_path)) },
      absent: () => [new Refused('expected_record_slug')],
      find: async ({ db }, { slug }) =>
        (await findContact(db, kind, { slug: slugify(slug) })) ?? new Refused('expected_record_slug'),
      operations: [
        read(operationWords.readBySlug),
        remove(operationWords.deleteBySlug),
        update(operationWords.updateBySlug),
      ],
    }),
  ];
}

/** @throws RestError 403 if the viewer may not read the record */
export function assertReadable(
  { type }: Pick<ContactKind<ContactRow>, 'type'>,
  record: ContactRow,
  { viewer }: Pick<BareCall, 'viewer'>,
): void {
  if (!mayRead(viewer, record)) throw refusal(403, `${type}-not-accessible`);
}

/** Reads the record again within the transaction, and checks the right again: both may have changed meanwhile. */
async function stillEditable<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  id: number,
  viewer: Viewer,
) {
  await dialectOf(db).lockRow(db, `${kind.type}s`, id);
  const current = await findContact(db, kind, { id });
  if (!current || !mayEdit(viewer, current)) throw forbidden(true);
  return current;
}

const mayEditTarget = (viewer: Viewer, target: ContactRow | undefined): boolean =>
  target ? mayEdit(viewer, target) : mayCreate(viewer);
