import type { Config } from '../../config.ts';
import { typedText } from '../../formats/csv/columns.ts';
import type { Language } from '../../i18n/language.ts';
import type { Origin } from '../../intake/identity.ts';
import { because, isReason, type Reason } from '../../intake/reason.ts';
import type { ReadRow, ReadSheet } from '../../intake/report.ts';
import type { ImportOptions } from '../../intake/run.ts';
import { SourceError, type SourceItem } from '../../intake/source-item.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { epochSeconds } from '../../lib/time/clock.ts';
import { toWall } from '../../lib/time/zones.ts';
import { isAgenda, readAgenda } from './agenda-json.ts';
import { beginnings, eventOf, placeOf } from './event.ts';
import { HeadingReader, type Headings, type SheetField } from './headings.ts';
import { monthOfTitles, writtenMonth } from './months.ts';
import { isOldWorkbook, isZip, MAX_BYTES, MAX_CELL, MAX_COLUMNS, MAX_ROWS, type Sheet } from './sheet.ts';
import { type CellOf, isCellError, isNeeded, isOfDays, orderIn, whenOf } from './times.ts';
import { MANIFEST, Zip } from './zip.ts';

/** How spreadsheets are read. */
export type SheetOptions = Pick<ImportOptions, 'language' | 'columns' | 'dateOrder'>;

interface RowWithEvent {
  readonly row: ReadRow;
  readonly cells: readonly string[];
  readonly record?: JsonObject;
  /** How the key of its event would begin. */
  readonly unread?: readonly string[];
}

/** Rows that cannot be read, above which nothing is said to be gone. */
const MOST_UNREAD = 1000;

/**
 * The events of a spreadsheet, in the form in which sites give theirs. Each row is an event or is told with the reason
 * why it is none.
 * @throws SourceError
 */
export async function* readSheets(
  file: Buffer,
  base: string,
  config: Config,
  options: SheetOptions,
): AsyncGenerator<SourceItem> {
  if (file.length > MAX_BYTES) throw new SourceError(because('large_file', { megabytes: MAX_BYTES / 1e6 }));
  const reader = new HeadingReader(options.columns);
  const sheets = await sheetsIn(file, reader, options.language ?? config.LANGUAGE);
  const all: RowWithEvent[] = [];
  const seen = new Map<string, ReadRow>();
  const unread: string[] = [];
  let [isWhole, isRead] = [true, false];
  for (const sheet of sheets) {
    const called = (why: Reason) =>
      sheet.name === '' ? why : because('in_sheet', { sheet: sheet.name, why });
    for (const note of sheet.notes) yield { note: called(note) };
    const found = withoutCodes(reader.find(sheet.rows), sheet.rows);
    if (sheet.isCut) yield { problem: called(because('many_rows', { count: MAX_ROWS })) };
    if (!found && (sheet.rows.length > 0 || (sheet.notes.length === 0 && !sheet.isCut)))
      yield { note: called(because('headless', { row: shownRow(sheet) })) };
    // No more of a heading is read.
    const heading = (cell: string, place: number) => (found!.returned.has(place) ? '' : cell.slice(0, 100));
    const headings = found?.cells.map(heading) ?? [];
    yield { sheet: shownSheet(sheet, found, options), headings };
    isWhole &&= !sheet.isCut && sheet.notes.every(({ code }) => code !== 'one_of_pages');
    if (!found) continue;
    isRead = true;
    for (const note of remarksOn(sheet, found)) yield { note: called(note) };
    for (const { isHidden, cells } of sheet.rows)
      if (isHidden) unread.push(...beginnings(cellIn(cells, found.columns)));
    for await (const one of rowsOf(sheet, found, config, options)) all.push(unique(one, seen));
  }
  if (!isRead) throw new SourceError(because('no_headings'));
  const origin: Origin = { base, host: undefined, store: undefined, isCalendar: true };
  const keys = new Set(all.flatMap(({ record }) => (record ? keyOf(record) : [])));
  unread.push(...all.flatMap(({ unread = [] }) => unread));
  yield { load: { base, keys, isWhole: isWhole && unread.length <= MOST_UNREAD, isSheet: true, unread } };
  yield { type: 'event', total: all.length };
  for (const { row, cells, record } of all) {
    yield { row, cells };
    if (record) yield { record, type: 'event', origin };
  }
}

