import type { Taxonomy, TermRow } from '../src/db/tables.ts';
import { fold } from '../src/lib/text/search-terms.ts';
import { slugify } from '../src/lib/text/slugs.ts';
import { UNTRANSLATED } from '../src/records/translations/stored.ts';
import { lowerName } from '../src/terms/store.ts';
import { wordOf } from './texts.ts';

/** Categories at the top, below each of them, and below the first two of those: 5 + 15 + 20. */
const TOP = 5;
const BELOW = 3;
const LOWEST = 2;
export const TAGS = 400;

/** All terms: categories in three levels with ids from 1, then tags, the most used first. */
export function makeTerms(): TermRow[] {
  return [...makeCategories(), ...makeTags()];
}

export const CATEGORIES = TOP * (1 + BELOW * 1 + 2 * LOWEST);
/** The id of the tag of this rank. */
export const tagId = (rank: number): number => CATEGORIES + rank + 1;

function makeCategories(): TermRow[] {
  const made: TermRow[] = [];
  const add = (parent: number): number => {
    const id = made.length + 1;
    made.push(term(id, 'category', wordOf('ca', 300 + id * 3), parent));
    return id;
  };
  for (let top = 0; top < TOP; top++) {
    const above = add(0);
    for (let below = 0; below < BELOW; below++) {
      const middle = add(above);
      if (below < 2) for (let lowest = 0; lowest < LOWEST; lowest++) add(middle);
    }
  }
  return made;
}

const makeTags = (): TermRow[] =>
  Array.from({ length: TAGS }, (_, rank) => term(tagId(rank), 'tag', wordOf('ca', 1_000 + rank), 0));

const term = (id: number, taxonomy: Taxonomy, word: string, parent: number): TermRow => {
  const name = `${word[0]!.toUpperCase()}${word.slice(1)}`;
  return {
    ...{ id, taxonomy, name, lower_name: lowerName(name), sort_name: fold(name) },
    ...{ slug: slugify(name), description: '', parent, count: 0, color: '' },
    ...UNTRANSLATED,
  };
};
