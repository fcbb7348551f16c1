import type { CompiledQuery } from 'kysely';
import type { PublishedTable } from '../kinds.ts';
import { dialectOf } from './dialect.ts';
import { send } from './direct.ts';
import { recurring } from './postgres/recurring.ts';
import type { Db } from './tables.ts';

/** Sets columns of one record, without waiting for an answer (see `send`). Each statement is compiled once. */
export function updateRow(db: Db, table: PublishedTable, id: number, columns: object): Promise<void> {
  const parameters = [...Object.values(columns), id];
  return send(db, { ...compiled(db, table, columns), parameters });
}

const statements = new Map<string, CompiledQuery>();

function compiled(db: Db, table: PublishedTable, columns: object): CompiledQuery {
  const key = [dialectOf(db).name, table, ...Object.keys(columns)].join(' ');
  const known = statements.get(key);
  if (known) return known;
  const fresh = recurring(db.updateTable(table).set(columns).where('id', '=', 0).compile());
  statements.set(key, fresh);
  return fresh;
}
