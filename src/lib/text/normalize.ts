/** Marks that combine with the letter before them, also those that are letters until they are taken apart. */
const PILE = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * The text in a normal form of Unicode. Of marks piled up on one letter the first thirty stay, as in Unicode's
 * Stream-Safe Text Format: to sort thousands of them takes minutes.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  SETTLED[form].test(text) ? text : text.replace(PILE, '$1').normalize(form);

/** Texts of these characters alone are as they are in that form. */
const SETTLED = { NFC: /^[\0-\u02ff]*$/, NFD: /^[\0-\x7f]*$/, NFKD: /^[\0-\x7f]*$/ };

/** The text with one space wherever blanks or control characters stand. */
export const singleSpaced = (text: string): string =>
  UNEVEN.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text;

/** Anything but single spaces between words. */
const UNEVEN = / {2}|[^\S ]|\p{Cc}/u;
