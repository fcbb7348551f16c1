import { posix } from 'node:path';
import { Parser } from 'htmlparser2';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, NOTHING, type Sheet } from './sheet.ts';
import { SheetBuilder, type WorkbookRoom, wholeRoom } from './sheet-builder.ts';
import type { Zip } from './zip.ts';

/** Deeper than any part of a workbook. */
const MAX_DEPTH = 50;

/**
 * The sheets of a workbook (ECMA-376), piece by piece, so that no part of it is in memory as a whole.
 * @throws SourceError
 */
export async function readWorkbook(zip: Zip): Promise<Sheet[]> {
  if (!zip.has(WORKBOOK)) throw new SourceError(because('no_workbook'));
  const targets = new Map<string, string>();
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await parse(zip, RELATIONS, {
    open: (name, { Id = '', Target = '' }) => void (name === 'Relationship' && targets.set(Id, Target)),
  });
  await parse(zip, WORKBOOK, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? '';
      const { name: called = '', state = 'visible' } = attributes;
      if (name === 'sheet') sheets.push({ name: called, id, isHidden: state !== 'visible' });
    },
  });
  const cells = { strings: await stringsOf(zip), kinds: await datesOf(zip), is1904 };
  const read: Sheet[] = [];
  const room = wholeRoom();
  for (const { name, id, isHidden } of sheets.slice(0, MAX_SHEETS)) {
    const target = posix.resolve('/xl', targets.get(id) ?? '').slice(1);
    const sheet = isHidden ? NOTHING : await sheetOf(zip, target, cells, room);
    read.push({ name, ...sheet });
    if (sheet.isCut) break;
  }
  return read;
}

const [WORKBOOK, RELATIONS] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];

interface Handlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Whether the rest need not be read. */
  isDone?(): boolean;
}

/** Parses a part of a workbook. The parser expands no entities but those of XML. */
export async function parse(zip: Zip, part: string, { open, text, close, isDone }: Handlers): Promise<void> {
  let depth = 0;
  const plain = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new SourceError(because('damaged'));
        open?.(plain(name), attributes);
      },
      ontext: text,
      onclosetag(name) {
        depth--;
        close?.(plain(name));
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  for await (const piece of zip.pieces(part)) {
    parser.write(decoder.decode(piece, { stream: true }));
    await yieldIfDue();
    if (isDone?.()) return;
  }
  parser.end();
}

/** The texts that cells name by their number. */
async function stringsOf(zip: Zip): Promise<string[]> {
  const strings: string[] = [];
  const reader = new TextReader();
  await parse(zip, 'xl/sharedStrings.xml', {
    open: name => reader.open(name),
    text: text => reader.add(text),
    close(name) {
      reader.close(name);
      if (name === 'si') strings.push(reader.take());
      if (strings.length > MAX_ROWS * MAX_COLUMNS) throw new SourceError(because('many_texts'));
    },
  });
  return strings;
}

/** The text in `t`, without what tells how it is pronounced. */
class TextReader {
  #text = '';
  #isText = false;
  #isSound = false;

  open(name: string): void {
    if (name === 'rPh') this.#isSound = true;
    if (name === 't' || name === 'v') this.#isText = !this.#isSound;
  }

  add(text: string): void {
    if (this.#isText && this.#text.length < MAX_CELL) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isSound = false;
    if (name === 't' || name === 'v') this.#isText = false;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text
      .slice(0, MAX_CELL)
      .replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/[^\P{Cc}\t\n\r]/gu, '')
      .replace(/\r\n?/g, '\n')
      .trim();
  }
}

/**
 * Whether numbers are dates or times: days, moments that show their time, months alone (May 2031, of which no day was
 * meant), or hours that have passed, which may be more than 24.
 */
type DateKind = 'date' | 'moment' | 'month' | 'elapsed' | undefined;

