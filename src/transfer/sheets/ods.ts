import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { isDay } from '../../lib/time/dates.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_SHEETS, NOTHING, type Sheet } from './sheet.ts';
import { SheetBuilder, wholeRoom } from './sheet-builder.ts';
import { parse } from './xlsx.ts';
import { MANIFEST, type Zip } from './zip.ts';

type Attributes = Readonly<Record<string, string>>;

/**
 * The sheets of a spreadsheet of OpenDocument (ISO/IEC 26300), piece by piece.
 * @throws SourceError
 */
export async function readOpenDocument(zip: Zip): Promise<Sheet[]> {
  await parse(zip, MANIFEST, { open: refuseEncrypted });
  const sheets: Sheet[] = [];
  const hiddenStyles = new Set<string | undefined>();
  let [table, row, cell, style]: Attributes[] = [];
  const room = wholeRoom();
  let [sheet, isSpreadsheet] = [new SheetBuilder(room), false];
  let [number, column, text] = [1, 0, ''];
  // How deep the parser is in a text, and in what lies above cells, such as a remark.
  const inside = { text: 0, above: 0 };
  const add = (more: string) => {
    if (inside.text > 0 && inside.above === 0 && text.length < MAX_CELL) text += more;
  };
  await parse(zip, 'content.xml', {
    open(name, attributes) {
      if (ABOVE.test(name)) inside.above++;
      if (name === 'p' && inside.text++ === 0 && text !== '') add('\n');
      if (name in BLANKS) add(BLANKS[name]!);
      if (name === 'style') style = attributes;
      if (attributes['table:display'] === 'false') hiddenStyles.add(style?.['style:name']);
      if (name === 'spreadsheet') isSpreadsheet = true;
      if (name === 'table') [table, sheet, number, column] = [attributes, new SheetBuilder(room), 1, 0];
      if (name === 'table-column' && isHidden(attributes))
        sheet.hideColumns(column, column + repeats(attributes, 'columns') - 1);
      if (name === 'table-column') column += repeats(attributes, 'columns');
      if (name === 'table-row') [row, column] = [attributes, 0];
      if (CELL.test(name)) [cell, text] = [attributes, ''];
    },
    text: more => add(more.replace(/\s+/g, ' ')),
    close(name) {
      if (ABOVE.test(name)) inside.above--;
      if (name === 'p') inside.text--;
      if (CELL.test(name)) {
        const value = name === 'table-cell' ? cellValue(cell!, text) : '';
        const end = Math.min(column + repeats(cell!, 'columns'), MAX_COLUMNS);
        const last = number + Number(cell!['table:number-rows-spanned'] ?? 1) - 1;
        if (last > number && value !== '') sheet.merge(column, number, last);
        for (; column < end; column++) sheet.put(number, column, value);
      }
      if (name === 'table-row') {
        if (isHidden(row!)) sheet.hiddenRows.add(number);
        const last = number + repeats(row!, 'rows') - 1;
        sheet.repeat(number, last);
        number = last + 1;
      }
      if (name === 'table' && isSpreadsheet) {
        const read = hiddenStyles.has(table!['table:style-name']) ? NOTHING : sheet.finish();
        sheets.push({ name: table!['table:name'] ?? '', ...read });
      }
    },
    isDone: () => sheets.at(-1)?.isCut === true || sheets.length >= MAX_SHEETS,
  });
  if (!isSpreadsheet) throw new SourceError(because('no_workbook'));
  return sheets;
}

function refuseEncrypted(name: string): void {
  if (name === 'encryption-data') throw new SourceError(because('old_workbook'));
}

const CELL = /^(?:covered-)?table-cell$/;
const ABOVE = /^(?:annotation|shapes|frame|custom-shape|g|control)$/;
const BLANKS: Readonly<Record<string, string>> = { 'line-break': '\n', s: ' ', tab: ' ' };

const isHidden = ({ 'table:visibility': visibility = '' }: Attributes): boolean =>
  /^(?:collapse|filter)$/.test(visibility);

const repeats = (element: Attributes, what: 'rows' | 'columns'): number =>
  Math.min(Math.max(Number(element[`table:number-${what}-repeated`]) || 1, 1), 1e7);

/** Dates and times as in ISO 8601, plain numbers in full, and all else as people see it. */
function cellValue(cell: Attributes, text: string): string {
  const { 'office:value-type': type, 'office:value': number = '', 'office:time-value': time = '' } = cell;
  const seen = (text || (cell['office:string-value'] ?? ''))
    .slice(0, MAX_CELL)
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim();
  if (type === 'date') return dateIn(cell['office:date-value'] ?? '', seen) ?? seen;
  const [, hours, minutes = 0, seconds = 0] = /^PT(\d+)H(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(time) ?? [];
  const all = Math.round(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
  if (type === 'time' && hours) return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
  if (type === 'boolean') return cell['office:boolean-value'] ?? '';
  return type === 'float' && number !== '' ? String(Number(Number(number).toPrecision(15))) : seen;
}

/** A month alone if people see no day, a time alone on the day before all days, and a moment if they see its time. */
function dateIn(value: string, seen: string): string | undefined {
  const instant = Date.parse(value.includes('T') ? `${value}Z` : value);
  if (Number.isNaN(instant) || !isDay(value.slice(0, 10))) return undefined;
  const [date, time] = new Date(Math.round(instant / 1000) * 1000).toISOString().slice(0, 16).split('T');
  if (/^(?:1899-12-30|1904-01-01)$/.test(date!)) return time;
  if (/\d ?[:h]/i.test(seen) || time !== '00:00') return `${date} ${time}`;
  const showsDay = !/\d/.test(seen) || new RegExp(`(?<!\\d)0?${Number(date!.slice(8))}(?!\\d)`).test(seen);
  return showsDay ? date : date!.slice(0, 7);
}
