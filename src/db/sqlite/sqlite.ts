import { once } from 'node:events';
import { access, constants, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { makeFolder, openPrivate, syncFolder } from '../../lib/private-files.ts';
import { startThread } from '../../lib/threads.ts';
import { LaterSchema } from '../errors.ts';
import { migrate, migrationState } from '../migrate.ts';
import type { MigrationNotice } from '../migration.ts';
import type { Db, Tables } from '../tables.ts';
import { exclusive, openEmbedded } from './driver.ts';
import { copyBeforeMigration } from './migration-copy.ts';
import { assertLog, markNew, sizeOf, unmarkNew } from './missing-parts.ts';

/** What a store is opened for: to answer requests, or to write as much as possible while nobody else uses it. */
export type StoreUse = 'answering' | 'loading';

/** How a store is migrated when it is opened, and what is reported. */
export interface OpenOptions {
  /** Number of copies from before migrations that are kept; 0 to make none. */
  readonly copies?: number;
  /** Called with what the operator learns of the migration. */
  readonly notify?: (notice: EmbeddedNotice) => void;
  /** Called when checkpoints begin to fail, with the reason. */
  readonly onFailedCheckpoint?: (why: string) => void;
}

/** What is reported of a migration: also the path of the copy, once it is made. */
type EmbeddedNotice = MigrationNotice | { readonly copy: string };

/** Copies that are kept where no setting says how many. */
const COPIES = 2;

/**
 * Opens the embedded store: creates the file and its folder if they are missing, and migrates the schema.
 * @throws LaterSchema if a later version has migrated the store; nothing is changed then
 * @throws MissingPart if the store was copied without its log
 */
export async function openSqlite(
  file: string,
  use: StoreUse = 'answering',
  { copies = COPIES, notify, onFailedCheckpoint: onFailure }: OpenOptions = {},
): Promise<Db> {
  await assertLog(file);
  if (!(await sizeOf(file))) await createFile(file);
  // Without this check, the engine would report a missing write permission only at the first write.
  else await access(file, constants.W_OK);
  const writer = openWriter(file);
  try {
    const db = new Kysely<Tables>({ dialect: exclusive(writer) });
    const taken = await migrationState(db);
    // SQLite blocks the thread that calls it. A migration of a large store must not block the thread that answers
    // requests.
    if (taken === 'some') {
      const thread = startThread(MIGRATE, { file, copies } satisfies ToMigrate);
      if (notify) thread.on('message', notify);
      await once(thread, 'exit');
    }
    // A migration must wait for writers; readers need not.
    else if (taken !== 'all') await migrate(db);
    await unmarkNew(file);
    for (const pragma of ANSWERING) writer.exec(`pragma ${pragma}`);
    if (use === 'answering') return openEmbedded(file, writer, { onFailure });
    writer.exec(`pragma cache_size = -${LOADING_CACHE}`);
    return openEmbedded(file, writer, { checkpointPages: LOADING_PAGES, onFailure });
  } catch (error) {
    if (error instanceof LaterSchema && (await sizeOf(`${writer.location()}-wal`))) closeBeside(writer, file);
    else writer.close();
    throw error;
  }
}

/**
 * Creates an empty file that only the service's account can access, because it will hold drafts, addresses and hashes.
 */
async function createFile(file: string): Promise<void> {
  await makeFolder(dirname(file));
  await markNew(file);
  await (await openPrivate(file, 'a')).close();
  // Syncs the folder before any write is acknowledged. The path may be a symbolic link.
  await syncFolder(dirname(await realpath(file)));
}

/**
 * Closes the writer without a checkpoint, so that the log stays as it is. SQLite runs a checkpoint when the last
 * connection closes, unless that connection is read-only.
 */
function closeBeside(writer: DatabaseSync, file: string): void {
  using reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('select 1 from sqlite_master');
  writer.close();
}

const MIGRATE = new URL('./migrate-thread.ts', import.meta.url);

/** What the thread is told that migrates. */
export interface ToMigrate {
  readonly file: string;
  readonly copies: number;
}

/** Migrates the schema of an existing store, in the calling thread, after a copy of it was made. */
export async function migrateFile(
  { file, copies }: ToMigrate,
  notify: (notice: EmbeddedNotice) => void,
): Promise<void> {
  const writer = openWriter(file);
  try {
    const db = new Kysely<Tables>({ dialect: exclusive(writer) });
    const before = async (step: string) => {
      const copy = await copyBeforeMigration(file, step, copies);
      if (copy) notify({ copy });
    };
    await migrate(db, undefined, { before, notify });
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
  // 32 MB of pages, because an import changes the same pages many times.
  'cache_size = -32768',
];

/**
 * Requests must not wait inside the engine. GroupCommit waits for other processes, and WriteAheadLog for the disk. A
 * commit is still on disk before it is acknowledged.
 */
const ANSWERING = [
  ...['busy_timeout = 0', 'synchronous = normal', 'wal_autocheckpoint = 0'],
  // What a savepoint would restore: as a file, it was as much as all else that an import writes.
  'temp_store = memory',
];

/** Kilobytes of pages for a transaction of thousands of records. Pages that do not fit are written several times. */
const LOADING_CACHE = 48 * 1024;
/** Pages by which the log grows before a checkpoint, which copies a page once, however often it is in the log. */
const LOADING_PAGES = 128 * 1024;

/**
 * Whether no connection to the store is open. Only for a store that `openSqlite` has accepted: this may empty its log.
 */
export function isUnused(file: string): boolean {
  try {
    using database = new DatabaseSync(file);
    // An exclusive connection has to lock the file, which all others share as long as they are open.
    database.exec('pragma locking_mode = exclusive; begin immediate; rollback');
    return true;
  } catch {
    // Whoever opens the store learns of any other error.
    return false;
  }
}