/** What the numbers of cells of a style are. */
async function datesOf(zip: Zip): Promise<DateKind[]> {
  const formats = new Map<string, string>();
  const styles: DateKind[] = [];
  let isCells = false;
  await parse(zip, 'xl/styles.xml', {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') formats.set(numFmtId, formatCode.slice(0, 255));
      if (name === 'cellXfs') isCells = true;
      const format = formats.get(numFmtId);
      if (name === 'xf' && isCells) styles.push(format === undefined ? ownKind(numFmtId) : kindOf(format));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

/** The numbers of formats that every program knows. */
const OWN_DATES = /^(?:1[4-9]|2[0-27-9]|3[0-6]|4[5-7]|5[0-8])$/;

const OWN_KINDS: Readonly<Record<string, DateKind>> = { 17: 'month', 22: 'moment', 46: 'elapsed' };

const ownKind = (id: string): DateKind => OWN_KINDS[id] ?? (OWN_DATES.test(id) ? 'date' : undefined);

function kindOf(format: string): DateKind {
  const plain = format.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General/gi, '');
  if (!/[ymdhs]/i.test(plain)) return undefined;
  if (/\[/.test(plain)) return 'elapsed';
  if (/d/i.test(plain) && /h/i.test(plain)) return 'moment';
  return /[dhs]/i.test(plain) || !/y|mmm/i.test(plain) ? 'date' : 'month';
}

interface CellContext {
  readonly strings: readonly string[];
  readonly kinds: readonly DateKind[];
  readonly is1904: boolean;
}

async function sheetOf(
  zip: Zip,
  part: string,
  context: CellContext,
  room: WorkbookRoom,
): Promise<Omit<Sheet, 'name'>> {
  const sheet = new SheetBuilder(room);
  const reader = new TextReader();
  let [number, column] = [0, -1];
  let cell: Record<string, string> = {};
  await parse(zip, part, {
    open(name, attributes) {
      reader.open(name);
      if (name === 'row') [number, column] = [Number(attributes.r) || number + 1, -1];
      if (name === 'row' && isHidden(attributes)) sheet.hiddenRows.add(number);
      if (name === 'col' && isHidden(attributes))
        sheet.hideColumns(Number(attributes.min) - 1, Number(attributes.max) - 1);
      if (name === 'c') [cell, column] = [attributes, columnOf(attributes.r) ?? column + 1];
      if (name === 'mergeCell') mergeRange(sheet, attributes.ref);
    },
    text: text => reader.add(text),
    close(name) {
      reader.close(name);
      if (name === 'c') sheet.put(number, column, textIn(reader.take(), cell, context));
    },
    isDone: () => sheet.isFull,
  });
  return sheet.finish();
}

const isHidden = ({ hidden = '' }: Record<string, string>): boolean => /^(?:1|true)$/.test(hidden);

/** `C5` is in the third column, 2. */
function columnOf(reference = ''): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textIn(text: string, { t = 'n', s = '' }: Record<string, string>, context: CellContext): string {
  if (t === 's') return context.strings[Number(text)] ?? '';
  if (t === 'b') return text === '1' ? 'true' : 'false';
  const number = Number(text);
  if (t !== 'n' || text === '' || !Number.isFinite(number)) return text;
  const kind = context.kinds[Number(s)];
  if (!kind) return String(Number(number.toPrecision(15)));
  if (kind === 'elapsed')
    return `${Math.floor(Math.round(number * 1440) / 60)}:${two(Math.round(number * 1440) % 60)}`;
  const date = dateText(number, context.is1904, kind === 'moment');
  return kind === 'month' ? date.slice(0, 7) : date;
}

/** Days with their fraction, which is seldom exact: 11:00 may be 0.458333333328. */
function dateText(days: number, is1904: boolean, isMoment: boolean): string {
  const seconds = Math.round(days * 86_400);
  const [day, second] = [Math.floor(seconds / 86_400), seconds % 86_400];
  const time = `${two(second / 3600)}:${two((second / 60) % 60)}`;
  if (day === 0) return time;
  // The programs count 29 February 1900, which was none.
  const first = is1904 ? FIRST_1904 : day < 61 ? FIRST_1900 + 1 : FIRST_1900;
  if (days < 0 || first + day > LAST) return `#${days}`;
  return dateOf(first + day) + (second === 0 && !isMoment ? '' : ` ${time}`);
}

const two = (value: number) => String(Math.floor(value)).padStart(2, '0');

/** In days from 1970-01-01: 1904-01-01, 1899-12-30, 9999-12-31. */
const [FIRST_1904, FIRST_1900, LAST] = [-24_107, -25_569, 2_932_896];

function mergeRange(sheet: SheetBuilder, range = ''): void {
  const [, start = '', from, to] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(range) ?? [];
  const column = columnOf(`${start}1`);
  if (column !== undefined) sheet.merge(column, Number(from), Number(to));
}
