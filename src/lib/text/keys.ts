import { hash } from 'node:crypto';
import { fold, withoutCase } from './search-terms.ts';

/** In the Spanish alphabet, ñ is a letter of its own behind n; in the others it is an n with an accent. */
export type Alphabet = 'latin' | 'spanish';

/** A private-use character that folding keeps. */
const ENYE = '\ue000';

/** Whether a title is sorted differently in some alphabets. */
export const differsByAlphabet = (title: string): boolean => /ñ|\u0303/i.test(title);

/** A text by which titles are sorted, code unit by code unit: without case and accents. */
export function titleKey(title: string, alphabet: Alphabet): string {
  if (!differsByAlphabet(title)) return fold(title);
  const key = fold(title.replaceAll(ENYE, ' ').normalize('NFC').replace(/ñ/gi, ENYE));
  return key.replaceAll(ENYE, alphabet === 'spanish' ? 'n\uffff' : 'n');
}

/**
 * A key for finding duplicates, from the folded name: the same for names and descriptions that differ only in case or accents. Null without a
 * description: the name alone decides then.
 */
export const matchKey = (folded: string, description: string): string | null =>
  description === '' ? null : hash('sha256', `${folded}\n${withoutCase(description)}`, 'base64url');

/** Compares texts by UTF-8 bytes, as the store does. Without surrogate pairs UTF-16 has the same order. */
export function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (PAIRS.test(a) || PAIRS.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

const PAIRS = /[\ud800-\udfff]/;
