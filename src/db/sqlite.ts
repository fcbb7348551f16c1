import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrate } from './migrate.ts';
import { alone, embedded } from './sqlite-driver.ts';
import type { Db, Tables } from './tables.ts';

/** Opens the embedded store, creating the file and its folder, and brings its schema up to date. */
export async function openSqlite(file: string): Promise<Db> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // It holds drafts, addresses and hashes: like its folder, it is for the account that runs the service.
  closeSync(openSync(file, 'a', 0o600));
  const writer = new DatabaseSync(file);
  try {
    await prepare(writer);
    return new Kysely<Tables>({ dialect: embedded(file, writer) });
  } catch (error) {
    writer.close();
    throw error;
  }
}

async function prepare(writer: DatabaseSync): Promise<void> {
  // A commit is on disk before it is answered: synchronous stays FULL, also in WAL mode.
  for (const pragma of [
    'busy_timeout = 10000',
    'journal_mode = wal',
    'synchronous = full',
    'foreign_keys = on',
    // 32 MB of pages, and 16 MB of log before it is brought into the file: an import touches many pages many times.
    'cache_size = -32768',
    'wal_autocheckpoint = 4000',
  ])
    writer.exec(`pragma ${pragma}`);
  await migrate(new Kysely<Tables>({ dialect: alone(writer) }));
  // From here on a group waits for other processes, and does so without holding up this one.
  writer.exec('pragma busy_timeout = 0');
}
