import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import { type FollowedReads, type PreparedQuery, type Reads, raw } from './prepared.ts';
import type { Db } from './tables.ts';

/** The type of a changed record; `everything` if the log does not say which records changed. */
export type ChangedType = 'event' | 'venue' | 'organizer' | 'image' | 'term' | 'user' | 'everything';

export interface Change {
  type: ChangedType;
  record_id: number;
  /** Epoch seconds. */
  at: number;
}

/** Returns what any process committed since the last call. */
export interface Changes {
  /** Synchronous on the embedded store. A change may be returned twice, and is never left out. */
  news(): readonly Change[] | Promise<readonly Change[]>;
  /** Confirms that everything the last changes made stale has been dropped. */
  learned(): void;
  /** The rows of a query, or undefined if anything was committed after the last confirmed changes. */
  rows<Row>(
    query: PreparedQuery<Row>,
    parameters: readonly unknown[],
  ): Row[] | undefined | Promise<Row[] | undefined>;
  /** The confirmed position; changes returned since then may not be processed yet. */
  learnedSoFar(): LogPosition;
}

/** How far the log has been read. */
export interface LogPosition {
  /** A snapshot of PostgreSQL's; '' for the embedded store, whose changes are in the order of their commits. */
  readonly snapshot: string;
  /** The last change; 0 where there was none. */
  readonly last: number;
}

/** Follows the log of changes from this moment on. */
export async function followChanges(reads: FollowedReads): Promise<Changes> {
  return reads.dialect.name === 'postgres' ? followPostgres(reads) : followSqlite(reads);
}

/** Maximum number of changes read at once: beyond it, reading everything again is faster and blocks others less. */
const MANY = 10_000;

const NONE: readonly Change[] = [];
const EVERYTHING: readonly Change[] = [{ type: 'everything', record_id: 0, at: 0 }];

async function followSqlite(reads: Reads): Promise<Changes> {
  // The number changes with each commit on any other connection: asking for it costs less than looking for changes.
  const version = () => (reads.rows(dataVersion, []) as { data_version: number }[])[0]!.data_version;
  const lastOfAll = () => (reads.rows(lastChange, []) as { id: number | null }[])[0]?.id ?? 0;
  let seen = { version: version(), last: lastOfAll() };
  let known = seen;
  return {
    news() {
      const now = version();
      if (now === seen.version) return NONE;
      const changes = reads.rows(changesAfter, [seen.last, MANY]) as (Change & { id: number })[];
      if (changes.length === MANY) {
        seen = { version: now, last: lastOfAll() };
        return EVERYTHING;
      }
      seen = { version: now, last: changes.at(-1)?.id ?? seen.last };
      return changes;
    },
    learned() {
      known = seen;
    },
    rows(query, parameters) {
      const rows = reads.rows(query, parameters) as never[];
      return version() === known.version ? rows : undefined;
    },
    learnedSoFar: () => ({ snapshot: '', last: known.last }),
  };
}

const dataVersion = raw<{ data_version: number }>(() => sql`pragma data_version`);
const lastChange = raw<{ id: number | null }>(() => sql`select max(id) as id from changes`);
const changesAfter = raw<Change & { id: number }>(
  () => sql`select id, type, record_id, at from changes where id > ${0} order by id limit ${0}`,
);

async function followPostgres(reads: FollowedReads): Promise<Changes> {
  let seen = await placeOf(reads);
  let known = seen;
  return {
    async news() {
      const { last } = seen;
      const [found] = await reads.atOnce(changesSince, unseenBy(seen));
      const changes = found!.changes ?? [];
      if (last !== NOTHING && !changes.some(({ id, xid }) => id === last.id && xid === last.xid)) {
        // Another server has taken over that lacks this change, and maybe others.
        seen = await placeOf(reads);
        return EVERYTHING;
      }
      seen = { snapshot: found!.snapshot, last: changes.reduce((a, b) => (b.id > a.id ? b : a), last) };
      return changes.filter(({ id }) => id !== last.id);
    },
    learned() {
      known = seen;
    },
    async rows(query, parameters) {
      const place = known;
      const read = await reads.rows(withPlace(query), parameters);
      if (read[0]!.place === written(place)) return read.filter(({ there }) => there);
      // Something was committed on this server, maybe to another store: that takes longer to find out.
      const told = await reads.atOnce(withNews(query), [...unseenBy(place), ...parameters]);
      return told[0]!.news ? undefined : told.filter(({ there }) => there);
    },
    learnedSoFar: () => ({ snapshot: known.snapshot, last: known.last.id }),
  };
}

/** How far the log has been read: what a snapshot shows of it, and the last change of that. */
interface LogEnd {
  snapshot: string;
  last: Logged;
}

type Logged = { id: number; xid: string };

const written = ({ snapshot, last: { id, xid } }: LogEnd) => `${snapshot} ${id} ${xid}`;
const unseenBy = ({ snapshot, last: { id } }: LogEnd) => [snapshot, snapshot, id, id];

