/** Rows to skip and to take. */
export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

/** The records of one page, and the total number of matches. */
export interface ListPage<Row> {
  rows: Row[];
  total: number;
}
