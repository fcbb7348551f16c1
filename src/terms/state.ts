import type { Db, TermRow } from '../db/tables.ts';
import type { Current } from '../http/conditions.ts';
import { stateOf } from '../records/state.ts';
import { type PlacedTerm, placedTerm } from './tree.ts';

export function stateOfTerm({ above, ...term }: PlacedTerm): string {
  const path = [...above, term].map(({ slug }) => slug);
  return stateOf([term, path, ...above.flatMap(({ translations }) => translations || [])]);
}

/** The term for the check of conditions. */
export const asShown = (db: Db, term: TermRow): Current => ({
  states: [async () => stateOfTerm(await placedTerm(db, term))],
});
