import { normalized, singleSpaced } from './characters.ts';
import { textOf } from './text.ts';

/**
 * Normalises text for search: without case, accents, ligatures, typography and invisible characters, on one line; the
 * Catalan `l·l` and `l.l` are `ll`. Applied to both the searched text and the query. Doing it twice changes nothing.
 */
export const fold = (text: string): string => withoutDots(foldKeepingDots(text));

/** The same with `l.l` as it is: for keys that are stored, which must stay as they are. */
export const foldKeepingDots = (text: string): string => singleSpaced(foldedLetters(text)).trim();

/**
 * A folded text in which `l.l` is `ll`. Keyboards without a middle dot write a full stop, which between two l with
 * vowels around them is the end of no sentence.
 */
export const withoutDots = (folded: string): string =>
  folded.includes('l.l') ? folded.replace(/(?<=[aeiou]l)\.(?=l[aeiou])/g, '') : folded;

/** Most texts have only letters that fold in the same way next to any other. */
const foldedLetters = (text: string): string =>
  ALONE.test(text) ? text.replace(OTHERS, letter => tableOf(letter)).toLowerCase() : foldedAny(text);

/** Latin letters and typography; no marks that combine. */
const ALONE = /^[\0-\u024f\u2010-\u2027\u2030-\u203f]*$/;
const OTHERS = /[^\0-\x7f]/g;

const table = new Map<string, string>();

const tableOf = (letter: string): string => table.getOrInsertComputed(letter, foldedAny);

function foldedAny(text: string): string {
  const bare = normalized(text.toWellFormed().replaceAll('´', "'"), 'NFKD').replace(MARKS, '');
  const spelled = bare.toLowerCase().replace(/\P{ASCII}/gu, letter => SPELLED.get(letter) ?? letter);
  return normalized(spelled, 'NFC');
}

/** Removes case and accents, and nothing else. */
export const withoutCase = (text: string): string =>
  normalized(text.toWellFormed(), 'NFD').replace(MARKS, '').toLowerCase();

export const searchable = (html: string): string => fold(textOf(html));

/** Folded terms: a match contains `all` of the first and none of the second. */
export interface SearchTerms {
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/**
 * Parses a search query for events. Words and `"quoted phrases"` must all occur, those after a `-` must not. The rest
 * of a query after an unclosed quote is a phrase. Commas and semicolons around a word are separators. An empty query
 * (`-`) matches everything.
 * @returns distinct folded terms, to be found as substrings of folded text
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
 * The words of a search query for venues or organizers, which must all occur in one field.
 * @returns distinct folded words; `@`, `.` and `-` within a word belong to it
 */
export function words(query: string): string[] {
  const found = fold(query).replaceAll('"', ' ').split(' ').map(bare).filter(Boolean);
  return [...new Set(found)];
}

/** Removes the separators around a word; a dash between spaces is not a word. */
function bare(word: string): string {
  const inner = word.replace(/^[,;]+|(?<![,;])[,;]+$/g, '');
  return /^-*$/.test(inner) ? '' : inner;
}

/** Accents and invisible formatting characters. Vowel signs of Indic scripts are letters. */
const MARKS =
  /[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]|\p{Cf}/gv;

/** Letters that normalisation does not decompose, typography, and the dot of the Catalan l·l with its lookalikes. */
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
