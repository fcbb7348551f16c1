import { type RawBuilder, sql } from 'kysely';
import type { LoggedType } from '../kinds.ts';
import { dialectOf } from './dialect.ts';
import { type FollowedReads, type PreparedQuery, type Reads, raw } from './prepared.ts';
import type { Db } from './tables.ts';

/** The type of a changed record, or of settings of the site; `everything` if the log does not say what changed. */
export type ChangedType = LoggedType | 'user' | 'setting' | 'everything';

export interface LoggedChange {
  type: ChangedType;
  record_id: number;
  /** Epoch seconds. */
  at: number;
  /** Whether it is one of drafts of translations alone: the public sees the same as before. */
  isOfDrafts?: true;
}

/** Reads the change log: what any process has committed. */
export interface Changes {
  /**
   * The changes since the last call. Synchronous on the embedded store. A change may be returned twice, and is never
   * left out.
   */
  newChanges(): readonly LoggedChange[] | Promise<readonly LoggedChange[]>;
  /**
   * Milliseconds for which one look at the log serves readers who cannot know of later changes; 0 where each look is
   * cheap.
   */
  readonly shared: number;
  /** Confirms that everything the last changes made stale has been dropped. */
  confirm(): void;
  /** The rows of a query, or undefined if anything was committed after the last confirmed changes. */
  rows<Row>(
    query: PreparedQuery<Row>,
    parameters: readonly unknown[],
  ): Row[] | undefined | Promise<Row[] | undefined>;
  /** The confirmed position; changes returned since then may not be processed yet. */
  confirmedPosition(): LogPosition;
}

/** How far the log has been read. */
export interface LogPosition {
  /** A snapshot of PostgreSQL's; '' for the embedded store, whose changes are in the order of their commits. */
  readonly snapshot: string;
  /** The last change; 0 where there was none. */
  readonly last: number;
}

/** Follows the change log from this moment on. */
export async function followChanges(reads: FollowedReads): Promise<Changes> {
  return reads.dialect.name === 'postgres' ? followPostgres(reads) : followSqlite(reads);
}

/** Maximum number of changes per read: beyond it, reading everything again is faster and blocks others less. */
const MAX_CHANGES = 10_000;

const NONE: readonly LoggedChange[] = [];
const EVERYTHING: readonly LoggedChange[] = [{ type: 'everything', record_id: 0, at: 0 }];

async function followSqlite(reads: Reads): Promise<Changes> {
  // The number changes with each commit on another connection. Reading it is cheaper than querying for changes.
  const version = () => (reads.rows(dataVersion, []) as { data_version: number }[])[0]!.data_version;
  const lastOfAll = () => (reads.rows(lastChange, []) as { id: number | null }[])[0]?.id ?? 0;
  let seen = { version: version(), last: lastOfAll() };
  let known = seen;
  return {
    shared: 0,
    newChanges() {
      const now = version();
      if (now === seen.version) return NONE;
      const changes = reads.rows(changesAfter, [seen.last, MAX_CHANGES]) as (LoggedChange & { id: number })[];
      if (changes.length === MAX_CHANGES) {
        seen = { version: now, last: lastOfAll() };
        return EVERYTHING;
      }
      seen = { version: now, last: changes.at(-1)?.id ?? seen.last };
      return understood(changes);
    },
    confirm() {
      known = seen;
    },
    rows(query, parameters) {
      const rows = reads.rows(query, parameters) as never[];
      return version() === known.version ? rows : undefined;
    },
    confirmedPosition: () => ({ snapshot: '', last: known.last }),
  };
}

const dataVersion = raw<{ data_version: number }>(() => sql`pragma data_version`);
const lastChange = raw<{ id: number | null }>(() => sql`select max(id) as id from changes`);
const changesAfter = raw<LoggedChange & { id: number }>(
  () => sql`select id, type, record_id, at from changes where id > ${0} order by id limit ${0}`,
);

