import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type LoggedChange, type LogPosition, PRUNED, unseen } from './changes.ts';
import { dialectOf } from './dialect.ts';
import { type PreparedQuery, type Reads, raw } from './prepared.ts';
import type { Db } from './tables.ts';

/**
 * A position in the change log, from which a later process reads what has changed since. A restored store, or a server
 * that has taken over, may lack some changes. So a mark also has some of the changes around it, by which the log is
 * recognised.
 */
export interface LogMark extends LogPosition {
  /** The database and its server's timeline; '' for the embedded store. */
  readonly origin: string;
  /** Changes that the log must contain, ordered by id. */
  readonly changes: readonly Marked[];
}

/** A change with its id in the log and, on PostgreSQL, its transaction. */
export type Marked = LoggedChange & { readonly id: number; readonly xid?: string };

/** Number of changes before the mark that identify the log. */
const BEFORE = 20;
/** Maximum number of changes after the mark that a read may already include. */
const AFTER = 10_000;

/** The mark of a position; undefined if the server does not reveal its identity. */
export async function markAt(reads: Reads, { snapshot, last }: LogPosition): Promise<LogMark | undefined> {
  const origin = await originOf(reads);
  if (origin === undefined) return undefined;
  const changes = await reads.rows(upTo, [last]);
  return { origin, snapshot, last, changes: changes.map(plain).reverse() };
}

/** The mark with all later changes, which a read may already include; undefined if there are too many. */
export async function withLaterChanges(reads: Reads, mark: LogMark): Promise<LogMark | undefined> {
  const since = await unseenAt(reads, mark);
  if (since.length > AFTER) return undefined;
  const all = new Map([...mark.changes, ...since].map(change => [change.id, change]));
  return { ...mark, changes: [...all.values()].sort((a, b) => a.id - b.id) };
}

/**
 * The events that have changed since a mark; undefined if the log does not tell, or if more than events have changed.
 */
export async function changedSince(reads: Reads, mark: LogMark): Promise<Set<number> | undefined> {
  const since = await unseenAt(reads, mark);
  // The order matters: changes that are pruned after this check were still there for the query above.
  if (!(await isValid(reads, mark)) || since.some(({ type }) => type === 'everything')) return undefined;
  return new Set(since.filter(({ type }) => type === 'event').map(({ record_id }) => record_id));
}

/** Whether this is the marked store, and its log is complete since the mark. */
async function isValid(reads: Reads, { origin, snapshot, last, changes }: LogMark): Promise<boolean> {
  if ((await originOf(reads)) !== origin) return false;
  const found = await reads.rows(byIds, [reads.dialect.listOf(changes.map(({ id }) => id))]);
  if (!isDeepStrictEqual(found.map(plain), changes)) return false;
  if (isPostgres(reads)) return (await reads.rows(isWhole, [snapshot]))[0]!.whole;
  // Changes are pruned in order: if those before the mark exist, so do all later ones.
  return last > 0 || ((await reads.rows(first, []))[0]?.id ?? 1) === 1;
}

/** Changes after the mark. */
async function unseenAt(reads: Reads, { snapshot, last }: LogPosition): Promise<Marked[]> {
  const rows = isPostgres(reads)
    ? await reads.rows(unseenSince, [snapshot, snapshot, last, last])
    : await reads.rows(after, [last]);
  return rows.map(plain);
}

async function originOf(reads: Reads): Promise<string | undefined> {
  if (!isPostgres(reads)) return '';
  try {
    return (await reads.rows(origin, []))[0]!.origin;
  } catch (error) {
    if (ORIGIN_UNKNOWN.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * SQLSTATE codes of servers without an answer: the user may not ask, the function is missing, or the server is a
 * standby.
 */
const ORIGIN_UNKNOWN: ReadonlySet<string> = new Set(['42501', '42883', '0A000', '55000']);

const isPostgres = ({ dialect }: Reads): boolean => dialect.name === 'postgres';
const plain = (change: Marked): Marked => ({ ...change });

// A server that takes over starts a new timeline, which is part of its WAL file names. A copied database has another
// oid.
const origin = raw<{ origin: string }>(
  () => sql`select concat_ws(' ', (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database())) as origin`,
);

const columns = (db: Db) =>
  sql`id, type, record_id, at${dialectOf(db).name === 'postgres' ? sql`, xid::text as xid` : sql``}`;

const upTo: PreparedQuery<Marked> = raw(
  db => sql`select ${columns(db)} from changes where id <= ${0} order by id desc limit ${sql.lit(BEFORE)}`,
);
const byIds: PreparedQuery<Marked> = raw(
  db => sql`select ${columns(db)} from changes where ${dialectOf(db).among(sql.ref('id'), 0)} order by id`,
);
const after: PreparedQuery<Marked> = raw(db => sql`select ${columns(db)} from changes where id > ${0}`);
const unseenSince: PreparedQuery<Marked> = raw(db => unseen(columns(db), sql`>`));
const first = raw<{ id: number | null }>(() => sql`select min(id) as id from changes`);

const isWhole = raw<{ whole: boolean }>(
  () => sql`select not exists (
    select from settings where name = ${sql.lit(PRUNED)} and value::xid8 >= pg_snapshot_xmin(${''}::pg_snapshot)
  ) as whole`,
);
