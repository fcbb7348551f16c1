import { once } from 'node:events';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { makeFolder, openPrivate, syncFolder } from '../../lib/private-files.ts';
import { startThread } from '../../lib/threads.ts';
import { LaterSchema } from '../errors.ts';
import { migrate, stepsTaken } from '../migrate.ts';
import type { Db, Tables } from '../tables.ts';
import { alone, embedded } from './driver.ts';

/**
 * Opens the embedded store, creating the file and its folder, and brings its schema up to date.
 * @throws LaterSchema where a later version has brought it further; nothing is changed then
 */
export async function openSqlite(file: string): Promise<Db> {
  if (!(await sizeOf(file))) await createFile(file);
  // Where this account may not write to it, the engine would say so at the first write alone.
  else await access(file, constants.W_OK);
  const writer = openWriter(file);
  try {
    const db = new Kysely<Tables>({ dialect: alone(writer) });
    const taken = await stepsTaken(db);
    // The engine works in the thread that calls it: a step over a large store would keep it from answering anybody.
    if (taken === 'some') await once(startThread(MIGRATE, file), 'exit');
    // Unlike readers, it must wait for writers.
    else if (taken !== 'all') await migrate(db);
    for (const pragma of ANSWERING) writer.exec(`pragma ${pragma}`);
    return new Kysely<Tables>({ dialect: embedded(file, writer) });
  } catch (error) {
    if (error instanceof LaterSchema && (await sizeOf(`${writer.location()}-wal`))) closeBeside(writer, file);
    else writer.close();
    throw error;
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** An empty file of the account that runs the service alone: it is going to hold drafts, addresses and hashes. */
async function createFile(file: string): Promise<void> {
  await makeFolder(dirname(file));
  await (await openPrivate(file, 'a')).close();
  // Before anything in it is acknowledged; there may be a link to it.
  await syncFolder(dirname(await realpath(file)));
}

/** Closes a connection so that it leaves the log as it is: the last one that writes brings it into the file. */
function closeBeside(writer: DatabaseSync, file: string): void {
  using reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('select 1 from sqlite_master');
  writer.close();
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
