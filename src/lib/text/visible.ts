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
