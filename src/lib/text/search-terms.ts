import { normalized, singleSpaced } from './normalize.ts';
import { textOf } from './text.ts';

/**
 * Text as search compares it: without case, accents, ligatures, typography and invisible characters, on one
 * line. Applied to what is searched and to what is searched for. Doing it again changes nothing.
 */
export function fold(text: string): string {
  const bare = normalized(text.toWellFormed().replaceAll('´', "'"), 'NFKD').replace(MARKS, '');
  const spelled = bare.toLowerCase().replace(/\P{ASCII}/gu, letter => SPELLED.get(letter) ?? letter);
  return normalized(singleSpaced(spelled), 'NFC').trim();
}

/** Text without case and accents, and as it is otherwise. */
export const withoutCase = (text: string): string =>
  normalized(text.toWellFormed(), 'NFD').replace(MARKS, '').toLowerCase();

/** What searches look through of sanitised HTML. */
export const searchable = (html: string): string => fold(textOf(html));

/** Folded terms that occur in a text, and such that do not. */
export interface SearchTerms {
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/**
 * What a query on events asks for. Words and `"quoted phrases"` must all occur, those behind a `-` must not;
 * the rest of a query behind a quote that never closes is a phrase. Commas and semicolons around a word are
 * separators. A query of which nothing is left (`-`) asks for nothing in particular.
 * @returns folded terms, each once, to be found as substrings of folded text
 */
export function parseSearch(query: string): SearchTerms {
  const all = new Set<string>();
  const none = new Set<string>();
  for (const [, dashes, phrase, word] of fold(query).matchAll(/(-*)(?:"([^"]*)(?:"|$)|([^ "]+))/g)) {
    const term = phrase?.trim() ?? bare(word ?? '');
    if (term !== '') (dashes ? none : all).add(term);
  }
  return { all: [...all], none: [...none] };
}

/**
 * The words of a query on venues or organizers, which must all occur in one field.
 * @returns folded words, each once; `@`, `.` and `-` within a word belong to it
 */
export function words(query: string): string[] {
  const found = fold(query).replaceAll('"', ' ').split(' ').map(bare).filter(Boolean);
  return [...new Set(found)];
}

/** A word without the separators around it; a dash between spaces is no word. */
function bare(word: string): string {
  const inner = word.replace(/^[,;]+|(?<![,;])[,;]+$/g, '');
  return /^-*$/.test(inner) ? '' : inner;
}

/** Accents, and characters that only steer how others are shown. Vowel signs of Indic scripts are letters. */
const MARKS =
  /[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]|\p{Cf}/gv;

/** What no normalisation takes apart, typography, and the dot of the Catalan l·l and those mistaken for it. */
const SPELLED = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
  ...Object.entries({ đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ς: 'σ' }),
  ...each('·•‧∙⋅', ''),
  ...each('‘’‚‛‹›′ʹʻʼʽ', "'"),
  ...each('“”„‟«»〝〞', '"'),
  ...each('‐‑‒–—―−', '-'),
]);

function each(characters: string, spelled: string): [string, string][] {
  return [...characters].map(character => [character, spelled]);
}
