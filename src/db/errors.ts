/** The only place that knows the error codes of the drivers. */

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Another transaction won: the same one may succeed when it is tried again. */
export const isConflict = (error: unknown): boolean =>
  // unique_violation, foreign_key_violation, serialization_failure, deadlock_detected
  ['23505', '23503', '40001', '40P01'].includes(codeOf(error));

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
