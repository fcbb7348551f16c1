import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrate, stepsTaken } from './migrate.ts';
import { alone, embedded } from './sqlite-driver.ts';
import type { Db, Tables } from './tables.ts';
import { startThread } from './threads.ts';

/** Opens the embedded store, creating the file and its folder, and brings its schema up to date. */
export async function openSqlite(file: string): Promise<Db> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // It holds drafts, addresses and hashes: like its folder, it is for the account that runs the service.
  closeSync(openSync(file, 'a', 0o600));
  const writer = openWriter(file);
  try {
    const db = new Kysely<Tables>({ dialect: alone(writer) });
    const taken = await stepsTaken(db);
    // The engine works in the thread that calls it: a step over a large store would keep it from answering anybody.
    if (taken === 'some') await once(startThread(MIGRATE, file), 'exit');
    // It waits for whoever writes, as who only reads need not.
    else if (taken !== 'all') await migrate(db);
    for (const pragma of ANSWERING) writer.exec(`pragma ${pragma}`);
    return new Kysely<Tables>({ dialect: embedded(file, writer) });
  } catch (error) {
    writer.close();
    throw error;
  }
}

const MIGRATE = new URL('./migrate-thread.ts', import.meta.url);

/** Brings the schema of a store that is there up to date, in the thread that calls it. */
export async function migrateFile(file: string): Promise<void> {
  const writer = openWriter(file);
  try {
    await migrate(new Kysely<Tables>({ dialect: alone(writer) }));
  } finally {
    writer.close();
  }
}

function openWriter(file: string): DatabaseSync {
  const writer = new DatabaseSync(file);
  try {
    for (const pragma of PRAGMAS) writer.exec(`pragma ${pragma}`);
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

const PRAGMAS = [
  'busy_timeout = 10000',
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  // 32 MB of pages: an import touches many of them many times.
  'cache_size = -32768',
];

/**
 * Once requests are answered they are not to wait for what the engine waits for: other processes (GroupCommit), and the
 * disk (WriteAheadLog), on which a commit is all the same before it is answered.
 */
const ANSWERING = ['busy_timeout = 0', 'synchronous = normal', 'wal_autocheckpoint = 0'];
