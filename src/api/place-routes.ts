import { dialectOf } from '../db/dialect.ts';
import type { Db, WithImage } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { eventFeeds } from '../formats/event-formats.ts';
import { type RecordKind, recordFormats } from '../formats/record-formats.ts';
import { render, renderList, renderPage } from '../formats/render.ts';
import { listedView, singleView } from '../formats/views.ts';
import {
  type Arguments,
  type ArgumentValues,
  fallback,
  integer,
  optional,
  required,
  text,
  truthy,
} from '../http/arguments.ts';
import type { Answer, BareCall } from '../http/call.ts';
import { assertHolds, type Current } from '../http/conditions.ts';
import { notAcceptable } from '../http/documents.ts';
import { forbidden, invalidParameter, Refused, refusal } from '../http/errors.ts';
import { createIdempotently } from '../http/idempotency/answer-idempotently.ts';
import type { JsonSchema } from '../http/json-schema.ts';
import { operation } from '../http/operation.ts';
import { assertPage, listHeaders, pageOf, pagingArguments, range } from '../http/paging.ts';
import { type Route, recordRoute, staticRoute } from '../http/route.ts';
import type { Translations } from '../i18n/language.ts';
import { writeWithImages } from '../images/input.ts';
import { words as searchWords } from '../lib/text/search-terms.ts';
import { slugify } from '../lib/text/slugs.ts';
import { assertName, nameless } from '../places/name.ts';
import {
  createPlace,
  findAllPlaces,
  findPlace,
  type PlaceKind,
  type PlacePatch,
  type PlaceRow,
  updatePlace,
} from '../places/store.ts';
import { inOrder } from '../read-model/list-records.ts';
import { existingEvent } from '../records/existing-event.ts';
import { type ImagePatch, searchText, statusFilter } from '../records/fields.ts';
import { type Members, show } from '../records/members.ts';
import { permalink } from '../records/published-members.ts';
import { stateOf, tagHeader } from '../records/state.ts';
import { findPlaceIds, findPlaces } from '../search/find-places.ts';
import { asEditor, mayCreate, mayEdit, mayRead, type Viewer } from '../users/rights.ts';
import { documentsOfEvents } from './events/documents.ts';
import { answerWithRecord, answerWithRecords } from './record-documents.ts';

type Sentences = Record<
  'list' | 'create' | 'read' | 'update' | 'delete' | 'readBySlug' | 'updateBySlug' | 'deleteBySlug',
  Translations
>;

/** The parameters of the routes that venues and organizers share. */
export interface PlaceResource<Row extends PlaceRow, Input> {
  readonly kind: PlaceKind<Row>;
  readonly fields: Arguments;
  readonly members: Members<WithImage<Row>>;
  readonly words: { readonly id: Translations; readonly slug_path: Translations };
  readonly filterWords: Record<
    'search' | 'event' | 'has_events' | 'only_with_upcoming' | 'status',
    Translations
  >;
  readonly operationWords: Sentences;
  readonly listSchema: JsonSchema;
  readonly schema: JsonSchema;
  /** How it is shown in other formats than JSON. */
  readonly documents: RecordKind<WithImage<Row>>;
  patch(input: Input, image_id: number | null | undefined): PlacePatch<Row>;
}

