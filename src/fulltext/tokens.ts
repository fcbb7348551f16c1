/** Marks a word of a title in the full-text index. Folded texts and needles never contain it. */
export const TITLE = '\u0001';

/** Characters beyond the basic plane always belong to words, so each surrogate can be classified alone. */
const WORD = new RegExp(`[${TITLE}\\p{L}\\p{N}\\p{M}\\p{Cs}\\u{10000}-\\u{10ffff}]+`, 'gu');

/** Code units by which the pieces of a long word overlap. A substring of at most this length lies in one piece. */
const OVERLAP = 32;

/** Delimits each word of the dictionary; no word contains it. */
export const EDGE = '\0';

/** For each code unit, whether it belongs to a word. */
const ofWord = new Uint8Array(0x10000);
const units = new Uint16Array(ofWord.length).map((_, unit) => unit);
for (const { 0: run, index } of Buffer.from(units.buffer).toString('utf16le').matchAll(WORD))
  ofWord.fill(1, index, index + run.length);

export const isOfWord = (unit: number): boolean => ofWord[unit] === 1;

/** The words of a title, marked as such, for the full-text index. */
export const markedTitle = (title: string): string => title.replace(WORD, word => TITLE + word);

/** Whether a folded term is one word that the full-text index has in one piece. */
export const isPlainWord = (term: string): boolean => term.length < OVERLAP && term.match(WORD)?.[0] === term;

/**
 * Visits the words of a text: its longest runs of letters and digits. Words of more than 64 code units are split into
 * overlapping pieces of up to 64.
 */
export function eachWord(text: string, visit: (from: number, to: number) => void): void {
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && ofWord[text.charCodeAt(at)] === 1) continue;
    for (; at - from > 2 * OVERLAP; from += OVERLAP) visit(from, from + 2 * OVERLAP);
    if (at > from) visit(from, at);
    from = at + 1;
  }
}

/** The parts of a needle to look up in the dictionary. */
export interface NeedleParts {
  /** Well-formed substrings of words, of at most 32 code units each; with an EDGE where the word must begin or end. */
  readonly all: string[];
  /** Whether every text that has all parts contains the needle. */
  readonly exact: boolean;
}

export function partsOf(needle: string): NeedleParts {
  const all = new Set<string>();
  let exact = needle === '';
  if (!needle.isWellFormed()) return { all: [], exact: false };
  for (const { 0: word, index } of needle.matchAll(WORD)) {
    const before = index > 0 ? EDGE : '';
    const behind = index + word.length < needle.length ? EDGE : '';
    if (word.length <= OVERLAP) {
      all.add(before + word + behind);
      exact = word === needle;
      continue;
    }
    const characters = [...word];
    all.add(before + characters.slice(0, OVERLAP / 2).join(''));
    all.add(characters.slice(-OVERLAP / 2).join('') + behind);
  }
  return { all: [...all], exact };
}
