import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Change, type LogPosition, PRUNED, unseen } from './changes.ts';
import { dialectOf } from './dialect.ts';
import { type PreparedQuery, type Reads, raw } from './prepared.ts';
import type { Db } from './tables.ts';

/**
 * A place in the log of changes, by which a later process learns what was changed since. A store that was restored, or
 * that another server goes on with, may lack what was read of it: its log is known again by some of its changes.
 */
export interface Mark extends LogPosition {
  /** The database and the history of its server; '' for the embedded store. */
  readonly origin: string;
  /** The log must have them all, in the order of their ids. */
  readonly changes: readonly Marked[];
}

/** A change as the log has it; on PostgreSQL with its transaction. */
export type Marked = Change & { readonly id: number; readonly xid?: string };

/** Changes before the mark by which it is known again. */
const BEFORE = 20;
/** Changes after it that may have been read with the rest, at most. */
const AFTER = 10_000;

/** The mark of what was told; undefined where the server does not say what it is. */
export async function markAt(reads: Reads, { snapshot, last }: LogPosition): Promise<Mark | undefined> {
  const origin = await originOf(reads);
  if (origin === undefined) return undefined;
  const changes = await reads.rows(upTo, [last]);
  return { origin, snapshot, last, changes: changes.map(plain).reverse() };
}

/** The mark with all changes since that may have been read meanwhile; undefined where they are too many. */
export async function completed(reads: Reads, mark: Mark): Promise<Mark | undefined> {
  const since = await unseenAt(reads, mark);
  if (since.length > AFTER) return undefined;
  const all = new Map([...mark.changes, ...since].map(change => [change.id, change]));
  return { ...mark, changes: [...all.values()].sort((a, b) => a.id - b.id) };
}

/** The events that have changed since a mark; undefined where that cannot be told, or more than events have. */
export async function changedSince(reads: Reads, mark: Mark): Promise<Set<number> | undefined> {
  const since = await unseenAt(reads, mark);
  // Afterwards: what is forgotten after this was still there before.
  if (!(await holds(reads, mark)) || since.some(({ type }) => type === 'everything')) return undefined;
  return new Set(since.filter(({ type }) => type === 'event').map(({ record_id }) => record_id));
}

/** Whether the store is the one that was marked, and its log still tells all that has changed since. */
async function holds(reads: Reads, { origin, snapshot, last, changes }: Mark): Promise<boolean> {
  if ((await originOf(reads)) !== origin) return false;
  const there = await reads.rows(named, [reads.dialect.listOf(changes.map(({ id }) => id))]);
  if (!isDeepStrictEqual(there.map(plain), changes)) return false;
  if (isPostgres(reads)) return (await reads.rows(isWhole, [snapshot]))[0]!.whole;
  // Changes are forgotten in their order: where those before the mark are there, so are all after it.
  return last > 0 || ((await reads.rows(first, []))[0]?.id ?? 1) === 1;
}

/** Changes that were not told at the mark. */
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
    if (UNTOLD.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

/** Not everybody may ask, or the server is one that does not know, or only follows another one: SQLSTATE. */
const UNTOLD: ReadonlySet<string> = new Set(['42501', '42883', '0A000', '55000']);

const isPostgres = ({ dialect }: Reads): boolean => dialect.name === 'postgres';
const plain = (change: Marked): Marked => ({ ...change });

// A server that takes over begins another timeline, which names its log; a copy of a database has another number.
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
const named: PreparedQuery<Marked> = raw(
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
