import { readList } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { listedView } from '../formats/render.ts';
import { kinds } from '../history/kinds.ts';
import type { RecordState } from '../history/versions.ts';
import type { Call } from '../http/call.ts';
import { refusal } from '../http/errors.ts';
import { assertPage, listHeaders, pageOf } from '../http/list-answer.ts';
import { type Operation, operation } from '../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../http/route.ts';
import { aboutWords, historyWords, trashedWords, trashWords as words } from '../i18n/messages.ts';
import { type Argument, fallback, integer, items, positiveInteger, required } from '../input/arguments.ts';
import { pagingArguments, range } from '../input/common-arguments.ts';
import { either, ref } from '../input/schemas.ts';
import { publishedTypes } from '../kinds.ts';
import { type PublishedType, tableOf, typeOf } from '../records/table.ts';
import { addressBeside, TRASH } from '../site/address.ts';
import { deleteTrashed, emptyTrash } from '../trash/delete.ts';
import { isEntry, listTrash } from '../trash/list.ts';
import { notInTrash, restoreTrashed } from '../trash/restore.ts';
import { showTrashed } from '../trash/show.ts';
import { mayCreate, mayEditOthers, type Viewer } from '../users/rights.ts';
import { documentRoute } from './meta.ts';

/** The routes of the trash: the list, restoration and deletion of its records; and the document. */
export function trashRoutes(): Route[] {
  const routes: Route[] = [
    staticRoute({ root: TRASH, path: '', section: 'trash', operations: [list, empty] }),
    one('/:id', [read, remove]),
    one('/:id/restore', [restore]),
  ];
  return [...routes, documentRoute(TRASH, routes, aboutWords.trash)];
}

const RECORD = either(ref('Event'), ref('Venue'), ref('Organizer'));
const NO_PAGE = refusal(404, 'trash-archive-page-not-found');

const types: Argument<PublishedType[]> = {
  schema: { type: 'string' },
  accepts: { type: 'array', items: { type: 'string', enum: [...publishedTypes] } },
  words: words.type,
  read(sent) {
    const known = items(sent).map(item => publishedTypes.find(type => type === item));
    if (known.length === 0 || known.includes(undefined)) return new Refused('expected_record_types');
    return [...new Set(known as PublishedType[])];
  },
};

const list = operation({
  methods: ['GET'],
  id: 'listTrash',
  words: words.list,
  arguments: { ...pagingArguments, type: fallback(types, [...publishedTypes]) },
  may: mayCreate,
  answers: {
    ...{ status: 200, schema: ref('TrashList'), headers: listHeaders },
    errors: [400, 401, 403, NO_PAGE],
  },
  async handle({ args, ...call }) {
    const { page, per_page, type } = args;
    const pageRange = range(args, call.config);
    const cost = { tables: type.map(tableOf), isLong: false };
    const { rows, total } = await readList(call.db, cost, db => listTrash(db, call.viewer, type, pageRange));
    const query = {
      type: type.length < publishedTypes.length ? type : undefined,
      i18n_language: call.i18n_language,
    };
    const collection = `${addressBeside(call.address, TRASH)}/`;
    const pages = pageOf(collection, query, { page, per_page: pageRange.limit }, total);
    assertPage({ page, per_page }, pages.totals, 'trash-archive-page-not-found');
    const trash = rows.map(row => showTrashed(row, call));
    return { body: { trash, ...pages.links, ...pages.totals }, headers: pages.headers };
  },
});

const DAY = 86_400;

const empty = operation({
  methods: ['DELETE'],
  id: 'emptyTrash',
  words: words.empty,
  arguments: { type: types, days: positiveInteger(words.days) },
  // Whoever is limited to some events deletes them one by one.
  may: viewer => mayEditOthers(viewer) && !viewer?.limits,
  answers: {
    ...{ status: 200, schema: ref('Deleted'), words: trashedWords.deleted },
    errors: [400, 401, 403],
  },
  async handle({ args: { type, days = 0 }, ...call }) {
    // An entity tag is for one record, so conditions do not apply to the whole trash.
    const context = { ...call, conditions: undefined };
    // Very many days would be beyond the numbers of the store; nothing changed before 1970.
    const until = Math.max(0, call.now - days * DAY);
    return { body: { deleted: await emptyTrash(call.db, context, type, until) } };
  },
});

interface TrashTarget {
  id: number;
  type: PublishedType;
  current: RecordState;
}

const read = operation<Record<string, never>, TrashTarget>({
  methods: ['GET'],
  id: 'readTrashedRecord',
  words: words.read,
  arguments: {},
  may: mayEditTarget,
  answers: { status: 200, schema: RECORD, errors: [400, 401, 403, notInTrash()] },
  handle: async ({ target, ...call }) => ({ body: await show(target, call) }),
});

const remove = operation<Record<string, never>, TrashTarget>({
  methods: ['DELETE'],
  id: 'deleteTrashedRecord',
  words: words.delete,
  arguments: {},
  may: mayEditOthers,
  answers: { status: 200, schema: RECORD, errors: [400, 401, 403, notInTrash()] },
  async handle({ target, ...call }) {
    const body = await show(target, call);
    if (!(await deleteTrashed(call.db, target.type, target.id, call))) throw notInTrash();
    return { body };
  },
});

const restore = operation<Record<string, never>, TrashTarget>({
  methods: ['POST'],
  id: 'restoreTrashedRecord',
  words: words.restore,
  arguments: {},
  may: mayEditTarget,
  answers: { status: 200, schema: RECORD, errors: [400, 401, 403, notInTrash()] },
  async handle({ target: { id, type }, ...call }) {
    await restoreTrashed(call.db, type, id, call);
    const current = await kinds[type].find(call.db, id);
    // The record may have been deleted for good meanwhile.
    if (!current) throw notInTrash();
    return { body: await show({ id, type, current }, call) };
  },
});

function mayEditTarget(viewer: Viewer, target: TrashTarget | undefined): boolean {
  return target ? kinds[target.type].mayEdit(viewer, target.current) : mayCreate(viewer);
}

const one = (path: string, operations: Operation<TrashTarget>[]): Route =>
  recordRoute({
    ...{ root: TRASH, path, section: 'trash', operations },
    key: { name: 'id', argument: required(integer(historyWords.id)) },
    find: async ({ db }, { id }) => (await trashed(db, id)) ?? notInTrash(),
  });

async function trashed(db: Db, id: number): Promise<TrashTarget | undefined> {
  const found = await typeOf(db, id);
  const type = publishedTypes.find(type => type === found);
  const current = type && (await kinds[type].find(db, id));
  return current && isEntry(current) ? { id, type, current } : undefined;
}

type Bare = Omit<Call, 'args' | 'target'>;

const show = ({ id, type, current }: TrashTarget, call: Bare) =>
  kinds[type].show(id, current, current, listedView(call));
