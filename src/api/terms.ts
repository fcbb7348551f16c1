import { dialectOf } from '../db/dialect.ts';
import type { Db, TermRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { InvalidValue, Refused, TermExists } from '../errors.ts';
import { tableArguments } from '../formats/csv/languages.ts';
import { eventFeeds } from '../formats/event-formats.ts';
import { recordFormats } from '../formats/record-formats.ts';
import { categoryDocuments, tagDocuments } from '../formats/record-kinds.ts';
import { render, renderList, renderPage } from '../formats/render.ts';
import { listedView } from '../formats/views.ts';
import type { Answer, BareCall } from '../http/call.ts';
import { notAcceptable } from '../http/documents.ts';
import { EXAMPLE_ID, refusal } from '../http/errors.ts';
import { createIdempotently } from '../http/idempotency/answer-idempotently.ts';
import { listHeaders, pageOf } from '../http/list-answer.ts';
import { operation } from '../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../http/route.ts';
import type { Translations } from '../i18n/language.ts';
import {
  categoryFilterWords,
  categoryOperationWords,
  categoryWords,
  interfaceWords,
  tagOperationWords,
  tagWords,
} from '../i18n/messages.ts';
import { type Argument, type Arguments, integer, optional, required } from '../input/arguments.ts';
import { range } from '../input/paging.ts';
import { described, HREF, ref } from '../input/schemas.ts';
import { inOrder } from '../read-model/list-records.ts';
import { assertHolds } from '../records/conditions.ts';
import { show } from '../records/members.ts';
import { isSlugTaken } from '../records/slug.ts';
import { tagHeader } from '../records/state.ts';
import { asTranslation } from '../records/translations/as-translation.ts';
import {
  type ContextName,
  contextArgument,
  contextLink,
  inContext,
} from '../records/translations/context.ts';
import { translateField } from '../records/translations/fields.ts';
import { filterOf, listArguments } from '../terms/filters.ts';
import { findTerms, listTermIds, listTerms } from '../terms/list.ts';
import { linkedTermMembers, termMembers } from '../terms/members.ts';
import { asShown, stateOfTerm } from '../terms/state.ts';
import {
  deleteTerm,
  findNamesake,
  findTerm,
  insertTerm,
  type TermPatch,
  updateTerm,
} from '../terms/store.ts';
import { categoryFields, collectionOf, parentField, tagFields } from '../terms/term.ts';
import { translatedColumns } from '../terms/translated.ts';
import { placedTerm, placedTerms } from '../terms/tree.ts';
import { mayManageCategories, mayManageTags, type Viewer } from '../users/rights.ts';
import { documentsOfEvents } from './events/documents.ts';
import { answerWithRecord, answerWithRecords } from './record-documents.ts';

export const categoryRoutes = (): Route[] =>
  termRoutes({
    taxonomy: 'category',
    fields: categoryFields,
    filters: { ...listArguments('category'), parent: parentField(categoryFilterWords.parent) },
    words: categoryWords,
    operationWords: categoryOperationWords,
    mayManage: mayManageCategories,
  });

export const tagRoutes = (): Route[] =>
  termRoutes({
    taxonomy: 'tag',
    fields: tagFields,
    filters: listArguments('tag'),
    words: tagWords,
    operationWords: tagOperationWords,
    mayManage: mayManageTags,
  });

interface TermResource {
  taxonomy: TermRow['taxonomy'];
  fields: typeof categoryFields | typeof tagFields;
  filters: ReturnType<typeof listArguments> & { parent?: Argument<number> };
  words: { id: Translations };
  operationWords: Record<'list' | 'create' | 'read' | 'update' | 'delete', Translations>;
  mayManage(viewer: Viewer): boolean;
}

/** The arguments of reads, in any format. */
const readArguments = { ...contextArgument, ...tableArguments };

function termRoutes({ taxonomy, fields, filters, words, operationWords, mayManage }: TermResource): Route[] {
  const path = `/${collectionOf(taxonomy)}`;
  const listName = taxonomy === 'category' ? 'CategoryList' : 'TagList';
  const notHierarchical = taxonomy === 'tag' ? [refusal(400, 'rest_taxonomy_not_hierarchical')] : [];

  const kind = taxonomy === 'category' ? categoryDocuments : tagDocuments;
  const listed = {
    methods: ['GET'],
    words: operationWords.list,
    arguments: { ...filters, ...tableArguments },
    may: () => true,
  } as const;
  const listErrors = [400, notAcceptable(recordFormats)];

  const listDocuments = operation({
    ...listed,
    answers: { status: 200, schema: { type: 'string' }, headers: listHeaders, errors: listErrors },
    handle({ args, ...call }) {
      const filter = filterOf(args, call);
      return answerWithRecords(
        {
          ...{
            kind,
            name: collectionOf(taxonomy),
            filter,
            holds: true,
            page: args,
            languages: args.languages,
          },
          find: range => listTermIds(call.db, taxonomy, filter, call.viewer, range),
          read: async ids => shownTerms(call, inOrder(ids, await findTerms(call.db, ids))),
        },
        call,
      );
    },
  });

  /** Who may not manage terms reads them as everybody: the interface that Almanac follows refuses nobody. */
  const inEditing = (call: BareCall, context: ContextName | undefined) =>
    inContext(call, mayManage(call.viewer) ? context : undefined, mayManage);

  const list = operation({
    ...listed,
    documents: [{ formats: recordFormats, operation: listDocuments }],
    answers: { status: 200, schema: ref(listName), headers: listHeaders, errors: listErrors },
    async handle({ args, ...call }) {
      const view = listedView(inEditing(call, args.context));
      const { limit, offset } = range(args, call.config);
      const { rows, total } = await listTerms(call, taxonomy, filterOf(args, call), call.viewer, {
        limit,
        offset,
      });
      const { page, per_page, languages: _, context: __, ...filters } = args;
      const query = { ...filters, context: contextLink(view), i18n_language: call.i18n_language };
      const pages = pageOf(`${call.address.api}${path}/`, query, { page, per_page: limit }, total);
      const { rest_url, ...links } = pages.links;
      const terms = await renderPage(termMembers, rows, view);
      const rendered = renderList(collectionOf(taxonomy), terms, links, { rest_url, ...pages.totals });
      return { ...rendered, headers: pages.headers, until: Infinity };
    },
  });

  const create = operation<Arguments>({
    methods: ['POST'],
    words: operationWords.create,
    members: linkedTermMembers,
    arguments: fields,
    may: mayManage,
    answers: {
      status: 201,
      schema: ref('Term'),
      headers: { Location: described(HREF, interfaceWords.header_location) },
      errors: [400, new TermExists(EXAMPLE_ID), ...notHierarchical, 401, 403],
    },
    async handle({ args, ...call }) {
      const patch = patchOf(taxonomy, args) as TermPatch & { name: string };
      const answer = await inTransaction(call.db, db => {
        const make = async () => {
          await holdTree(db, patch.parent);
          const namesake = patch.slug
            ? undefined
            : await findNamesake(db, taxonomy, patch.name, patch.parent ?? 0);
          if (namesake) throw new TermExists(namesake.id);
          return insertTerm(db, taxonomy, patch, call);
        };
        return createIdempotently(db, call, 'term', make, shownCreated);
      });
      return answer();
    },
  });

  async function shownCreated(call: BareCall, term: TermRow): Promise<Answer> {
    const { body, headers } = await shownAgain(call, term);
    const location = `${listedView(call).address.api}${path}/${term.id}`;
    return { status: 201, headers: { Location: location, ...headers }, body };
  }

  const readErrors = [400, notAcceptable([...eventFeeds, ...recordFormats])];

  const readDocument = operation<typeof tableArguments, TermRow>({
    ...{ methods: ['GET'], words: operationWords.read, arguments: tableArguments, may: () => true },
    answers: { status: 200, schema: { type: 'string' }, errors: readErrors },
    async handle({ args: { languages }, target, ...call }) {
      const [record] = await shownTerms(call, [target]);
      const { name, url } = record!.shown;
      return answerWithRecord(kind, record!, { title: String(name), page: String(url), languages }, call);
    },
  });

  const read = operation<typeof readArguments, TermRow>({
    methods: ['GET'],
    words: operationWords.read,
    arguments: readArguments,
    may: () => true,
    documents: [
      documentsOfEvents(({ id }) => ({ [collectionOf(taxonomy)]: [id] }), eventFeeds),
      { formats: recordFormats, operation: readDocument },
    ],
    answers: { status: 200, schema: ref('Term'), errors: readErrors },
    async handle({ args, target, ...call }) {
      const term = await placedTerm(call.db, target);
      const view = listedView(inEditing(call, args.context));
      const rendered = render(linkedTermMembers, term, view);
      return { ...rendered, until: Infinity, state: stateOfTerm(term, view.showsTranslations) };
    },
  });

  const update = operation<Arguments, TermRow>({
    methods: ['POST', 'PUT', 'PATCH'],
    words: operationWords.update,
    arguments: { ...optional(fields as Arguments), ...translateField },
    members: linkedTermMembers,
    shown: async (call, target) =>
      show(linkedTermMembers, await placedTerm(call.db, target), {
        ...listedView(call),
        showsTranslations: true,
      }),
    may: mayManage,
    answers: {
      status: 200,
      schema: ref('Term'),
      errors: [400, refusal(400, 'duplicate_term_slug'), ...notHierarchical, 401, 403],
    },
    async handle({ args, target, ...call }) {
      const patch = patchOf(taxonomy, asTranslation(args, translatedColumns, target, call));
      const updated = await inTransaction(call.db, async db => {
        await holdTree(db, patch.parent);
        const current = await stillThere(db, target);
        await assertHolds(call.conditions, asShown(db, current));
        if (patch.slug && (await isSlugTaken(db, taxonomy, patch.slug, target.id))) {
          throw refusal(400, 'duplicate_term_slug');
        }
        await updateTerm(db, current, patch, call);
        return stillThere(db, target);
      });
      return shownAgain(call, updated);
    },
  });

  const remove = operation<Record<string, never>, TermRow>({
    methods: ['DELETE'],
    words: operationWords.delete,
    arguments: {},
    may: mayManage,
    answers: { status: 200, schema: ref('Term'), errors: [400, 401, 403] },
    async handle({ target, ...call }) {
      const body = show(termMembers, await placedTerm(call.db, target), listedView(call));
      await inTransaction(call.db, async db => {
        await holdTree(db, undefined);
        const current = await stillThere(db, target);
        await assertHolds(call.conditions, asShown(db, current));
        await deleteTerm(db, current, call);
      });
      return { body };
    },
  });

  return [
    staticRoute({ path, operations: [list, create] }),
    recordRoute({
      path: `${path}/:id`,
      key: { name: 'id', argument: required(integer(words.id)) },
      absent: () => [new Refused('expected_record_id')],
      find: async ({ db }, { id }) => (await findTerm(db, taxonomy, id)) ?? new Refused('expected_record_id'),
      operations: [read, update, remove],
    }),
  ];
}

/** Locks the terms until the transaction ends. 400 if the parent was deleted since the request was read. */
async function holdTree(db: Db, parent: number | undefined): Promise<void> {
  await dialectOf(db).lockNames(db, 'terms');
  if (parent && !(await findTerm(db, 'category', parent))) {
    throw new InvalidValue('parent', new Refused('expected_parent'));
  }
}

/** The terms, and how the interface shows them. */
const shownTerms = async (call: BareCall, terms: readonly TermRow[]) =>
  (await placedTerms(call.db, terms)).map(row => ({ row, shown: show(termMembers, row, listedView(call)) }));

async function shownAgain(call: BareCall, row: TermRow) {
  const term = await placedTerm(call.db, row);
  const body = show(linkedTermMembers, term, listedView(call));
  return { body, headers: await tagHeader(body, stateOfTerm(term)) };
}

/** Reads the term again within the transaction. 400 if it was deleted since the request was read. */
async function stillThere(db: Db, { taxonomy, id }: TermRow): Promise<TermRow> {
  const term = await findTerm(db, taxonomy, id);
  if (!term) throw new InvalidValue('id', new Refused('expected_record_id'));
  return term;
}

function patchOf(taxonomy: TermRow['taxonomy'], args: Record<string, unknown>): TermPatch {
  if (taxonomy === 'tag' && args.parent !== undefined) {
    throw refusal(400, 'rest_taxonomy_not_hierarchical');
  }
  // The fields of terms have read these arguments.
  return args as TermPatch;
}
