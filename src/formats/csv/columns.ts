import { type Language, languages } from '../../i18n/language.ts';
import { translationWords } from '../../i18n/messages.ts';
import { additional } from '../../input/arguments.ts';
import { choice, choices } from '../../input/common-arguments.ts';
import { summaryOf } from '../../lib/text/text.ts';

/** The columns of a table, by name, in their order. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Excel reads UTF-8 only behind a byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first row: the names of the columns. They need no quotes. */
export const headerOf = (columns: CsvColumns<never>, separator: string): string =>
  `${BYTE_ORDER_MARK}${Object.keys(columns).join(separator)}\r\n`;

export const recordOf = <Row>(columns: CsvColumns<Row>, row: Row, separator: string): string =>
  rowOf(
    Object.values(columns).map(cellOf => cellOf(row)),
    separator,
  );

/** A record as the interface shows it. */
export type InterfaceRecord = Readonly<Record<string, unknown>>;

/** Columns that have the members of these names as they are. */
export const memberColumns = (...names: readonly string[]): CsvColumns<InterfaceRecord> =>
  Object.fromEntries(names.map(name => [name, shown => cellOf(shown[name])]));

/** A column with the text of a member that is HTML. */
export const textColumn = (name: string): CsvColumns<InterfaceRecord> => ({
  [name]: shown => textOf(shown[name]),
});

/** The address of an image; its other members are for programs. */
export const imageColumn: CsvColumns<InterfaceRecord> = {
  image: ({ image }) => (isRecord(image) ? cellOf(image.url) : undefined),
};

/** Linked records: none, one alone, or a list. */
export const recordsOf = (linked: unknown): InterfaceRecord[] => [linked].flat().filter(isRecord);

/** The values of this member in all records, separated by vertical bars. */
export const joined = (records: readonly InterfaceRecord[], name: string): string =>
  records
    .map(record => cellOf(record[name]))
    .filter(value => value !== undefined && value !== '')
    .join(' | ');

const isRecord = (value: unknown): value is InterfaceRecord => typeof value === 'object' && value !== null;

const textOf = (html: unknown): Cell => (typeof html === 'string' ? summaryOf(html, MOST_TEXT) : undefined);

/** Characters of a text; more would not fit into the cell of a spreadsheet. */
const MOST_TEXT = 32_000;

/** Lists and objects, such as fields of the site, are JSON; an empty list is an empty cell. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) && value.length === 0 ? undefined : JSON.stringify(value);
}

/** The value of a cell; a boolean is written as `true` or `false`, and nothing is an empty cell. */
export type Cell = string | number | boolean | null | undefined;

/** A record of CSV (RFC 4180) with its line end. Texts are quoted, numbers and booleans are not. */
export const rowOf = (cells: readonly Cell[], separator = ','): string =>
  `${cells.map(cell => writtenCell(cell, separator)).join(separator)}\r\n`;

function writtenCell(cell: Cell, separator: string): string {
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

/** With their full-width, small and raised variants, of which NFKC makes ASCII. */
const SIGNS =
  '[=+\\-@\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20\\u207A\\u207B\\u207C\\u208A\\u208B\\u208C]';

/** Invisible characters may stand before it. */
const FORMULA = /^[\p{Cf}\s]*[=+\-@]/u;
const BEHIND_SEMICOLON = new RegExp(`;(?=[\\p{Cf}\\s"']*${SIGNS})`, 'gu');
const BEHIND_EITHER = new RegExp(BEHIND_SEMICOLON.source.replace(';', '[;,]'), 'gu');

/** What `spreadsheetText` has made of a cell, as it was typed, line by line. */
export const typedText = (cell: string): string => cell.replace(APOSTROPHE, '$1$2');

const APOSTROPHE = new RegExp(`(^|\\n)'(?=[\\p{Cf}\\s]*${SIGNS})|([;,])'(?=[\\p{Cf}\\s"']*${SIGNS})`, 'gu');

const CHARACTERS = { ',': ',', ';': ';', tab: '\t' } as const;

/** What separates the cells of a table, as a parameter names it. */
type Separator = keyof typeof CHARACTERS;

/** The argument of tables that names it. */
const separatorArgument = additional(
  choice(translationWords.separator, Object.keys(CHARACTERS) as Separator[]),
);

/** What the address of a table names as its separator; a comma if it names none. */
export function separatorAt(address: string): string {
  const named = new URL(address).searchParams.getAll('separator').at(-1) ?? ',';
  return Object.hasOwn(CHARACTERS, named) ? CHARACTERS[named as Separator] : ',';
}

/** What spreadsheets expect in a language: a semicolon where the comma is the decimal point. */
export const separatorIn = (language: Language): Separator => (language === 'en' ? ',' : ';');

/** The arguments of tables: the languages for which they have a column for each text, and what separates cells. */
export const tableArguments = {
  languages: additional(choices(translationWords.languages, languages)),
  separator: separatorArgument,
};

interface TableRecord {
  readonly shown: InterfaceRecord;
  /** The language of its own texts. */
  readonly own: Language;
  /** The record with the texts that it has in exactly one language. */
  readonly exactly: ReadonlyMap<Language, InterfaceRecord>;
}

/**
 * The columns of a table, with one for each of these languages behind each text (`title`, `title_fr`), and at the end
 * the language of the record.
 * @param texts the names of the columns of texts
 */
export function columnsIn(
  languages: readonly Language[],
  columns: CsvColumns<InterfaceRecord>,
  texts: ReadonlySet<string>,
): CsvColumns<TableRecord> {
  type Column = [string, (record: TableRecord) => Cell];
  const all = Object.entries(columns).flatMap(([name, cellOf]): Column[] => [
    [name, ({ shown }) => cellOf(shown)],
    ...(texts.has(name) ? languages : []).map(
      (language): Column => [`${name}_${language}`, ({ exactly }) => cellOf(exactly.get(language)!)],
    ),
  ]);
  return { ...Object.fromEntries(all), ...(languages.length > 0 && { language: ({ own }) => own }) };
}

/** What `show` makes of a record in each of these languages. */
export const inEach = (
  languages: readonly Language[],
  show: (language: Language) => InterfaceRecord,
): TableRecord['exactly'] => new Map(languages.map(language => [language, show(language)]));
