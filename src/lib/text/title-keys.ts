import { fold } from './search-terms.ts';

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
