import type { PublishedRow } from '../../db/tables.ts';
import { isOfWord } from '../../fulltext/tokens.ts';
import type { LinkedTable } from '../../kinds.ts';

/** A record with a term in its name, and what decides who may read it. */
export type NamingRecord = Pick<PublishedRow, 'id' | 'author_id' | 'status' | 'status_before_trash'> & {
  readonly type: LinkedTable;
};

/** A search term, with the ids of the records that have a word that begins with it in their names. */
export interface TermNames extends Readonly<Record<LinkedTable, readonly number[]>> {
  readonly term: string;
}

/** What the best match of one term counts; the scores of the terms of a search are added. */
export const POINTS = { titleWord: 5, titleStart: 4, name: 3, word: 2, part: 1 } as const;

interface ScoredText {
  /** Folded; the first line is the title. */
  readonly text: string;
  isNamed(names: TermNames): boolean;
}

/** The score of an event that mentions all of the terms. */
export function scoreOf({ text, isNamed }: ScoredText, terms: readonly TermNames[]): number {
  const title = text.slice(0, text.indexOf('\n'));
  return terms.reduce((sum, names) => {
    const { term } = names;
    if (hasWord(title, term)) return sum + POINTS.titleWord;
    if (beginsWord(title, term)) return sum + POINTS.titleStart;
    if (isNamed(names)) return sum + POINTS.name;
    return sum + (hasWord(text, term) ? POINTS.word : POINTS.part);
  }, 0);
}

/** Whether a text has a term as a word, or as consecutive words. */
const hasWord = (text: string, term: string): boolean => occurs(text, term, true);

export const beginsWord = (text: string, term: string): boolean => occurs(text, term, false);

function occurs(text: string, term: string, ends: boolean): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const end = at + term.length;
    const begins = at === 0 || !isOfWord(text.charCodeAt(at - 1));
    if (begins && (!ends || end === text.length || !isOfWord(text.charCodeAt(end)))) return true;
  }
  return false;
}
