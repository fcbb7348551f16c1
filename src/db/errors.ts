/** The only place that knows the error codes of the drivers. */

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Another transaction won: the same one may succeed when it is tried again. */
export const isConflict = (error: unknown): boolean =>
  // unique_violation, foreign_key_violation, serialization_failure, deadlock_detected
  ['23505', '23503', '40001', '40P01'].includes(codeOf(error));

/** Another process writes to the embedded store. */
export const isBusy = (error: unknown): boolean => (sqliteCode(error) & 0xff) === 5;

/** The store cannot answer at the moment: it is away, restarting, overloaded, full or read-only. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'ERR_SQLITE_ERROR') return UNAVAILABLE_SQLITE.has(sqliteCode(error) & 0xff);
  // Classes of PostgreSQL: connection, resources, operator intervention (shutdown, cancelled), system, not yet accepting.
  if (/^(08|53|57|58)/.test(code) || ['25006', '55P03', '25P03'].includes(code)) return true;
  if (
    ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(
      code,
    )
  )
    return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

// SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB
const UNAVAILABLE_SQLITE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

const sqliteCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0;

/** A store that cannot be opened; the message is for the operator. */
export class StoreError extends Error {
  override name = 'StoreError';
  /** It may answer later on. */
  readonly away: boolean;

  constructor(message: string, away: boolean, cause: unknown) {
    super(message, { cause });
    this.away = away;
  }
}

const WHY: Record<string, string> = {
  '28P01': 'the server refuses this user or password',
  '28000': 'the server refuses this user',
  '3D000': 'there is no such database',
  '42501': 'the user may not make tables, or the extension pg_trgm, in this database',
  '0A000': 'the server has no extension pg_trgm',
  ENOENT: 'there is no such file or socket',
  EEXIST: 'there is a file where the folder should be',
  ENOTDIR: 'there is a file where a folder should be',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

const WHY_SQLITE: Record<number, string> = {
  8: 'this account may not write to the store',
  11: 'the file of the store is damaged',
  13: 'the disk is full',
  14: 'this account may not open the store',
  26: 'the file of the store is damaged, or no store',
};

/** Why a store could not be opened, by the name of the setting that led there; what is unknown stays as it is. */
export function asStoreError(error: unknown, setting: string): unknown {
  const code = codeOf(error);
  const why = code === 'ERR_SQLITE_ERROR' ? WHY_SQLITE[sqliteCode(error) & 0xff] : WHY[code];
  if (why) return new StoreError(`${setting}: ${why}.`, false, error);
  if (!isUnavailable(error)) return error;
  return new StoreError(`${setting}: the store does not answer${code && ` (${code})`}.`, true, error);
}
