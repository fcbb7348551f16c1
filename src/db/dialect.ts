import { CompiledQuery, type Expression, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { ContactTable } from '../kinds.ts';
import { execute, send } from './direct.ts';
import { NO_TIMEOUT } from './postgres/connection.ts';
import { recurring } from './postgres/recurring.ts';
import type { CostClass, Db, Tables } from './tables.ts';

/** An area in degrees of latitude and longitude; west is not greater than east. */
export interface Area {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The tables whose ids come from a sequence. An id that was used once is never used again, even if its record is gone. */
export const NUMBERED = [
  ...(['records', 'terms', 'users', 'app_passwords', 'versions', 'site_settings'] as const),
  ...(['sessions', 'secret_links', 'passkeys', 'security_log', 'pending_edits'] as const),
  ...(['public_proposals', 'sources', 'readings'] as const),
] as const;

type Numbered = (typeof NUMBERED)[number];

/** SQL that differs between SQLite and PostgreSQL; all other SQL is shared. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** A description of the store with its name, for the operator. */
  describe(db: Db): Promise<string>;
  /** Whether a table exists. It may be the migrations table, which is not in `Tables`. */
  hasTable(db: Db, table: string): Promise<boolean>;
  /** Whether the database runs outside this process, which then stays free during a query. */
  readonly isOutOfProcess: boolean;
  /** The type of an auto-increment id column. */
  readonly identity: string;
  /** The type of a text column: compared and sorted byte by byte in both databases. */
  readonly text: string;
  /**
   * True if the column has a value from a list. The list is one parameter (see `listOf`), so that the SQL is the same
   * for each length.
   */
  among(column: Expression<unknown>, list: unknown, type?: 'bigint' | 'text'): RawBuilder<boolean>;
  /**
   * A column in a condition by which SQLite shall not look rows up: it has no statistics that tell which condition leaves
   * fewer.
   */
  unindexed(column: Expression<number>): Expression<number>;
  /** The values of such a list as a table `item` with the column `value`. */
  eachOf(list: unknown, type?: 'bigint' | 'text'): RawBuilder<unknown>;
  /** The numbers of two such lists, pair by pair, as a table `pair` with the columns `one` and `other`. */
  pairsOf(one: unknown, other: unknown): RawBuilder<unknown>;
  /** The objects of a JSON list as a table `item` with a column for each of these names; the list is one parameter. */
  objectsOf(json: string, columns: Readonly<Record<string, 'bigint' | 'text'>>): RawBuilder<unknown>;
  /** A list as one parameter. */
  listOf(values: readonly number[] | readonly string[]): unknown;
  /** True if `needle` occurs in `text`; both are already folded. */
  contains(text: Expression<unknown>, needle: string): RawBuilder<boolean>;
  /** True for venues within an area; uses the spatial index. */
  venueWithin(area: Area): RawBuilder<boolean>;
  /** True if one text of a JSON list contains all needles. */
  someItemContains(list: Expression<unknown>, needles: readonly string[]): RawBuilder<boolean>;
  /** The text at a path of known names in a JSON object; null if there is none. It has no parameters. */
  textAt(json: Expression<unknown>, path: readonly string[]): RawBuilder<string | null>;
  /** The class of a stored cost, see events/cost.ts. */
  costClass(cost: Expression<unknown>): RawBuilder<CostClass>;
  /** An aggregate: a JSON list of the values, ordered by `by`; `[]` without rows. */
  jsonList(value: Expression<number>, by: Expression<unknown>): RawBuilder<string>;
  /**
   * Locks these records against trashing until the transaction ends. Resolves to the number of them that exist and are
   * not in the trash.
   */
  lockRowsShared(db: Db, table: ContactTable, ids: readonly number[]): Promise<number>;
  /** Locks name assignment in this table until the transaction ends, because a name is looked up before it is used. */
  lockNames(db: Db, table: keyof Tables): Promise<unknown>;
  /** Appended to a query: locks its rows against changes until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>;
  /** The same, but others may lock and read the rows as well: events that link to them. */
  readonly forShare: RawBuilder<unknown>;
  /** Locks a row against changes until the transaction ends. */
  lockRow(db: Db, table: keyof Tables, id: number): Promise<unknown>;
  /** Locks rows against changes, in the order of their ids, without waiting for it. Others may still link to them. */
  lockRows(db: Db, table: keyof Tables, ids: readonly number[]): Promise<unknown>;
  /** Moves a table's id sequence past this id, which is about to be inserted explicitly. */
  passIds(db: Db, table: Numbered, id: number): Promise<unknown>;
  /** The last id drawn from a table's sequence, even if its row was deleted; 0 if none was drawn. */
  lastId(db: Db, table: Numbered): Promise<number>;
  /** Prevents query plans, for this transaction, that are fast only for a small calendar. */
  planCarefully(db: Db): Promise<unknown>;
  /** Lets the statements of this transaction take longer than those of a request may. */
  takeTime(db: Db): Promise<unknown>;
}

async function present(db: Db, table: ContactTable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db.selectFrom(table).select('id').where('id', 'in', ids).where('status', '!=', 'trash').execute();
}

const all = (conditions: RawBuilder<boolean>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  async describe(db) {
    const { rows } = await sql<{ file: string }>`select file from pragma_database_list
      where name = 'main'`.execute(db);
    return `the store ${rows[0]!.file}`;
  },
  async hasTable(db, table) {
    const found = sql`select 1 from sqlite_master where type = 'table' and name = ${table}`;
    return (await found.execute(db)).rows.length > 0;
  },
  isOutOfProcess: false,
  identity: 'integer primary key autoincrement',
  text: 'text',
  among: (column, list) => sql<boolean>`${column} in (select value from json_each(${list}))`,
  unindexed: column => sql<number>`+${column}`,
  eachOf: list => sql`json_each(${list}) as item`,
  // A join of two lists would scan one list for each item of the other.
  pairsOf: (one, other) => sql`(
    select item.value as one, lists.other ->> item.key as other
    from (select ${one} as one, ${other} as other) as lists, json_each(lists.one) as item
  ) as pair`,
  objectsOf: (json, columns) => sql`(
    select ${sql.join(Object.keys(columns).map(name => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))}
    from json_each(${json})
  ) as item`,
  listOf: values => JSON.stringify(values),
  contains: (text, needle) => sql<boolean>`instr(${text}, ${needle}) > 0`,
  // An R*Tree rounds coordinates outwards, so its results are checked exactly afterwards.
  venueWithin: ({ south, north, west, east }) => sql<boolean>`venues.id in (
    select id from venues_places
    where max_lat >= ${south} and min_lat <= ${north} and max_lng >= ${west} and min_lng <= ${east}
  )`,
  someItemContains(list, needles) {
    const found = all(needles.map(needle => this.contains(sql.ref('value'), needle)));
    return sql<boolean>`exists (select 1 from json_each(${list}) where ${found})`;
  },
  textAt: (json, path) => sql<string | null>`${json} ->> ${sql.lit(['$', ...path].join('.'))}`,
  // Prices are in ascending order; one without a digit from 1 to 9 is 0.
  costClass: cost => sql<CostClass>`case when ${cost} is null then 'free'
    when ${cost} ->> '$.prices[#-1].value' glob '*[1-9]*' then 'paid'
    when ${cost} ->> '$.free' = 1 or json_array_length(${cost}, '$.prices') > 0 then 'free'
    else 'unknown' end`,
  jsonList: (value, by) => sql<string>`json_group_array(${value} order by ${by})`,
  // A write transaction locks the whole store from its beginning.
  forUpdate: sql``,
  forShare: sql``,
  lockRow: async () => undefined,
  lockRows: async () => undefined,
  lockNames: async () => undefined,
  async passIds(db, table, id) {
    await sql`insert into sqlite_sequence (name, seq) select ${table}, 0
      where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db);
    await sql`update sqlite_sequence set seq = max(seq, ${id}) where name = ${table}`.execute(db);
  },
  async lastId(db, table) {
    const drawn = sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`;
    return (await drawn.execute(db)).rows[0]?.seq ?? 0;
  },
  lockRowsShared: async (db, table, ids) => (await present(db, table, ids)).length,
  planCarefully: async () => undefined,
  takeTime: async () => undefined,
};

const postgresDialect: Dialect = {
  name: 'postgres',
  async describe(db) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    return `the store in the database ${rows[0]!.name}`;
  },
  async hasTable(db, table) {
    const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
      db,
    );
    return rows[0]!.found;
  },
  isOutOfProcess: true,
  identity: 'bigint generated by default as identity primary key',
  text: 'text collate "C"',
  among: (column, list, type = 'bigint') => sql<boolean>`${column} = any(${list}::${sql.raw(type)}[])`,
  unindexed: column => column,
  eachOf: (list, type = 'bigint') => sql`unnest(${list}::${sql.raw(type)}[]) as item (value)`,
  pairsOf: (one, other) => sql`unnest(${one}::bigint[], ${other}::bigint[]) as pair (one, other)`,
  objectsOf: (json, columns) =>
    sql`json_to_recordset(${json}::json) as item (${sql.join(
      Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
    )})`,
  listOf: values => values,
  contains: (text, needle) => sql<boolean>`strpos(${text}, ${needle}) > 0`,
  venueWithin: ({ south, north, west, east }) => sql<boolean>`(
    venues.geo_lat is not null and venues.geo_lng is not null and
    point(venues.geo_lng, venues.geo_lat) <@ box(point(${west}, ${south}), point(${east}, ${north}))
  )`,
  someItemContains(list, needles) {
    const found = all(needles.map(needle => this.contains(sql.ref('value'), needle)));
    return sql<boolean>`exists (select 1 from json_array_elements_text(${list}::json) as item (value) where ${found})`;
  },
  textAt: (json, path) => sql<string | null>`${json}::json #>> ${sql.lit(`{${path.join()}}`)}::text[]`,
  costClass: cost => sql<CostClass>`case when ${cost} is null then 'free'
    when ${cost}::json -> 'prices' -> -1 ->> 'value' ~ '[1-9]' then 'paid'
    when (${cost}::json ->> 'free')::boolean or json_array_length(${cost}::json -> 'prices') > 0 then 'free'
    else 'unknown' end`,
  jsonList: (value, by) => sql<string>`coalesce(json_agg(${value} order by ${by})::text, '[]')`,
  forUpdate: sql`for update`,
  forShare: sql`for share`,
  lockRow: (db, table, id) => sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db),
  lockRows(db, table, ids) {
    const text = `select 1 from "${table}" where id = any($1::bigint[]) order by id for no key update`;
    return send(db, recurring(CompiledQuery.raw(text, [ids])));
  },
  passIds(db, table, id) {
    const ids = `${table}_id_seq`;
    return sql`select setval(${ids}, ${id}::bigint) from ${sql.table(ids)} where last_value <= ${id}`.execute(
      db,
    );
  },
  async lastId(db, table) {
    const ids = sql.table(`${table}_id_seq`);
    const drawn = sql<{
      id: number;
    }>`select case when is_called then last_value else 0 end as id from ${ids}`;
    return (await drawn.execute(db)).rows[0]!.id;
  },
  lockNames: (db, table) =>
    sql`select pg_advisory_xact_lock(hashtext(${`almanac names of ${table}`}))`.execute(db),
  async lockRowsShared(db, table, ids) {
    if (ids.length === 0) return 0;
    const lockedRows = sql`select id from ${sql.table(table)} where id in (${sql.join(ids)}) and status <> 'trash' order by id for share`;
    return (await lockedRows.execute(db)).rows.length;
  },
  // Without statistics, as after an import, PostgreSQL assumes that a condition on the status leaves one event. A
  // nested loop would then scan the joined table once for each event.
  async planCarefully(db) {
    const [known] = (await execute(db, HAS_STATISTICS)).rows as [{ is: boolean }];
    if (!known.is) await sql`set local enable_nestloop = off`.execute(db);
  },
  async takeTime(db) {
    await sql.raw(NO_TIMEOUT).execute(db);
    for (const limit of ['lock_timeout', 'idle_in_transaction_session_timeout'])
      await sql.raw(`set local ${limit} = 0`).execute(db);
  },
};

/** Prepared, because planning it takes as long as a short list: the view joins many tables. */
const HAS_STATISTICS = recurring(
  CompiledQuery.raw(`select exists (select from pg_stats
    where schemaname = current_schema() and tablename = 'events' and attname = 'status') as is`),
);

export const dialects: readonly Dialect[] = [sqliteDialect, postgresDialect];

/** The dialect of the store behind a handle or a transaction. */
export const dialectOf = (db: Kysely<never> | Db): Dialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect;

/** Calls `read` with a handle to a consistent snapshot. It blocks no writes and, on the embedded store, no requests. */
export const snapshot = <Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> =>
  db.isTransaction
    ? read(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
