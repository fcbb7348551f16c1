import { summaryOf } from '../../lib/text/summary.ts';
import { type Cell, rowOf } from './cell.ts';

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
export type ShownRecord = Readonly<Record<string, unknown>>;

/** Columns that have the members of these names as they are. */
export const memberColumns = (...names: readonly string[]): CsvColumns<ShownRecord> =>
  Object.fromEntries(names.map(name => [name, shown => cellOf(shown[name])]));

/** A column with the text of a member that is HTML. */
export const textColumn = (name: string): CsvColumns<ShownRecord> => ({
  [name]: shown => textOf(shown[name]),
});

/** The address of an image; its other members are for programs. */
export const imageColumn: CsvColumns<ShownRecord> = {
  image: ({ image }) => (isRecord(image) ? cellOf(image.url) : undefined),
};

/** Linked records: none, one alone, or a list. */
export const recordsOf = (linked: unknown): ShownRecord[] => [linked].flat().filter(isRecord);

/** The values of this member in all records, separated by vertical bars. */
export const joined = (records: readonly ShownRecord[], name: string): string =>
  records
    .map(record => cellOf(record[name]))
    .filter(value => value !== undefined && value !== '')
    .join(' | ');

const isRecord = (value: unknown): value is ShownRecord => typeof value === 'object' && value !== null;

const textOf = (html: unknown): Cell => (typeof html === 'string' ? summaryOf(html, MOST_TEXT) : undefined);

/** Characters of a text; more would not fit into the cell of a spreadsheet. */
const MOST_TEXT = 32_000;

/** Lists and objects, such as fields of the site, are JSON; an empty list is an empty cell. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) && value.length === 0 ? undefined : JSON.stringify(value);
}
