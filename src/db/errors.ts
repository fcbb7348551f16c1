import { isAbortedTransactionError } from 'kysely';
import { visible } from '../lib/text/characters.ts';

/** The only file that knows the drivers' error codes. */

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Another transaction won. The failed one may succeed on a retry. */
export const isConflict = (error: unknown): boolean =>
  // unique_violation, foreign_key_violation, serialization_failure, deadlock_detected
  ['23505', '23503', '40001', '40P01'].includes(codeOf(error)) || isStalePlan(error);

/** A statement was refused, or a commit became a rollback, because an earlier statement of the transaction failed. */
export const isAborted = (error: unknown): boolean =>
  // in_failed_sql_transaction
  codeOf(error) === '25P02' || isAbortedTransactionError(error);

/** The columns of a table have changed since the statement was prepared. It must be prepared again. */
export const isStalePlan = (error: unknown): boolean =>
  // feature_not_supported, a code that many other errors share
  codeOf(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';

/** The write refers to an account or image that was deleted meanwhile. */
export const refersToNothing = (error: unknown): boolean =>
  codeOf(error) === '23503' || sqliteCode(error) === CONSTRAINT_FOREIGNKEY;

const CONSTRAINT_FOREIGNKEY = 787;

/** A lock was not there in time, or the server ended a circle of waiting processes. */
export const isLockRefused = (error: unknown): boolean =>
  // lock_not_available, deadlock_detected
  ['55P03', '40P01'].includes(codeOf(error));

/** Another process writes to the embedded store. */
export const isBusy = (error: unknown): boolean => (sqliteCode(error) & 0xff) === 5;

/**
 * The store, or the disk of the store or its pictures, cannot be written at the moment: it is full, read-only or
 * broken. Existing data may still be readable.
 */
export function isUnwritable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'ERR_SQLITE_ERROR')
    return UNWRITABLE_SQLITE.has(sqliteCode(error) & 0xff) || FAILED_WRITES.has(sqliteCode(error));
  // read_only_sql_transaction, insufficient_privilege, disk_full
  if (['25006', '42501', '53100'].includes(code)) return true;
  return UNWRITABLE_FILES.has(code) && (error as NodeJS.ErrnoException).syscall !== 'connect';
}

const FULL = 13;
// SQLITE_READONLY, FULL
const UNWRITABLE_SQLITE = new Set([8, FULL]);

const IOERR_FSYNC = 1034;
// SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC, _TRUNCATE, _DELETE, _SHMSIZE
const FAILED_WRITES = new Set([778, IOERR_FSYNC, 1290, 1546, 2570, 4874]);

/** A write to the embedded store failed for lack of disk space, as far as SQLite can tell. */
export const lacksRoom = (error: unknown): boolean => LACKING_ROOM.has(sqliteCode(error));

// SQLITE_FULL, SQLITE_IOERR_WRITE (a quota, a limit of the size of files), _SHMSIZE
const LACKING_ROOM = new Set([FULL, 778, 4874]);

/** The remaining disk space is reserved for copying the log into the file. It has the error code of a full disk. */
export class DiskFull extends Error {
  override name = 'DiskFull';
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode = FULL;
  override message = 'the remaining disk space is reserved for the store’s log';
}

const UNWRITABLE_FILES = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST'],
]);

/** A commit with an unknown outcome: either everything was written or nothing. */
export class CommitInDoubt extends Error {
  override name = 'CommitInDoubt';
  /** Whether a disk has failed, rather than the connection to a server. */
  readonly isOfDisk: boolean;

  constructor(cause: unknown) {
    super('the commit was not confirmed', { cause });
    this.isOfDisk = isFailedSync(cause);
  }
}

/** Whether a commit that failed with this error may have succeeded. */
export function leavesDoubt(error: unknown): boolean {
  if (isFailedSync(error)) return true;
  return codeOf(error) !== 'ERR_SQLITE_ERROR' && isUnavailable(error) && !isUnwritable(error);
}

/** The log of the embedded store could not be synced. It survives at least until the system stops, and maybe longer. */
const isFailedSync = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).syscall === 'fdatasync' || sqliteCode(error) === IOERR_FSYNC;

/** The store cannot answer at the moment: it is unreachable, restarting, overloaded, broken, or read-only. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof CommitInDoubt || isUnwritable(error)) return true;
  const code = codeOf(error);
  if (code === 'ERR_SQLITE_ERROR') return UNAVAILABLE_SQLITE.has(sqliteCode(error) & 0xff);
  // Error classes of PostgreSQL: connection, resources, operator intervention (shutdown, cancelled), system, not yet
  // accepting.
  if (/^(08|53|57|58)/.test(code)) return true;
  // lock_not_available, idle_in_transaction_session_timeout, data_corrupted, index_corrupted
  if (['55P03', '25P03', 'XX001', 'XX002'].includes(code)) return true;
  // A thread could not start for lack of memory.
  if (UNREACHABLE.has(code) || code === 'ERR_WORKER_INIT_FAILED') return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/** Whether the connection broke or fell silent during use: another connection may work. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  // Connection exceptions, admin_shutdown, crash_shutdown.
  if (/^08/.test(code) || ['57P01', '57P02', 'ECONNRESET', 'EPIPE'].includes(code)) return true;
  return error instanceof Error && /^(Connection terminated|Query read timeout)/.test(error.message);
}

const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ...['EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
]);

// SQLITE_BUSY, LOCKED, NOMEM, IOERR, CORRUPT, CANTOPEN, PROTOCOL, NOTADB
const UNAVAILABLE_SQLITE = new Set([5, 6, 7, 10, 11, 14, 15, 26]);

const sqliteCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0;

/** Errors of connections to PostgreSQL, whose codes any other connection has as well. */
const ofServers = new WeakSet<object>();