/** What often stands in several rows is no identity, but rather the code of a kind. */
function withoutCodes(found: Headings | undefined, rows: Sheet['rows']): Headings | undefined {
  const place = found?.columns.get('id');
  if (!found || place === undefined) return found;
  const ids = rows.slice(found.at + 1).flatMap(({ cells }) => cells[place] || []);
  if (new Set(ids).size >= ids.length * LEAST_DISTINCT) return found;
  const columns = new Map([...found.columns].filter(([field]) => field !== 'id'));
  return { ...found, columns, unknown: [...found.unknown, found.cells[place] ?? ''] };
}

const LEAST_DISTINCT = 0.8;

async function sheetsIn(file: Buffer, headings: HeadingReader, language: Language): Promise<Sheet[]> {
  if (isZip(file)) {
    const [zip, { readWorkbook }] = [new Zip(file), await import('./xlsx.ts')];
    if (!zip.has(MANIFEST)) return readWorkbook(zip);
    const { readOpenDocument } = await import('./ods.ts');
    return readOpenDocument(zip);
  }
  if (isOldWorkbook(file)) throw new SourceError(because('old_workbook'));
  if (isAgenda(file.toString())) return [readAgenda(file, language)];
  const { readCsv } = await import('./csv.ts');
  return [await readCsv(file, headings.count)];
}

const shownRow = ({ rows }: Sheet): Reason | string =>
  rows.length === 0 ? because('empty') : rows[0]!.cells.filter(Boolean).join(', ').slice(0, 200);

/** Rows among which the headings may be, and from which cells are shown. */
const SHOWN_ROWS = 30;

/** The columns of a sheet; if no row is known to have its headings, those of the fullest one. */
function shownSheet({ name, rows }: Sheet, found: Headings | undefined, options: SheetOptions): ReadSheet {
  const filled = rows.slice(0, SHOWN_ROWS).map(({ cells }) => cells.filter(Boolean).length);
  const at = found?.at ?? filled.indexOf(Math.max(0, ...filled));
  const fields: Headings['columns'] = found?.columns ?? new Map();
  const fieldAt = new Map([...fields].map(([field, place]) => [place, field]));
  const below = rows.slice(at + 1, at + SHOWN_ROWS);
  const columns = (rows[at]?.cells ?? []).flatMap((heading, place) => {
    const sample = below.find(({ cells }) => cells[place])?.cells[place] ?? '';
    const shown = { heading: heading.slice(0, 100), field: fieldAt.get(place), sample: sample.slice(0, 100) };
    return heading === '' ? [] : [shown];
  });
  return { name, columns, dateOrder: options.dateOrder ?? orderIn(datesOf(rows.slice(at + 1), fields)) };
}

const datesOf = (rows: Sheet['rows'], columns: Headings['columns']): string[] =>
  rows.flatMap(({ cells }) =>
    (['date', 'end_date'] as const).map(field => cells[columns.get(field) ?? -1] ?? ''),
  );

/** What may name the month of a sheet: the rows above its headings, from the nearest one on, and its name. */
const titles = (rows: Sheet['rows'], at: number, name: string): string[] => [
  ...rows
    .slice(0, at)
    .filter(({ isHidden }) => !isHidden)
    .reverse()
    .flatMap(({ cells }) => cells.filter(Boolean)),
  name,
];

