import type { CompiledQuery, Insertable } from 'kysely';
import type { Dialect } from './dialect.ts';
import { dialectOf } from './dialect.ts';
import { send } from './direct.ts';
import { insertLists } from './insert-lists.ts';
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
const SIZES = [900, 300, 90, 30, 10, 3, 2, 1] as const;

/** SQLite allows no more values in a statement. */
const MAX_VALUES = 32_766;

async function insertValues<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  ending: string,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Insertable<Tables[Table]>)[];
  for (let at = 0; at < rows.length; ) {
    const most = Math.min(rows.length - at, MAX_VALUES / columns.length);
    const some = rows.slice(at, at + SIZES.find(size => size <= most)!);
    const parameters = some.flatMap(row => columns.map(column => row[column]));
    await send(db, { ...compiled(db, table, some, columns, ending), parameters });
    at += some.length;
  }
}

const statements = new Map<string, CompiledQuery>();

function compiled<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  columns: readonly PropertyKey[],
  ending: string,
): CompiledQuery {
  const name: Dialect['name'] = dialectOf(db).name;
  const key = [name, table, rows.length, ...columns, ending].join(' ');
  const known = statements.get(key);
  if (known) return known;
  const compiled = db.insertInto(table).values(rows).compile();
  const fresh = recurring({ ...compiled, sql: `${compiled.sql} ${ending}`.trimEnd() });
  statements.set(key, fresh);
  return fresh;
}
