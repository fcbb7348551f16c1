/** Rows to skip and to take. */
export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

/** The records of one page, and how many match on all pages. */
export interface ListPage<Row> {
  rows: Row[];
  total: number;
}
