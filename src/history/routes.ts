import Type from 'typebox';
import type { VersionedType } from '../db/tables.ts';
import { integer, required } from '../interface/arguments.ts';
import { refusal } from '../interface/errors.ts';
import { assertPage, listHeaders, pageOf, pagingArguments, range } from '../interface/paging.ts';
import { type Operation, operation, type Route } from '../interface/route.ts';
import { historyWords as words } from '../interface/words/history.ts';
import type { Viewer } from '../users/rights.ts';
import { kinds, versionedTypes } from './kinds.ts';
import { restoreVersion, versionNotFound } from './restore.ts';
import { HISTORY, showChange } from './show.ts';
import { createdOf, findTarget, mayRestore, type Target } from './target.ts';
import { findChange, listChanges, stateBefore } from './versions.ts';

/** The history of each record: its changes, what it was before each of them, and the way back. */
export const historyRoutes = (): Route[] => versionedTypes.flatMap(routesOf);

const OBJECT = Type.Unsafe({ type: 'object' });

function routesOf(type: VersionedType): Route[] {
  const kind = kinds[type];
  const path = `/${kind.collection}/:id`;
  const may = (viewer: Viewer, target: Target | undefined) => mayRestore(type, viewer, target);

  const list = operation<typeof pagingArguments, Target>({
    methods: ['GET'],
    words: words.list,
    arguments: pagingArguments,
    may,
    answers: { status: 200, schema: OBJECT, headers: listHeaders, errors: [400, 401, 403, NO_PAGE] },
    async handle({ args, target, ...call }) {
      const { page, per_page } = args;
      const asked = range(args, call.config);
      const created = await createdOf(call.db, target);
      const { rows, total } = await listChanges(call.db, type, target.id, created, asked);
      const collection = `${call.address.site}${HISTORY}/${kind.collection}/${target.id}/`;
      const query = { i18n_language: call.i18n_language };
      const pages = pageOf(collection, query, { page, per_page: asked.limit }, total);
      assertPage({ page, per_page }, pages.totals, 'version-archive-page-not-found');
      const versions = rows.map(row => showChange(row, kind, target.id, call));
      return { body: { versions, ...pages.links, ...pages.totals }, headers: pages.headers };
    },
  });

  const read = operation<Record<string, never>, Versioned>({
    methods: ['GET'],
    words: words.read,
    arguments: {},
    may,
    answers: { status: 200, schema: OBJECT, errors: [400, 401, 403, versionNotFound()] },
    async handle({ target: { id, current, version }, ...call }) {
      const change = await findChange(call.db, type, id, version);
      const state = await stateBefore(call.db, type, id, version, current);
      if (!change || !state) throw versionNotFound();
      const shown = await kind.show(id, state, current, call);
      return { body: { ...showChange(change, kind, id, call), [kind.name]: shown } };
    },
  });

  const restore = operation<Record<string, never>, Versioned>({
    methods: ['POST'],
    words: words.restore,
    arguments: {},
    may,
    answers: { status: 200, schema: OBJECT, errors: [400, 401, 403, versionNotFound()] },
    async handle({ target, ...call }) {
      const id = await restoreVersion(call.db, type, target.id, target.version, call);
      const current = await kind.find(call.db, id);
      // It may have been deleted again before this answer.
      if (!current) throw versionNotFound();
      return { body: await kind.show(id, current, current, call) };
    },
  });

  const route = (path: string, operation: Operation): Route => ({
    ...{ root: HISTORY, path, operations: [operation] },
    key: { name: 'id', argument: required(integer(words.id)) },
    async find({ db }, { id, version }) {
      const target = await findTarget(db, type, id);
      return target ? { ...target, version } : kind.absent(id);
    },
  });
  return [route(path, list), route(`${path}/:version`, read), route(`${path}/:version/restore`, restore)];
}

type Versioned = Target & { version: number };

const NO_PAGE = refusal(404, 'version-archive-page-not-found');
