import { type CompiledQuery, type Insertable, sql } from 'kysely';
import { recurring } from './postgres/recurring.ts';
import type { Db, Tables } from './tables.ts';

/** Maximum number of rows per statement. The SQL is the same for each number of rows. */
const MAX_ROWS = 900;

/**
 * Inserts rows into PostgreSQL, each column as one array. With single values, the server takes half as long again,
 * mostly for parsing and planning the statement.
 */
export async function insertLists<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  ending: string,
): Promise<void> {
  const columns = Object.keys(rows[0]!) as (string & keyof Insertable<Tables[Table]>)[];
  const query = await compiled(db, table, columns, ending);
  for (let at = 0; at < rows.length; at += MAX_ROWS) {
    const some = rows.slice(at, at + MAX_ROWS);
    const parameters = columns.map(column => some.map(row => row[column]));
    await db.executeQuery({ ...query, parameters });
  }
}

const statements = new Map<string, CompiledQuery>();

async function compiled(
  db: Db,
  table: keyof Tables,
  columns: readonly string[],
  ending: string,
): Promise<CompiledQuery> {
  const key = [table, ...columns, ending].join(' ');
  const known = statements.get(key);
  if (known) return known;
  const types = await typesOf(db, table);
  const lists = columns.map(column => sql`${0}::${sql.raw(types.get(column)!)}[]`);
  const names = columns.map(column => sql.ref(column));
  const insert = sql`insert into ${sql.table(table)} (${sql.join(names)})
    select * from unnest(${sql.join(lists)}) ${sql.raw(ending)}`;
  const fresh = recurring(insert.compile(db));
  statements.set(key, fresh);
  return fresh;
}

/** Reads the types of a table's columns. */
async function typesOf(db: Db, table: keyof Tables): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db);
  return new Map(rows.map(({ name, type }) => [name, type]));
}