const NOTHING: Logged = { id: 0, xid: '0' };

async function placeOf(reads: FollowedReads): Promise<LogEnd> {
  const [found] = await reads.atOnce(currentPlace, []);
  const { snapshot, id, xid } = found!;
  return { snapshot, last: id === null || xid === null ? NOTHING : { id, xid } };
}

type There = { there: true | null };

/** The query with a column that tells the place of the same moment: in a row of its own where it finds none. */
const withPlace = wrapping<{ place: string }>(
  () => sql`select concat_ws(' ', pg_current_snapshot(), coalesce(id, 0), coalesce(xid::text, '0')) as place
    from (select) as nothing left join (${lastOne}) as last on true`,
);

/** The same with a column that tells whether there is news. */
const withNews = wrapping<{ news: boolean }>(() => sql`select exists (${unseen(sql`1`, sql`>`)}) as news`);

/** Adds to queries what `beside` finds in one row. */
function wrapping<Beside>(beside: () => RawBuilder<unknown>) {
  const wrapped = new WeakMap<PreparedQuery<never>, PreparedQuery<never>>();
  return <Row>(query: PreparedQuery<Row>): PreparedQuery<Row & Beside & There> => {
    const known = wrapped.get(query as PreparedQuery<never>);
    if (known) return known;
    const fresh = raw<never>(db => {
      return sql`select found.*, told.* from (${beside()}) as told
        left join (select *, true as there from (${query(db)}) as inner_rows) as found on true`;
    });
    wrapped.set(query as PreparedQuery<never>, fresh);
    return fresh;
  };
}

/**
 * Changes that a snapshot does not show, and those after a change; both are sent twice. A server that was killed gives
 * ids of transactions that it had not written down to others, which to a snapshot of before seem to be over; ids of
 * changes that were committed it never gives again. Each half is found by an index of its own: `+ 0` keeps the first
 * from that of the other.
 */
export const unseen = (columns: RawBuilder<unknown>, after: RawBuilder<unknown>) => sql`
  select ${columns} from changes
  where xid >= pg_snapshot_xmin(${''}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${''}::pg_snapshot)
    and not id + 0 ${after} ${0}::bigint
  union all
  select ${columns} from changes where id ${after} ${0}::bigint`;

const lastOne = sql`select id, xid from changes order by id desc limit 1`;

const currentPlace = raw<{ snapshot: string; id: number | null; xid: string | null }>(
  () => sql`select pg_current_snapshot()::text as snapshot, id, xid::text as xid
    from (select) as nothing left join (${lastOne}) as last on true`,
);
const changesSince = raw<{ snapshot: string; changes: (Change & Logged)[] | null }>(
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

/** Epoch seconds of the last change that the log knows of; 0 where it knows of none. */
export const lastChangeAt = async (reads: Reads): Promise<number> =>
  Number((await reads.rows(lastAt, []))[0]?.at ?? 0);

const lastAt = raw<{ at: number | null }>(() => sql`select at from changes order by id desc limit 1`);

/** Seconds for which changes are kept: a process that has not asked for longer must read everything again. */
export const KEPT_FOR = 3600;

/** Changes that are kept however old they are: a process that starts again has less to read. */
const KEPT = 100_000;

/** Deletes changes that every process has read. */
export async function pruneChanges(db: Db, now: number): Promise<void> {
  // Deleted in order of their ids, even if the clock was set back: a mark is recognised by the changes before it.
  const kept = sql`((select max(id) from changes) - ${sql.lit(KEPT)})`;
  const pruned = sql`delete from changes where id < coalesce(
    (select min(id) from changes where id < ${kept} and at >= ${now - KEPT_FOR}), ${kept})`;
  if (dialectOf(db).name === 'sqlite') await pruned.execute(db);
  else await keepingPruned(pruned, sql`(select xid from pruned order by xid desc limit 1)`).execute(db);
}

/**
 * The setting that names the last transaction of which changes were forgotten: ids are not in the order of commits, so
 * nothing else tells where the log begins.
 */
export const PRUNED = 'changes_pruned';

/** Forgets changes, and notes this transaction with them. */
const keepingPruned = (pruned: RawBuilder<unknown>, last: RawBuilder<unknown>) => sql`
  with pruned as (${pruned} returning xid)
  insert into settings (name, value) select ${sql.lit(PRUNED)}, ${last}::text where exists (select from pruned)
  on conflict (name) do update set value = greatest(settings.value::xid8, excluded.value::xid8)::text`;

/**
 * Forgets changes that came with the dump of another PostgreSQL cluster, which has its own count of transactions: those
 * that this one has still to come to would be news for ever. Nothing that was marked before tells what has changed.
 */
export const forgetForeignChanges = (db: Db) =>
  keepingPruned(
    sql`delete from changes where xid >= pg_snapshot_xmax(pg_current_snapshot())`,
    sql`pg_snapshot_xmax(pg_current_snapshot())`,
  ).execute(db);
