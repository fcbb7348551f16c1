import { longRead } from '../db/long-read.ts';
import type { VersionedType } from '../db/tables.ts';
import { Refused, TermExists } from '../errors.ts';
import { listedView } from '../formats/render.ts';
import { createdOf, findTarget, kinds, mayRestore, type RestoreTarget } from '../history/kinds.ts';
import { restoreVersion, versionNotFound } from '../history/restore.ts';
import { showChange } from '../history/show.ts';
import { findChange, listChanges, type RecordState, stateBefore, statesBefore } from '../history/versions.ts';
import { EXAMPLE_ID, refusal } from '../http/errors.ts';
import { assertPage, listHeaders, pageOf } from '../http/list-answer.ts';
import { type Operation, operation } from '../http/operation.ts';
import { type Route, recordRoute } from '../http/route.ts';
import { aboutWords, interfaceWords, historyWords as words } from '../i18n/messages.ts';
import { boolean, integer, required } from '../input/arguments.ts';
import { pagingArguments, range } from '../input/common-arguments.ts';
import { ref } from '../input/schemas.ts';
import { isTaxonomy, versionedTypes } from '../kinds.ts';
import { eventNotFound } from '../reading/readable.ts';
import { addressBeside, HISTORY } from '../site/address.ts';
import type { Viewer } from '../users/rights.ts';
import { batchRoutes } from './batches.ts';
import { mergeRoutes } from './merges.ts';
import { documentRoute } from './meta.ts';

/** The routes of the history: the changes of a record, its former versions, and their restoration; and the document. */
export function historyRoutes(): Route[] {
  const routes = [...versionedTypes.flatMap(routesOf), ...batchRoutes(), ...mergeRoutes()];
  return [...routes, documentRoute(HISTORY, routes, aboutWords.history)];
}

/** The schema of a restored record. */
const SCHEMAS = {
  event: 'Event',
  venue: 'Venue',
  organizer: 'Organizer',
  category: 'Term',
  tag: 'Term',
} as const;

function routesOf(type: VersionedType): Route[] {
  const route = (path: string, operation: Operation<Versioned>): Route =>
    recordRoute({
      ...{ root: HISTORY, path: `/${kinds[type].collection}/:id${path}`, operations: [operation] },
      key: { name: 'id', argument: required(integer(words.id)) },
      ...(path.includes(':version') && { beside: { version: required(integer(words.version)) } }),
      absent: () => [absent(type, EXAMPLE_ID)],
      async find({ db }, { id, version }) {
        const target = await findTarget(db, type, id);
        return target ? { ...target, version } : absent(type, id);
      },
    });
  return [route('', list(type)), route('/:version', read(type)), route('/:version/restore', restore(type))];
}

/** The operations on versions need the right to restore them. */
const may = (type: VersionedType) => (viewer: Viewer, target: RestoreTarget | undefined) =>
  mayRestore(type, viewer, target);

const nounOf = (type: VersionedType) => type[0]!.toUpperCase() + type.slice(1);

const listArguments = { ...pagingArguments, states: boolean(words.states) };

const list = (type: VersionedType) =>
  operation<typeof listArguments, RestoreTarget>({
    ...{ methods: ['GET'], id: `list${nounOf(type)}Changes`, words: words.list, may: may(type) },
    arguments: listArguments,
    answers: {
      ...{ status: 200, schema: ref('ChangeList'), words: interfaceWords.ok_list, headers: listHeaders },
      errors: [400, 401, 403, NO_PAGE],
    },
    async handle({ args, target, ...call }) {
      const kind = kinds[type];
      const { page, per_page } = args;
      const pageRange = range(args, call.config);
      const created = await createdOf(call.db, target);
      // A record may have very many changes.
      const { rows, total } = await longRead(call.db, db =>
        listChanges(db, type, target.id, created, pageRange),
      );
      const collection = `${addressBeside(call.address, HISTORY)}/${kind.collection}/${target.id}/`;
      const query = { states: args.states, i18n_language: call.i18n_language };
      const pages = pageOf(collection, query, { page, per_page: pageRange.limit }, total);
      assertPage({ page, per_page }, pages.totals, 'version-archive-page-not-found');
      const states = args.states
        ? await statesBefore(call.db, type, target.id, rows, target.current)
        : new Map<number, RecordState>();
      const versions: object[] = [];
      for (const row of rows) {
        const state = states.get(row.version ?? 0);
        const before = state && (await kind.show(target.id, state, target.current, listedView(call)));
        versions.push({ ...showChange(row, kind, target.id, call), ...(before && { [kind.name]: before }) });
      }
      return { body: { versions, ...pages.links, ...pages.totals }, headers: pages.headers };
    },
  });

const read = (type: VersionedType) =>
  operation<Record<string, never>, Versioned>({
    ...{ methods: ['GET'], id: `read${nounOf(type)}Version`, words: words.read, may: may(type) },
    arguments: {},
    answers: { status: 200, schema: ref('Version'), errors: [400, 401, 403, versionNotFound()] },
    async handle({ target: { id, current, version }, ...call }) {
      const kind = kinds[type];
      const change = await findChange(call.db, type, id, version);
      const state = await stateBefore(call.db, type, id, version, current);
      if (!change || !state) throw versionNotFound();
      const shown = await kind.show(id, state, current, listedView(call));
      return { body: { ...showChange(change, kind, id, call), [kind.name]: shown } };
    },
  });

const restore = (type: VersionedType) =>
  operation<Record<string, never>, Versioned>({
    ...{ methods: ['POST'], id: `restore${nounOf(type)}Version`, words: words.restore, may: may(type) },
    arguments: {},
    answers: {
      ...{ status: 200, schema: ref(SCHEMAS[type]) },
      errors: [400, 401, 403, versionNotFound(), ...refusalsOf(type)],
    },
    async handle({ target, ...call }) {
      const kind = kinds[type];
      const id = await restoreVersion(call.db, type, target.id, target.version, call);
      const current = await kind.find(call.db, id);
      // The record may have been deleted again meanwhile.
      if (!current) throw versionNotFound();
      return { body: await kind.show(id, current, current, listedView(call)) };
    },
  });

type Versioned = RestoreTarget & { version: number };

const NO_PAGE = refusal(404, 'version-archive-page-not-found');

/** The error for a record that never existed. */
const absent = (type: VersionedType, id: number) =>
  type === 'event' ? eventNotFound(id) : new Refused('expected_record_id');

/** The errors of a restoration that only some types have. */
const refusalsOf = (type: VersionedType) => (isTaxonomy(type) ? [new TermExists(EXAMPLE_ID)] : []);