/** Notes that an error comes from a connection to PostgreSQL, and returns it. */
export const ofServer = (error: unknown): unknown => ofServers.add(error as object) && error;

const isOfStore = (error: unknown): boolean =>
  error instanceof CommitInDoubt ||
  ofServers.has(error as object) ||
  /^(ERR_SQLITE_ERROR|\d[\dA-Z]{4}|XX\d{3})$/.test(codeOf(error));

/** A store that cannot be opened or used. The message is for the operator. */
export class StoreError extends Error {
  override name = 'StoreError';
  /** Whether the store may become available without an operator. */
  readonly away: boolean;

  constructor(message: string, away: boolean, cause: unknown) {
    super(message, { cause });
    this.away = away;
  }
}

/** The store has migrations of a later version that this version does not know. */
export class LaterSchema extends Error {
  override name = 'LaterSchema';

  /**
   * @param store a description of the store with its name, without secrets
   * @param steps the names of the unknown migrations
   */
  constructor(store: string, steps: readonly string[]) {
    const migrations = `migration${steps.length > 1 ? 's' : ''} ${steps.join(', ')}`;
    super(
      visible(
        `${store} was changed by a later version of Almanac: this version does not know ${migrations}; nothing was changed, and "almanac rollback" of that version leads back`,
      ),
    );
  }
}

/** A part of the embedded store is missing, so that it would open as an empty one. Nothing was changed. */
export class MissingPart extends Error {
  override name = 'MissingPart';
}

/** There is no room for the copy of the embedded store that is made before a migration. Nothing was changed. */
export class NoRoomToCopy extends Error {
  override name = 'NoRoomToCopy';
  /** Survives the way from another thread, which the class does not. */
  readonly code = NO_ROOM_TO_COPY;

  /** @param needed bytes */
  constructor(needed: number, free: number) {
    const [megabytes, left] = [needed, free].map(bytes => Math.ceil(bytes / 1e6));
    super(
      `the migration has to wait: the copy of the store that is made before needs ${megabytes} MB, and the disk has ${left} MB. Remove files, or older copies beside the store, or set MIGRATION_COPIES=0 if you have a backup`,
    );
  }
}

const NO_ROOM_TO_COPY = 'NO_ROOM_TO_COPY';

/** Another process migrates the store, for longer than this one waits. */
export class MigrationRunning extends Error {
  override name = 'MigrationRunning';
  override message = 'another process migrates the store';
}

/** A migration gets no lock on its tables. What it has done before stays. */
export class MigrationBlocked extends Error {
  override name = 'MigrationBlocked';

  /** @param by who has used the database for the longest time */
  constructor(by: string) {
    super(`the migration waits for those who use its tables: ${by}`);
  }
}

const WHY: Record<string, string> = {
  '28P01': 'the server refuses this user or password',
  '28000': 'the server refuses this user',
  '3D000': 'there is no such database',
  '42501': 'the user may not create tables in this database',
  ENOENT: 'there is no such file or socket',
  EEXIST: 'there is a file where the folder should be',
  ENOTDIR: 'there is a file where a folder should be',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this account is used up',
  '25006': 'the server is read-only',
  '53100': 'the disk of the server is full',
  'SQLite 8': 'this account may not write to the store',
  'SQLite 11': 'the file of the store is damaged',
  'SQLite 13': 'the disk is full',
  'SQLite 14': 'this account may not open the store',
  'SQLite 26': 'the file of the store is damaged, or not a store',
};

/** Errors that may pass without a change of settings or rights. */
const PASSING = new Set(['ENOSPC', 'EDQUOT', '25006', '53100', 'SQLite 13']);

/** Explains why a store could not be opened, and names the setting. Unknown errors are returned unchanged. */
export function asStoreError(error: unknown, setting: string): unknown {
  if (error instanceof CommitInDoubt) {
    const why = error.isOfDisk ? 'the disk is full, or fails' : 'the store does not answer';
    return new StoreError(`${setting}: ${why}. The last change may be in the store.`, true, error);
  }
  if (error instanceof LaterSchema || error instanceof MissingPart)
    return new StoreError(`${setting}: ${error.message}.`, false, error);
  const code = codeOf(error);
  if (code === NO_ROOM_TO_COPY || error instanceof MigrationRunning || error instanceof MigrationBlocked)
    return new StoreError(`${setting}: ${(error as Error).message}.`, true, error);
  const file = sqliteCode(error);
  const name = file > 0 ? `SQLite ${file}` : code;
  const known = file > 0 ? `SQLite ${file & 0xff}` : code;
  const why = FAILED_WRITES.has(file) ? 'the disk is full, or fails' : WHY[known];
  if (why) return new StoreError(`${setting}: ${why}.`, FAILED_WRITES.has(file) || PASSING.has(known), error);
  if (!isUnavailable(error)) return error;
  return new StoreError(`${setting}: the store does not answer${name && ` (${name})`}.`, true, error);
}

/** The same for errors during use; errors that do not come from the store are returned unchanged. */
export const asStoreFailure = (error: unknown, setting: string): unknown =>
  isOfStore(error) ? asStoreError(error, setting) : error;
