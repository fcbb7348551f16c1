/** The value of a cell; a boolean is written as `true` or `false`, and nothing is an empty cell. */
export type Cell = string | number | boolean | null | undefined;

/** A record of CSV (RFC 4180) with its line end. Texts are quoted, numbers and booleans are not. */
export const rowOf = (cells: readonly Cell[], separator = ','): string =>
  `${cells.map(cellOf).join(separator)}\r\n`;

function cellOf(cell: Cell): string {
  if (cell === undefined || cell === null || cell === '') return '';
  return typeof cell === 'string' ? `"${spreadsheetText(cell).replaceAll('"', '""')}"` : String(cell);
}

/**
 * One line of text that a spreadsheet shows and never runs. What begins as a formula gets an apostrophe, also behind a
 * semicolon, which many spreadsheets take for the end of a cell.
 */
export function spreadsheetText(text: string): string {
  const line = text.toWellFormed().replace(BREAKS, ' ').trim().slice(0, MOST).toWellFormed();
  const safe = line.includes(';') ? line.replace(FORMULA_BEHIND, ";'") : line;
  return FORMULA.test(safe.slice(0, 9).normalize('NFKC')) ? `'${safe}` : safe;
}

/** Characters of a cell: spreadsheets move what is beyond into a cell of its own, where it might be a formula. */
const MOST = 32_700;

/** Control characters, among them tabs and line ends, and separators of lines and paragraphs. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Characters that nobody sees may stand before it. NFKC makes ASCII of its full-width, small and raised variants. */
const FORMULA = /^[\p{Cf}\s]*[=+\-@]/u;
const FORMULA_BEHIND =
  /;(?=[\p{Cf}\s"']*[=+\-@\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20\u207A\u207B\u207C\u208A\u208B\u208C])/gu;
