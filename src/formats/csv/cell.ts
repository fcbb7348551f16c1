/** The value of a cell; a boolean is written as `true` or `false`, and nothing is an empty cell. */
export type Cell = string | number | boolean | null | undefined;

/** A record of CSV (RFC 4180) with its line end. Texts are quoted, numbers and booleans are not. */
export const rowOf = (cells: readonly Cell[], separator = ','): string =>
  `${cells.map(cell => cellOf(cell, separator)).join(separator)}\r\n`;

function cellOf(cell: Cell, separator: string): string {
  if (cell === undefined || cell === null || cell === '') return '';
  return typeof cell === 'string'
    ? `"${spreadsheetText(cell, separator).replaceAll('"', '""')}"`
    : String(cell);
}

/**
 * One line of text that a spreadsheet shows and never runs. What begins as a formula gets an apostrophe, also behind a
 * semicolon, which many spreadsheets take for the end of a cell, and behind a comma if something else separates the
 * cells: spreadsheets that expect a comma then take it for their end.
 */
export function spreadsheetText(text: string, separator = ','): string {
  const line = text.toWellFormed().replace(BREAKS, ' ').trim().slice(0, MOST).toWellFormed();
  const behind = separator === ',' ? BEHIND_SEMICOLON : BEHIND_EITHER;
  const safe = /[;,]/.test(line) ? line.replace(behind, "$&'") : line;
  return FORMULA.test(safe.slice(0, 9).normalize('NFKC')) ? `'${safe}` : safe;
}

/** Characters of a cell: spreadsheets move what is beyond into a cell of its own, where it might be a formula. */
const MOST = 32_700;

/** Control characters, among them tabs and line ends, and separators of lines and paragraphs. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Characters that nobody sees may stand before it. NFKC makes ASCII of its full-width, small and raised variants. */
const FORMULA = /^[\p{Cf}\s]*[=+\-@]/u;
const BEHIND_SEMICOLON =
  /;(?=[\p{Cf}\s"']*[=+\-@\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20\u207A\u207B\u207C\u208A\u208B\u208C])/gu;
const BEHIND_EITHER = new RegExp(BEHIND_SEMICOLON.source.replace(';', '[;,]'), 'gu');
