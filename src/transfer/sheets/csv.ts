import { because } from '../../intake/reason.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS, type Sheet, type SheetRow } from './sheet.ts';

/**
 * Reads a table of text, in whatever encoding and with whatever separator spreadsheets have written it.
 * @param known how many headings of a row are known: the separator is the one that shows most of them
 */
export async function readCsv(file: Buffer, known: (cells: readonly string[]) => number): Promise<Sheet> {
  const { text, encoding } = decoded(file);
  const [line, declared] = /^sep=(.)\r?\n/i.exec(text) ?? ['', undefined];
  const separator = declared ?? likeliest(text, known);
  const rows: SheetRow[] = [];
  let isCut = false;
  for (const row of records(text.slice(line.length), separator)) {
    await yieldIfDue();
    if (row.cells.every(cell => cell === '')) continue;
    isCut = rows.length === MAX_ROWS;
    if (isCut) break;
    rows.push(line === '' ? row : { ...row, number: row.number + 1 });
  }
  return {
    name: '',
    rows,
    isCut,
    notes: [because('read_as', { encoding, separator: separator === '\t' ? '⇥' : separator })],
  };
}

const SEPARATORS = [',', ';', '\t', '|'];

function decoded(file: Buffer): { text: string; encoding: string } {
  const named = encodingOf(file);
  const text = new TextDecoder(named).decode(file);
  const names = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', macintosh: 'Mac Roman' };
  return { text, encoding: named === 'windows-1252' ? 'Windows-1252' : names[named] };
}

function encodingOf(file: Buffer) {
  const start = file.subarray(0, 2000);
  const zeros = [0, 1].map(odd => start.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  if ((start[0] === 0xff && start[1] === 0xfe) || zeros[1]! > start.length / 4) return 'utf-16le';
  if ((start[0] === 0xfe && start[1] === 0xff) || zeros[0]! > start.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file);
    return 'utf-8';
  } catch {
    return isMacRoman(file) ? 'macintosh' : 'windows-1252';
  }
}

/** Old Macs have their letters where Windows has quotation marks and dashes, which hardly stand within words. */
function isMacRoman(file: Buffer): boolean {
  const text = file.toString('latin1');
  const within = (letters: string) =>
    text.match(new RegExp(`(?<=[A-Za-z])[${letters}](?=[A-Za-z ,;.\t])`, 'g'))?.length ?? 0;
  return within('\x83\x87\x88\x8d-\x8f\x96\x97\x9c\x9f') > within('\xc0-\xff');
}

/** Rows by which the separator is found. */
const SAMPLE = 40;

function likeliest(text: string, known: (cells: readonly string[]) => number): string {
  const scored = SEPARATORS.map(separator => {
    const rows = [...records(text, separator).take(SAMPLE)].map(({ cells }) => cells);
    const lengths = Map.groupBy(rows, ({ length }) => length);
    const regular = Math.max(0, ...[...lengths].map(([length, { length: count }]) => (length - 1) * count));
    return { separator, score: Math.max(0, ...rows.map(known)) * 1_000_000 + regular };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}

/** Characters of a cell before its doubled quotes, line ends and blanks are read. */
const MAX_READ = 4 * MAX_CELL;

/** The records of a table (RFC 4180); quotes within a cell that does not begin with one are characters. */
export function* records(text: string, separator: string): Generator<SheetRow, undefined> {
  let cells: string[] = [];
  let number = 1;
  for (let at = 0; at < text.length; ) {
    const quoted = text[at] === '"' ? endOfQuotes(text, at, separator) : at;
    let end = quoted;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
    const inside = quoted > at ? text.slice(at + 1, Math.min(quoted - 1, at + MAX_READ)) : '';
    const outside = text.slice(quoted, Math.min(end, quoted + MAX_READ));
    const cell = (inside.replaceAll('""', '"') + outside).replace(/\r\n?/g, '\n').trim();
    if (cells.length < MAX_COLUMNS) cells.push(cell.slice(0, MAX_CELL));
    at = end + 1;
    if (text[end] === separator && at < text.length) continue;
    if (text[end] === '\r' && text[at] === '\n') at++;
    yield { number: number++, cells };
    cells = [];
  }
}

/** Behind the quote that ends a cell; its start if none does: `"Jazz" live` and a quote that nothing closes are characters. */
function endOfQuotes(text: string, start: number, separator: string): number {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) return start;
    const next = text[at + 1];
    if (next !== '"') return next === undefined || `${separator}\r\n`.includes(next) ? at + 1 : start;
  }
}
