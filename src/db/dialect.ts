import { type Expression, type RawBuilder, sql } from 'kysely';

/** What SQLite and PostgreSQL say differently; everything else is one text for both. */
export interface Dialect {
  /** The type of a column that numbers its rows. */
  identity: string;
}

export const sqliteDialect: Dialect = { identity: 'integer primary key autoincrement' };

/** True where `needle` occurs in `text`; both are folded already. */
export const contains = (text: Expression<unknown>, needle: string): RawBuilder<boolean> =>
  sql<boolean>`instr(${text}, ${needle}) > 0`;

/** True where one text of a JSON list of texts contains all the needles. */
export const someItemContains = (
  list: Expression<unknown>,
  needles: readonly string[],
): RawBuilder<boolean> => {
  const all = sql.join(
    needles.map(needle => contains(sql.ref('value'), needle)),
    sql` and `,
  );
  return sql<boolean>`exists (select 1 from json_each(${list}) where ${all})`;
};
