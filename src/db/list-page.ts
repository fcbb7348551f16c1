/** The records of one page, and how many match on all pages. */
export interface ListPage<Row> {
  rows: Row[];
  total: number;
}
