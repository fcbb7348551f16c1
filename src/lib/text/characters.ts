/** Combining marks, including those that are letters until decomposed. */
const PILE = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises text to a Unicode form. Only the first thirty marks on a letter stay, as in Unicode's Stream-Safe Text
 * Format, because sorting thousands of marks takes minutes.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  ALREADY_NORMAL[form].test(text) ? text : text.replace(PILE, '$1').normalize(form);

/** Text of these characters only is already in that form; for NFC dashes, quotation marks and currencies are among them. */
const ALREADY_NORMAL = {
  NFC: /^[\0-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0]*$/,
  NFD: /^[\0-\x7f]*$/,
  NFKD: /^[\0-\x7f]*$/,
};

/** Replaces each run of white space and control characters by one space. */
export const singleSpaced = (text: string): string =>
  UNEVEN.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text;

/** Anything but single spaces between words. */
const UNEVEN = / {2}|[^\S ]|\p{Cc}/u;

/** What a conversion puts into a text: marks of paragraphs and lines, and references to characters. */
const ADDED = /<\/?p>|<br ?\/?>|&(?:[a-z]{2,6}|#\d{2,5});/gi;

/** Bytes by which the conversion of one character may lengthen a text: `&` becomes `&amp;`, a line a paragraph. */
const MOST = 8;

/**
 * Whether a text has at most so many characters as its author wrote. Marks of paragraphs do not count, and a reference
 * such as `&amp;` counts as one character: what was sent within a limit is within it when it is read and sent back.
 */
export function isWithin(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > MOST * max) return false;
  return text.replace(ADDED, mark => (mark.startsWith('&') ? '&' : '')).length <= max;
}

/**
 * Terminal control characters, line and paragraph separators, and characters that change the writing direction (Unicode
 * Bidi_Control).
 */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Makes text safe for a terminal: control characters are escaped, such as `\u001b`, so that the text is one safe
 * line.
 */
export const visible = (text: string): string => text.replace(CONTROLS, escaped);

/** The same for JSON, whose value stays the same; the line ends between its members stay. */
export const visibleJson = (json: string): string =>
  UNESCAPED.test(json) ? json.replace(CONTROLS, found => (found === '\n' ? found : escaped(found))) : json;

/** Characters that JSON does not escape, beyond printable ASCII. Most texts have none. */
const UNESCAPED = /[^\n\x20-\x7e]/;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
