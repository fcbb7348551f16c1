/** What a conversion puts into a text: marks of paragraphs and lines, and references to characters. */
const ADDED = /<\/?p>|<br ?\/?>|&(?:[a-z]{2,6}|#\d{2,5});/gi;

/** Bytes by which the conversion of one character may lengthen a text: `&` becomes `&amp;`, a line a paragraph. */
const MOST = 8;

/**
 * Whether a text has at most so many characters as somebody wrote it. Marks of paragraphs do not count, and a reference
 * such as `&amp;` counts as one character: what was sent within a limit is within it when it is read and sent back.
 */
export function isWithin(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > MOST * max) return false;
  return text.replace(ADDED, mark => (mark.startsWith('&') ? '&' : '')).length <= max;
}
