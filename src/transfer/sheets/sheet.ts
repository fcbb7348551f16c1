/** A row as it is numbered in its sheet. Dates and times of workbooks are written as in ISO 8601. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly string[];
}

export interface Sheet {
  /** The name of a sheet of a workbook; '' for a file of text. */
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** What the report says of how it was read. */
  readonly notes: readonly string[];
  /** It has more than what is read. */
  readonly isCut: boolean;
}

/** Bytes of a file. */
export const MAX_BYTES = 20_000_000;
export const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 200;
/** Characters of a cell; spreadsheets take no more. */
export const MAX_CELL = 32_767;
