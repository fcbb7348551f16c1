import type { Db, TermRow } from '../db/tables.ts';
import type { Current } from '../records/conditions.ts';
import { stateOf } from '../records/state.ts';
import { withoutDrafts } from '../records/translations/stored.ts';
import { type PlacedTerm, placedTerm } from './tree.ts';

/** @param showsDrafts whether the answer shows drafts of translations */
export function stateOfTerm({ above, ...term }: PlacedTerm, showsDrafts = false): string {
  const path = [...above, term].map(({ slug }) => slug);
  const others = above.flatMap(({ translations }) => withoutDrafts(translations) || []);
  return stateOf([term, path, ...others], showsDrafts ? term.translations : '');
}

/** The term for the check of conditions. */
export const asShown = (db: Db, term: TermRow): Current => ({
  states: [false, true].map(drafts => async () => stateOfTerm(await placedTerm(db, term), drafts)),
});
