import type { Db, TermRow } from '../db/tables.ts';
import type { Current } from '../http/conditions.ts';
import { stateOf } from '../records/state.ts';
import { type PlacedTerm, placedTerm } from './tree.ts';

export const stateOfTerm = ({ path, ...term }: PlacedTerm): string =>
  stateOf([term, path.map(({ slug, translations }) => (translations ? [slug, translations] : slug))]);

/** The term for the check of conditions. */
export const asShown = (db: Db, term: TermRow): Current => ({
  states: [async () => stateOfTerm(await placedTerm(db, term))],
});
