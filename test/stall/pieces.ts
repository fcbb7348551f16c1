/**
 * Pieces of text that are slow in large numbers for code that looks back, looks ahead or splits: markup, entities,
 * escapes, blanks, accents, separators.
 */
export const PIECES = [
  ...['</p>', '<p>', '<', '&', '<a ', '</', '<!--', '<b><i>', '<p>x</p>', '<a href="', '<![CDATA[', '<br>\n'],
  ...['&amp;', '&lt;', '&amp;lt;', '&#769;&#803;', '&#x', '%41', '%', '%25', '\\'],
  ...[' ', '\n', '\r', '\r\n', '\n\n', '\t', '\0', '\u00a0', ' \n'],
  ...['\u0301\u0323', '\u0301\uff9e', '\ufdfa', '💥', 'é', '\u200b', '\u202e'],
  ...[',', ', ', '-', '- ', '"', "'", '[', '{', '.', ':', '/', '+', '1', '1,', '1.', '1 €', 'a', 'a '],
] as const;

/** Pieces of markup, for code that sanitises texts. */
export const MARKUP = PIECES.filter(piece => /[<&%]/.test(piece));
