/** Characters beyond the basic plane always belong to words, so each surrogate can be classified alone. */
const WORD = /[\p{L}\p{N}\p{M}\p{Cs}\u{10000}-\u{10ffff}]+/gu;

/** Code units by which the pieces of a long word overlap: what is no longer than this lies in one of them. */
const OVERLAP = 32;

/** Delimits each word of the dictionary, and occurs in none. */
export const EDGE = '\0';

/** Whether a code unit is of a word. */
const ofWord = new Uint8Array(0x10000);
for (let unit = 0; unit < ofWord.length; unit++) {
  ofWord[unit] = Number(String.fromCharCode(unit).search(WORD) === 0);
}

/**
 * Visits the words of a text, which are its longest runs of letters and digits. Those of more than 64 code units
 * are taken as pieces of up to 64, which overlap.
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

/** What the dictionary is asked for to find a needle in texts. */
export interface NeedleParts {
  /** Well-formed parts of words, each of at most 32 code units; with an EDGE where the word must begin or end. */
  readonly all: string[];
  /** Whether a text in which all of them occur surely contains the needle. */
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