/** Milliseconds for which a read of the log of PostgreSQL is shared: it costs more than a cached answer. */
export const SHARED_READ = 5;

async function followPostgres(reads: FollowedReads): Promise<Changes> {
  let seen = await endOfLog(reads);
  let known = seen;
  return {
    shared: SHARED_READ,
    async newChanges() {
      const { last } = seen;
      const [found] = await reads.priorityRows(changesSince, unseenBy(seen));
      const changes = found!.changes ?? [];
      if (last !== NO_CHANGE && !changes.some(({ id, xid }) => id === last.id && xid === last.xid)) {
        // Another server has taken over and lacks this change, and maybe others.
        seen = await endOfLog(reads);
        return EVERYTHING;
      }
      seen = { snapshot: found!.snapshot, last: changes.reduce((a, b) => (b.id > a.id ? b : a), last) };
      return understood(changes.filter(({ id }) => id !== last.id));
    },
    confirm() {
      known = seen;
    },
    async rows(query, parameters) {
      const end = known;
      const read = await reads.rows(withPosition(query), parameters);
      if (read[0]!.log_position === positionText(end)) return read.filter(({ there }) => there);
      // Something was committed on this server, maybe to another store. Only the slower query can tell.
      const checked = await reads.priorityRows(withNewChanges(query), [...unseenBy(end), ...parameters]);
      return checked[0]!.news ? undefined : checked.filter(({ there }) => there);
    },
    confirmedPosition: () => ({ snapshot: known.snapshot, last: known.last.id }),
  };
}

/** How far the log has been read: the snapshot, and the last change it shows. */
interface LogEnd {
  snapshot: string;
  last: Logged;
}

type Logged = { id: number; xid: string };

const positionText = ({ snapshot, last: { id, xid } }: LogEnd) => `${snapshot} ${id} ${xid}`;
const unseenBy = ({ snapshot, last: { id } }: LogEnd) => [snapshot, snapshot, id, id];

const NO_CHANGE: Logged = { id: 0, xid: '0' };

async function endOfLog(reads: FollowedReads): Promise<LogEnd> {
  const [found] = await reads.priorityRows(currentEnd, []);
  const { snapshot, id, xid } = found!;
  return { snapshot, last: id === null || xid === null ? NO_CHANGE : { id, xid } };
}

type There = { there: true | null };

/**
 * Adds a column with the log position of the same moment. If the query finds nothing, one row with only this column is
 * returned.
 */
const withPosition = wrapping<{ log_position: string }>(
  () => sql`select concat_ws(' ', pg_current_snapshot(), coalesce(id, 0), coalesce(xid::text, '0')) as log_position
    from (select) as nothing left join (${newestChange}) as last on true`,
);

/** Adds a column that says whether there are new changes, in the same way. */
const withNewChanges = wrapping<{ news: boolean }>(
  () => sql`select exists (${unseen(sql`1`, sql`>`)}) as news`,
);

/** Adds the columns of the single row that `beside` returns. */
function wrapping<Beside>(beside: () => RawBuilder<unknown>) {
  const wrapped = new WeakMap<PreparedQuery<never>, PreparedQuery<never>>();
  return <Row>(query: PreparedQuery<Row>): PreparedQuery<Row & Beside & There> => {
    return wrapped.getOrInsertComputed(query as PreparedQuery<never>, () =>
      raw<never>(
        db => sql`select found.*, beside.* from (${beside()}) as beside
        left join (select *, true as there from (${query(db)}) as inner_rows) as found on true`,
      ),
    );
  };
}

/**
 * Selects changes that a snapshot does not show, and changes after a given one; a change may match both. The second
 * condition is needed because a server that was killed may reuse transaction ids that were never synced, and an earlier
 * snapshot takes these as finished. The ids of committed changes are never reused. Each half uses an index of its own:
 * `+ 0` keeps the first from using the index of the second.
 */
