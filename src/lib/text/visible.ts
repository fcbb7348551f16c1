/**
 * Characters by which a text steers a terminal, forges a line, or looks like another one: controls, line and paragraph
 * separators, and what turns the direction of writing (Unicode, Bidi_Control).
 */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** A text as one line for a person's terminal: what steers it is written out, as `\u001b`. */
export const visible = (text: string): string => text.replace(STEERING, escaped);

/** The same of JSON, which says the same afterwards; the line ends between its members stay. */
export const visibleJson = (json: string): string =>
  UNESCAPED.test(json) ? json.replace(STEERING, found => (found === '\n' ? found : escaped(found))) : json;

/** What JSON leaves as it is, and what is beyond: most texts have none of it. */
const UNESCAPED = /[^\n\x20-\x7e]/;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
