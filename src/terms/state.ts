import type { Db, TermRow } from '../db/tables.ts';
import type { Current } from '../http/conditions.ts';
import { stateOf } from '../records/state.ts';
import { slugPaths } from './tree.ts';

/** The slugs from the top level down to the term. */
export const pathTo = async (db: Db, term: TermRow): Promise<string[]> =>
  (await slugPaths(db, [term])).get(term.id)!;

/** The term for the check of conditions. */
export const asShown = (db: Db, term: TermRow): Current => ({
  states: [async () => stateOf([term, await pathTo(db, term)])],
});