export const unseen = (columns: RawBuilder<unknown>, after: RawBuilder<unknown>) => sql`
  select ${columns} from changes
  where xid >= pg_snapshot_xmin(${''}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${''}::pg_snapshot)
    and not id + 0 ${after} ${0}::bigint
  union all
  select ${columns} from changes where id ${after} ${0}::bigint`;

const newestChange = sql`select id, xid from changes order by id desc limit 1`;

const currentEnd = raw<{ snapshot: string; id: number | null; xid: string | null }>(
  () => sql`select pg_current_snapshot()::text as snapshot, id, xid::text as xid
    from (select) as nothing left join (${newestChange}) as last on true`,
);
const changesSince = raw<{ snapshot: string; changes: (LoggedChange & Logged)[] | null }>(
  () => sql`select pg_current_snapshot()::text as snapshot, (
    select json_agg(json_build_object('type', type, 'record_id', record_id, 'at', at, 'id', id, 'xid', xid::text))
    from (${unseen(sql`type, record_id, at, id, xid`, sql`>=`)}) as unseen
  ) as changes`,
);

/**
 * Logs a change for events that will lose a term. No trigger does this, and the event index holds links by the id of
 * the term, which an import may give to another one.
 * @param at epoch seconds
 */
export const logEventChanges = (db: Db, events: readonly number[], at: number) =>
  sql`insert into changes (type, record_id, at)
    select 'event', value, cast(${at} as bigint) from ${dialectOf(db).eachOf(dialectOf(db).listOf(events))}`.execute(
    db,
  );

/**
 * Writes what changes drafts of translations alone, within a transaction. The log then has a note for each of these
 * changes: the negative of its id, as the change of an account that does not exist. So earlier versions of the service
 * read over it, and a change without its note counts as one that the public sees.
 */
