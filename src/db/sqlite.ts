import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from './migrate.ts';
import type { Db, Tables } from './tables.ts';

/** Opens the embedded store, creating the file and its folder, and brings its schema up to date. */
export async function openSqlite(file: string): Promise<Db> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // It holds drafts, addresses and hashes: like its folder, it is for the account that runs the service.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  // A commit is on disk before it is answered: synchronous stays FULL, also in WAL mode.
  for (const pragma of [
    'busy_timeout = 10000',
    'journal_mode = wal',
    'synchronous = full',
    'foreign_keys = on',
  ])
    database.exec(`pragma ${pragma}`);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: kyselyHandle(database) }) });
  await migrate(db);
  return db;
}

const STATEMENTS_KEPT = 500;

/** `node:sqlite` in the shape that Kysely's SQLite dialect expects, with prepared statements kept. */
function kyselyHandle(database: DatabaseSync) {
  const kept = new Map<string, StatementSync>();
  const prepared = (text: string): StatementSync => {
    const known = kept.get(text);
    if (known) return known;
    // A transaction here always writes: it takes the write lock at once, or waits for it, and never loses it.
    const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
    if (kept.size >= STATEMENTS_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(text, statement);
    return statement;
  };
  return {
    close: () => database.close(),
    prepare: (text: string) => {
      const statement = prepared(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      };
    },
  };
}

/** Kysely passes on what the typed queries hold: text, numbers and null. */
const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
