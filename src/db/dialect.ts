import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from './tables.ts';

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

/** Calls `read` with a handle for which nothing changes meanwhile, and which keeps nobody from writing. */
export const snapshot = <Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> =>
  db.connection().execute(async db => {
    await sql`begin deferred`.execute(db);
    try {
      return await read(db);
    } finally {
      await sql`commit`.execute(db);
    }
  });
