import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { MAX_COLUMNS, MAX_ROWS, type Sheet, type SheetRow } from './sheet.ts';

/** What all sheets of a workbook together may still have: otherwise a small file takes gigabytes. */
export interface WorkbookRoom {
  rows: number;
  /** Of all cells: a text that many cells name, or a row that is repeated, counts each time. */
  characters: number;
}

export const wholeRoom = (): WorkbookRoom => ({ rows: MAX_ROWS, characters: 50_000_000 });

/** A sheet of a workbook, cell by cell. Columns count from 0. */
export class SheetBuilder {
  readonly hiddenRows = new Set<number>();
  readonly #room: WorkbookRoom;
  readonly #rows = new Map<number, string[]>();
  readonly #hiddenColumns: { first: number; last: number }[] = [];
  /** What stands first in each hidden column. */
  readonly #hidden = new Map<number, string>();
  readonly #merged: { column: number; from: number; to: number }[] = [];

  constructor(room: WorkbookRoom) {
    this.#room = room;
  }

  get isFull(): boolean {
    return this.#rows.size > this.#room.rows;
  }

  hideColumns(first: number, last: number): void {
    if (this.#hiddenColumns.length < MAX_COLUMNS) this.#hiddenColumns.push({ first, last });
  }

  /** @throws SourceError if there are too many texts, as `repeat` and `finish` do */
  put(number: number, column: number, value: string): void {
    if (value === '' || column >= MAX_COLUMNS || this.isFull) return;
    if (this.#hiddenColumns.some(({ first, last }) => column >= first && column <= last)) {
      if (!this.#hidden.has(column)) this.#hidden.set(column, value.slice(0, 60));
      return;
    }
    this.#count(value.length);
    const cells = this.#rows.get(number) ?? [];
    this.#rows.set(number, cells);
    while (cells.length < column) cells.push('');
    cells[column] = value;
  }

  /** Rows up to a last one say the same as one above them. */
  repeat(number: number, last: number): void {
    const cells = this.#rows.get(number);
    const characters = cells?.join('').length ?? 0;
    for (let at = number + 1; cells && at <= last && !this.isFull; at++) {
      this.#count(characters);
      this.#rows.set(at, [...cells]);
      if (this.hiddenRows.has(number)) this.hiddenRows.add(at);
    }
  }

  #count(characters: number): void {
    this.#room.characters -= characters;
    if (this.#room.characters < 0) throw new SourceError(because('many_texts'));
  }

  /** Cells of a column are one, whose value counts for each of their rows that says something else. */
  merge(column: number, from: number, to: number): void {
    if (this.#merged.length < MAX_ROWS) this.#merged.push({ column, from, to });
  }

  finish(): Omit<Sheet, 'name'> {
    let left = MAX_ROWS * 10;
    for (const { column, from, to } of this.#merged) {
      const value = this.#rows.get(from)?.[column] ?? '';
      const last = value === '' ? from : Math.min(to, from + left);
      left -= Math.max(0, last - from);
      for (let at = from + 1; at <= last; at++) if (this.#rows.has(at)) this.put(at, column, value);
    }
    const all = [...this.#rows].map(([number, cells]): SheetRow => {
      return { number, cells, ...(this.hiddenRows.has(number) && { isHidden: true }) };
    });
    const columns = [...this.#hidden.values()].map(text => `"${text}"`).join(', ');
    const isCut = this.isFull;
    const rows = all.sort((a, b) => a.number - b.number).slice(0, this.#room.rows);
    this.#room.rows -= rows.length;
    const notes = columns === '' ? [] : [because('hidden_columns', { count: this.#hidden.size, columns })];
    return { rows, notes, isCut };
  }
}