/** What is not read of a sheet. */
function remarksOn({ rows }: Sheet, { at, unknown }: Headings): Reason[] {
  const headed = rows[at]!.cells;
  const isBare = (cell: string, place: number) => cell !== '' && !headed[place];
  const body = rows.slice(at + 1);
  const bare = body.filter(({ cells }) => cells.some(isBare));
  const above = rows
    .slice(0, at)
    .map(({ number, cells }) => `${number} (${cells.filter(Boolean).join(', ').slice(0, 80)})`);
  const hidden = body.flatMap(({ isHidden, number }) => (isHidden ? number : []));
  const failed = body.filter(({ isHidden, cells }) => !isHidden && cells.some(isCellError));
  const long = rows.filter(({ cells }) => cells.some(({ length }) => length >= MAX_CELL));
  const isWide = rows.some(({ cells }) => cells.length >= MAX_COLUMNS);
  const columns = unknown.map(one => `"${one.slice(0, 60)}"`).join(', ');
  const remarks = [
    above.length > 0 && because('rows_above', { rows: above.join('; ') }),
    unknown.length > 0 && because('columns_unread', { columns }),
    bare[0] && because('bare_cells', { row: bare[0].number, count: bare.length }),
    hidden.length > 0 &&
      because('hidden_rows', { count: hidden.length, rows: rangesOf(hidden).slice(0, 200) }),
    failed[0] && because('error_cells', { row: failed[0].number, count: failed.length }),
    long[0] && because('long_cells', { row: long[0].number, count: long.length, characters: MAX_CELL }),
    isWide && because('first_columns', { count: MAX_COLUMNS }),
  ];
  return remarks.filter(isReason);
}

/** `2–13, 20` */
function rangesOf(numbers: readonly number[]): string {
  const starts = numbers.filter((number, at) => numbers[at - 1] !== number - 1);
  const ends = numbers.filter((number, at) => numbers[at + 1] !== number + 1);
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`)).join(', ');
}

async function* rowsOf(
  { name, rows }: Sheet,
  { at, columns, isOwn, returned }: Headings,
  config: Config,
  options: SheetOptions,
): AsyncGenerator<RowWithEvent> {
  const zone = config.TIME_ZONE.name;
  const typed = (cell: string, place: number) => (returned.has(place) ? '' : typedText(cell));
  const body = rows
    .slice(at + 1)
    .filter(({ isHidden }) => !isHidden)
    .map(row => (isOwn || returned.size > 0 ? { ...row, cells: row.cells.map(typed) } : row));
  const context = {
    language: options.language ?? config.LANGUAGE,
    now: toWall(epochSeconds(), zone),
    zone,
    order: options.dateOrder ?? orderIn(datesOf(body, columns)),
    isOfDays: !columns.has('all_day') && isOfDays(datesOf(body, columns)),
  };
  let month = monthOfTitles(titles(rows, at, name), context);
  for (const { number, cells, translations } of body) {
    await yieldIfDue();
    const cell = cellIn(cells, columns);
    const [said, ...others] = new Set(cells.filter(Boolean));
    // A row that names nothing but a month.
    if (said !== undefined && others.length === 0) month = writtenMonth(said, context, month) ?? month;
    const shown = {
      sheet: name,
      row: number,
      title: cell('title').slice(0, 300),
      place: placeOf(cell).slice(0, 300),
    };
    const when = whenOf(cell, { ...context, month });
    const left_out = cell('title') === '' ? because('no_title') : when;
    if ('code' in left_out || 'code' in when)
      yield { row: { ...shown, left_out: left_out as Reason }, cells, unread: beginnings(cell) };
    else {
      const { start_date: start, end_date: end, all_day, recurrence } = when;
      yield {
        row: { ...shown, start, end, all_day, recurrence },
        cells,
        record: { ...eventOf(cell, when, { zone, isOwn }), translations },
      };
    }
  }
}

/** Errors of formulas count as such only where an event cannot be without a value. */
const cellIn =
  (cells: readonly string[], columns: Headings['columns']): CellOf =>
  (field: SheetField) => {
    const text = cells[columns.get(field) ?? -1]?.trim() ?? '';
    return !isNeeded(field) && isCellError(text) ? '' : text;
  };

const keyOf = ({ almanac }: JsonObject): string => (almanac as { key: string }).key;

/** A row that another one repeats is told. */
function unique(one: RowWithEvent, seen: Map<string, ReadRow>): RowWithEvent {
  if (!one.record) return one;
  const key = keyOf(one.record);
  const first = seen.get(key);
  if (!first) seen.set(key, one.row);
  return first
    ? { cells: one.cells, row: { ...one.row, left_out: because('same_row', { row: first.row }) } }
    : one;
}