/** The routes of venues or organizers: the list, a record by id, and a record by slug. */
export function placeRoutes<Row extends PlaceRow, Input extends { image?: ImagePatch }>(
  resource: PlaceResource<Row, Input>,
): Route[] {
  const { kind, fields, words, operationWords } = resource;
  type Target = WithImage<Row>;
  const path = `/${kind.type}s`;
  const editable = optional(fields);

  const filters = listArguments(resource.filterWords);
  type ListArgs = ArgumentValues<typeof filters>;

  const filterOf = ({ search, event, has_events, only_with_upcoming, status }: ListArgs) => ({
    words: searchWords(search ?? ''),
    ...{ event, hasEvents: has_events, onlyWithUpcoming: only_with_upcoming, status },
  });

  const listed = {
    methods: ['GET'],
    words: operationWords.list,
    arguments: filters,
    may: () => true,
  } as const;
  const listErrors = [400, refusal(404, `${kind.type}-archive-page-not-found`), notAcceptable(recordFormats)];

  const listDocuments = operation({
    ...listed,
    answers: { status: 200, schema: { type: 'string' }, headers: listHeaders, errors: listErrors },
    handle({ args, ...call }) {
      const filter = filterOf(args);
      const { db, viewer } = call;
      return answerWithRecords(
        {
          ...{ kind: resource.documents, name: `${kind.type}s`, filter, holds: !filter.onlyWithUpcoming },
          ...{ page: args, absent: `${kind.type}-archive-page-not-found` },
          find: range => findPlaceIds(call, kind, filter, call, range),
          async read(ids, view) {
            const rows = inOrder(ids, await findAllPlaces(db, kind, ids));
            return rows
              .filter(row => mayRead(viewer, row) && row.status !== 'trash')
              .map(row => ({ row, shown: show(resource.members, row, view) }));
          },
        },
        call,
      );
    },
  });

  const list = operation({
    ...listed,
    documents: [{ formats: recordFormats, operation: listDocuments }],
    answers: { status: 200, schema: resource.listSchema, headers: listHeaders, errors: listErrors },
    async handle({ args, ...call }) {
      const { page, per_page, search, event, has_events, only_with_upcoming, status } = args;
      const { limit, offset } = range(args, call.config);
      const { rows, total } = await findPlaces(call, kind, filterOf(args), call, { limit, offset });
      const query = {
        ...{ search, event, has_events, only_with_upcoming: only_with_upcoming || undefined },
        status: status ?? (mayCreate(call.viewer) ? undefined : 'publish'),
        i18n_language: call.i18n_language,
      };
      const { links, totals, headers } = pageOf(
        `${call.address.api}${path}/`,
        query,
        { page, per_page: limit },
        total,
      );
      assertPage({ page, per_page }, totals, `${kind.type}-archive-page-not-found`);
      const records = await renderPage(resource.members, rows, listedView(call));
      const rendered = renderList(`${kind.type}s`, records, { ...links, ...totals });
      return { ...rendered, headers, ...(!only_with_upcoming && { until: Infinity }) };
    },
  });

  const create = operation({
    methods: ['POST'],
    words: operationWords.create,
    arguments: fields,
    may: mayCreate,
    answers: { status: 201, schema: resource.schema, errors: [400, nameless(kind), 401, 403] },
    async handle({ args, ...call }) {
      const input = args as Input;
      const images = [{ name: 'image', patch: input.image }];
      const answer = await writeWithImages(call, images, (db, imageId) => {
        const make = async () => {
          const patch = resource.patch(input, await imageId(db, input.image));
          return createPlace(db, kind, { ...patch, name: assertName(kind, patch.name) }, call);
        };
        const show = async (call: BareCall, id: number) => ({ status: 201, ...(await shownAgain(call, id)) });
        return createIdempotently(db, call, kind.type, make, show);
      });
      return answer();
    },
  });

  const readErrors = [
    400,
    refusal(403, `${kind.type}-not-accessible`),
    notAcceptable([...eventFeeds, ...recordFormats]),
  ];

  const readDocument = operation<Record<string, never>, Target>({
    ...{ methods: ['GET'], words: operationWords.read, arguments: {}, may: () => true },
    answers: { status: 200, schema: { type: 'string' }, errors: readErrors },
    async handle({ target, ...call }) {
      assertReadable(target, call);
      const view = singleView(call);
      const record = { row: target, shown: show(resource.members, target, view) };
      const about = { title: target.name, page: permalink(kind.type, target, view) };
      return answerWithRecord(resource.documents, record, about, call);
    },
  });

  const read = (words: Translations) =>
    operation<Record<string, never>, Target>({
      methods: ['GET'],
      words,
      arguments: {},
      may: () => true,
      documents: [
        documentsOfEvents<Target>((target, call) => {
          assertReadable(target, call);
          return { [kind.type]: [target.id] };
        }, eventFeeds),
        { formats: recordFormats, operation: readDocument },
      ],
      answers: { status: 200, schema: resource.schema, errors: readErrors },
      async handle({ target, ...call }) {
        assertReadable(target, call);
        const rendered = render(resource.members, target, singleView(call));
        return { ...rendered, until: Infinity, state: stateOf(target) };
      },
    });

  function assertReadable(record: Target, { viewer }: BareCall): void {
    if (!mayRead(viewer, record)) throw refusal(403, `${kind.type}-not-accessible`);
  }

  const update = (words: Translations) =>
    operation<Arguments, Target>({
      methods: ['POST', 'PUT', 'PATCH'],
      words,
      arguments: editable,
      may: mayEditTarget,
      answers: { status: 200, schema: resource.schema, errors: [400, nameless(kind, 'update'), 401, 403] },
      async handle({ args, target, ...call }) {
        const input = args as Input;
        await writeWithImages(call, [{ name: 'image', patch: input.image }], async (db, imageId) => {
          const patch = resource.patch(input, await imageId(db, input.image));
          if (patch.name !== undefined) assertName(kind, patch.name, 'update');
          const current = await stillEditable(db, kind, target.id, call.viewer);
          await assertHolds(call.conditions, asShown(current));
          await updatePlace(db, kind, current, patch, call);
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
          await updatePlace(db, kind, current, { status: 'trash', own: {} }, trashing);
        });
        return shownAgain(call, target.id);
      },
    });

  const asShown = (record: Target): Current => ({
    states: [async () => stateOf(record)],
    modifiedAt: async () => record.modified_at,
  });

  async function shownAgain(call: BareCall, id: number): Promise<Answer> {
    const record = await findPlace(call.db, kind, { id });
    // The record may have been deleted for good meanwhile.
    if (!record) throw invalidParameter('id', new Refused('expected_record_id'));
    const body = show(resource.members, record, listedView(call));
    const read = show(resource.members, record, singleView(call));
    return { body, headers: await tagHeader(read, stateOf(record)) };
  }

  return [
    staticRoute({ path, operations: [list, create] }),
    recordRoute<Target>({
      path: `${path}/:id`,
      key: { name: 'id', argument: required(integer(words.id)) },
      absent: () => [new Refused('expected_record_id')],
      find: async ({ db }, { id }) =>
        (await findPlace(db, kind, { id })) ?? new Refused('expected_record_id'),
      operations: [read(operationWords.read), remove(operationWords.delete), update(operationWords.update)],
    }),
    recordRoute<Target>({
      path: `${path}/by-slug/:slug`,
      key: { name: 'slug', argument: required(text(words.slug_path)) },
      absent: () => [new Refused('expected_record_slug')],
      find: async ({ db }, { slug }) =>
        (await findPlace(db, kind, { slug: slugify(slug) })) ?? new Refused('expected_record_slug'),
      operations: [
        read(operationWords.readBySlug),
        remove(operationWords.deleteBySlug),
        update(operationWords.updateBySlug),
      ],
    }),
  ];
}

/** Reads the record again within the transaction, and checks the right again: both may have changed meanwhile. */
async function stillEditable<Row extends PlaceRow>(db: Db, kind: PlaceKind<Row>, id: number, viewer: Viewer) {
  await dialectOf(db).lockRow(db, `${kind.type}s`, id);
  const current = await findPlace(db, kind, { id });
  if (!current || !mayEdit(viewer, current)) throw forbidden(true);
  return current;
}

const mayEditTarget = (viewer: Viewer, target: PlaceRow | undefined): boolean =>
  target ? mayEdit(viewer, target) : mayCreate(viewer);

function listArguments(words: PlaceResource<PlaceRow, never>['filterWords']) {
  return {
    ...pagingArguments,
    search: searchText(words.search, searchWords),
    event: existingEvent(words.event),
    has_events: truthy(words.has_events),
    only_with_upcoming: fallback(truthy(words.only_with_upcoming), false),
    status: statusFilter(words.status, mayCreate),
  };
}
