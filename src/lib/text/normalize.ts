/** Combining marks, including those that are letters until decomposed. */
const PILE = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises text to a Unicode form. Only the first thirty marks on a letter stay, as in Unicode's Stream-Safe Text
 * Format, because sorting thousands of marks takes minutes.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  ALREADY_NORMAL[form].test(text) ? text : text.replace(PILE, '$1').normalize(form);

/** Text of these characters only is already in that form. */
const ALREADY_NORMAL = { NFC: /^[\0-\u02ff]*$/, NFD: /^[\0-\x7f]*$/, NFKD: /^[\0-\x7f]*$/ };

/** Replaces each run of white space and control characters by one space. */
export const singleSpaced = (text: string): string =>
  UNEVEN.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text;

/** Anything but single spaces between words. */
const UNEVEN = / {2}|[^\S ]|\p{Cc}/u;
