import { type CompiledQuery, type Insertable, sql, type Updateable } from 'kysely';
import type { PublishedTable } from '../kinds.ts';
import { dialectOf } from './dialect.ts';
import { send } from './direct.ts';
import { recurring } from './postgres/recurring.ts';
import type { Db, Tables } from './tables.ts';

/** Up to this many rows are sent to PostgreSQL as single values; more are sent as one array per column. */
const FEW = 10;

/**
 * Inserts rows that all have the same columns, without waiting for an answer (see `send`). Each statement is compiled
 * once.
 * @param ending the SQL after the rows: `on conflict …`
 */
export const insertRows = <Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  ending = '',
): Promise<void> =>
  (dialectOf(db).isOutOfProcess && rows.length > FEW ? insertLists : insertValues)(db, table, rows, ending);

/** Numbers of rows per statement. Each number needs a statement of its own, so there are few. */
const SIZES = [900, 300, 90, 30, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] as const;

/** SQLite allows no more values in a statement. */
const MAX_VALUES = 32_766;

async function insertValues<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  ending: string,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Insertable<Tables[Table]>)[];
  const { name } = dialectOf(db);
  for (let at = 0; at < rows.length; ) {
    const most = Math.min(rows.length - at, MAX_VALUES / columns.length);
    const some = rows.slice(at, at + SIZES.find(size => size <= most)!);
    const parameters = some.flatMap(row => columns.map(column => row[column]));
    const query = statement([name, 'values', table, some.length, ...columns, ending], () => {
      const compiled = db.insertInto(table).values(some).compile();
      return { ...compiled, sql: `${compiled.sql} ${ending}`.trimEnd() };
    });
    await send(db, { ...query, parameters });
    at += some.length;
  }
}

const statements = new Map<string, CompiledQuery>();

/** The statement of a key, which is compiled once. */
const statement = (key: readonly PropertyKey[], compile: () => CompiledQuery): CompiledQuery =>
  statements.getOrInsertComputed(key.join(' '), () => recurring(compile()));

/** Maximum number of rows per statement. The SQL is the same for each number of rows. */
const MAX_ROWS = 900;

/**
 * Inserts rows into PostgreSQL, each column as one array. With single values, the server takes half as long again,
 * mostly for parsing and planning the statement.
 */
async function insertLists<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  ending: string,
): Promise<void> {
  const columns = Object.keys(rows[0]!) as (string & keyof Insertable<Tables[Table]>)[];
  const query = await compiledLists(db, table, columns, ending);
  for (let at = 0; at < rows.length; at += MAX_ROWS) {
    const some = rows.slice(at, at + MAX_ROWS);
    const parameters = columns.map(column => some.map(row => row[column]));
    await db.executeQuery({ ...query, parameters });
  }
}

async function compiledLists(
  db: Db,
  table: keyof Tables,
  columns: readonly string[],
  ending: string,
): Promise<CompiledQuery> {
  const key = ['lists', table, ...columns, ending];
  const known = statements.get(key.join(' '));
  if (known) return known;
  const types = await typesOf(db, table);
  return statement(key, () => {
    const lists = columns.map(column => sql`${0}::${sql.raw(types.get(column)!)}[]`);
    const names = columns.map(column => sql.ref(column));
    return sql`insert into ${sql.table(table)} (${sql.join(names)})
      select * from unnest(${sql.join(lists)}) ${sql.raw(ending)}`.compile(db);
  });
}

/** Reads the types of a table's columns. */
async function typesOf(db: Db, table: keyof Tables): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Sets columns of one record, without waiting for an answer (see `send`). Each statement is compiled once. */
export function updateRow(db: Db, table: PublishedTable, id: number, columns: object): Promise<void> {
  const parameters = [...Object.values(columns), id];
  const query = statement(['update', dialectOf(db).name, table, ...Object.keys(columns)], () =>
    db.updateTable(table).set(columns).where('id', '=', 0).compile(),
  );
  return send(db, { ...query, parameters });
}

/** Tables in which each change of a row has the next revision, so that nobody overwrites what they have not seen. */
type RevisedTable = 'pending_edits' | 'public_proposals';

/** Writes values of a row as somebody has seen it; false if it has changed since. */
export async function updateSeen<Table extends RevisedTable>(
  db: Db,
  table: Table,
  { id, revision }: { readonly id: number; readonly revision: number },
  values: Updateable<Tables[Table]>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable<RevisedTable>(table)
    .set({ ...values, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
