import { because } from '../../intake/reason.ts';
import { MAX_COLUMNS, MAX_ROWS, type Sheet, type SheetRow } from './sheet.ts';

/** A sheet of a workbook, cell by cell. Columns count from 0. */
export class SheetBuilder {
  readonly hiddenRows = new Set<number>();
  readonly #most: number;
  readonly #rows = new Map<number, string[]>();
  readonly #hiddenColumns: { first: number; last: number }[] = [];
  /** What stands first in each hidden column. */
  readonly #hidden = new Map<number, string>();
  readonly #merged: { column: number; from: number; to: number }[] = [];

  /** @param most rows */
  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#rows.size > this.#most;
  }

  hideColumns(first: number, last: number): void {
    if (this.#hiddenColumns.length < MAX_COLUMNS) this.#hiddenColumns.push({ first, last });
  }

  put(number: number, column: number, value: string): void {
    if (value === '' || column >= MAX_COLUMNS || this.isFull) return;
    if (this.#hiddenColumns.some(({ first, last }) => column >= first && column <= last)) {
      if (!this.#hidden.has(column)) this.#hidden.set(column, value.slice(0, 60));
      return;
    }
    const cells = this.#rows.get(number) ?? [];
    this.#rows.set(number, cells);
    while (cells.length < column) cells.push('');
    cells[column] = value;
  }

  /** Rows up to a last one say the same as one above them. */
  repeat(number: number, last: number): void {
    const cells = this.#rows.get(number);
    for (let at = number + 1; cells && at <= last && !this.isFull; at++) {
      this.#rows.set(at, [...cells]);
      if (this.hiddenRows.has(number)) this.hiddenRows.add(at);
    }
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
    return {
      rows: all.sort((a, b) => a.number - b.number).slice(0, this.#most),
      notes: columns === '' ? [] : [because('hidden_columns', { count: this.#hidden.size, columns })],
      isCut: this.isFull,
    };
  }
}