export async function asDraftChanges(db: Db, write: () => Promise<unknown>): Promise<void> {
  const isPostgres = dialectOf(db).name === 'postgres';
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from changes`.execute(db);
  await write();
  // Other transactions draw ids between ours on PostgreSQL.
  const ours = isPostgres ? sql`and xid = pg_current_xact_id()` : sql``;
  await sql`insert into changes (type, record_id, at)
    select ${sql.lit(NOTE)}, -id, at from changes where id > ${rows[0]?.id ?? 0} ${ours} order by id`.execute(
    db,
  );
}

/** The type of a note. */
const NOTE = 'user' satisfies ChangedType;

const isNote = ({ type, record_id }: Pick<LoggedChange, 'type' | 'record_id'>): boolean =>
  type === NOTE && record_id < 0;

/** What the log says, without the notes. A note is committed with its change, so both are read at once. */
function understood(changes: readonly (LoggedChange & { readonly id: number })[]): readonly LoggedChange[] {
  if (!changes.some(({ type }) => type === NOTE)) return changes;
  const noted = new Set(changes.flatMap(change => (isNote(change) ? -change.record_id : [])));
  return changes
    .filter(change => !isNote(change))
    .map((change): LoggedChange => {
      if (isOfSettings(change)) return { ...change, type: 'setting' };
      return noted.has(change.id) ? { ...change, isOfDrafts: true } : change;
    });
}

const isOfSettings = ({ type, record_id }: LoggedChange): boolean => type === NOTE && record_id === 0;

/** Logs a change of settings of the site: as that of an account that does not exist, which earlier versions read over. */
export const logSettingsChange = (db: Db, at: number): Promise<unknown> =>
  sql`insert into changes (type, record_id, at) values (${sql.lit(NOTE)}, 0, ${at})`.execute(db);

/** Epoch seconds of the last change in the log; 0 if it is empty. */
export const lastChangeAt = async (reads: Reads): Promise<number> =>
  Number((await reads.rows(lastAt, []))[0]?.at ?? 0);

const lastAt = raw<{ at: number | null }>(() => sql`select at from changes order by id desc limit 1`);

/** Changes among which the newest is looked for: a clock that was set back gives the last ones an earlier time. */
const LATEST = 10_000;

/** Epoch seconds of the newest of the last changes, whichever clock said so; 0 if there are none. */
export async function newestChangeAt(db: Db): Promise<number> {
  const latest = sql`select at from changes order by id desc limit ${LATEST}`;
  const { rows } = await sql<{ at: number | null }>`select max(at) as at from (${latest}) as latest`.execute(
    db,
  );
  return Number(rows[0]?.at ?? 0);
}

/**
 * The state of the log, which identifies the data of the store but for drafts of translations: any other commit changes
 * it, and nothing else does but pruning. Ids are not in commit order on PostgreSQL, so that the last one alone would not
 * tell.
 */
export async function stateOfLog(reads: Reads): Promise<string> {
  if (reads.dialect.name === 'postgres')
    return Object.values((await reads.rows(allChanges, []))[0]!).join(' ');
  const noted = new Set<number>();
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await reads.rows(changesBefore, [before]);
    for (const change of rows) {
      if (isNote(change)) noted.add(-change.record_id);
      // A store that was restored may repeat ids, but not the time of the last change.
      else if (!noted.has(change.id)) return `${change.id} ${change.at}`;
    }
    if (rows.length === 0) return '';
    before = rows.at(-1)!.id;
  }
}

/** Nearly always the first one is the last change that counts. */
const changesBefore = raw<LoggedChange & { id: number }>(
  () => sql`select id, type, record_id, at from changes where id < ${0} order by id desc limit 100`,
);
const allChanges = raw<{ count: string; sum: string; last: number; at: number }>(
  () => sql`select count(*)::text as count, sum(id)::text as sum, max(id) as last, max(at) as at from changes
    where not (type = ${sql.lit(NOTE)} and record_id < 0)
      and id not in (select -record_id from changes where type = ${sql.lit(NOTE)} and record_id < 0)`,
);

/**
 * Seconds for which changes are retained. A process that has not read the log for longer must read everything again.
 */
export const RETENTION = 3600;

/** Number of changes that are retained regardless of age, so that a restarted process has less to read. */
const RETAINED_CHANGES = 100_000;

/** Deletes changes that every process has read. */
export async function pruneChanges(db: Db, now: number): Promise<void> {
  // Deleted in order of their ids, even if the clock was set back: a mark is recognised by the changes before it.
  const kept = sql`((select max(id) from changes) - ${sql.lit(RETAINED_CHANGES)})`;
  const pruned = sql`delete from changes where id < coalesce(
    (select min(id) from changes where id < ${kept} and at >= ${now - RETENTION}), ${kept})`;
  if (dialectOf(db).name === 'sqlite') await pruned.execute(db);
  else await pruneAndRecord(pruned, sql`(select xid from pruned order by xid desc limit 1)`).execute(db);
}

/**
 * The name of the setting with the last transaction whose changes were pruned. Ids are not in commit order, so the
 * remaining log does not show where it begins.
 */
export const PRUNED = 'changes_pruned';

/** Deletes changes, and records the last transaction among them. */
const pruneAndRecord = (pruned: RawBuilder<unknown>, last: RawBuilder<unknown>) => sql`
  with pruned as (${pruned} returning xid)
  insert into settings (name, value) select ${sql.lit(PRUNED)}, ${last}::text where exists (select from pruned)
  on conflict (name) do update set value = greatest(settings.value::xid8, excluded.value::xid8)::text`;

/**
 * Deletes changes that came with a dump of another PostgreSQL cluster, which counts transactions separately.
 * Transaction ids ahead of this cluster's counter would count as new forever. Marks made before become invalid.
 */
export const forgetForeignChanges = (db: Db) =>
  pruneAndRecord(
    sql`delete from changes where xid >= pg_snapshot_xmax(pg_current_snapshot())`,
    sql`pg_snapshot_xmax(pg_current_snapshot())`,
  ).execute(db);
