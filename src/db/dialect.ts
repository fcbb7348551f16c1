import { type Expression, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Degrees of latitude and longitude, west not greater than east. */
export interface Area {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** Tables that draw ids. */
type Numbered = 'records' | 'terms' | 'users' | 'app_passwords' | 'versions';

/** SQL that differs between SQLite and PostgreSQL; all other SQL is shared. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** What the store is and what it is called, for its operator. */
  describe(db: Db): Promise<string>;
  /** Whether there is a table of this name: that of the steps of the schema is not among `Tables`. */
  hasTable(db: Db, table: string): Promise<boolean>;
  /** The engine runs in processes of its own, so this process stays free during a query. */
  readonly isApart: boolean;
  /** The type of a column that numbers its rows. */
  readonly identity: string;
  /** The type of a column of text: compared and sorted byte by byte on both stores. */
  readonly text: string;
  /** True for the values of a list that is sent as one parameter, see `listOf`: the text is the same for each length. */
  among(column: Expression<unknown>, list: unknown, type?: 'bigint' | 'text'): RawBuilder<boolean>;
  /** The values of such a list as a table `item` with the column `value`. */
  eachOf(list: unknown, type?: 'bigint' | 'text'): RawBuilder<unknown>;
  /** The numbers of two such lists, pair by pair, as a table `pair` with the columns `one` and `other`. */
  pairsOf(one: unknown, other: unknown): RawBuilder<unknown>;
  /** A list as one parameter. */
  listOf(values: readonly number[] | readonly string[]): unknown;
  /** True where `needle` occurs in `text`; both are folded already. */
  contains(text: Expression<unknown>, needle: string): RawBuilder<boolean>;
  /** True for venues within an area, by the index of places. */
  venueWithin(area: Area): RawBuilder<boolean>;
  /** True where one text of a JSON list of texts contains all the needles. */
  someItemContains(list: Expression<unknown>, needles: readonly string[]): RawBuilder<boolean>;
  /** JSON of the list of these values, in the order of `by`: an aggregate, whose list may be empty. */
  jsonList(value: Expression<number>, by: Expression<unknown>): RawBuilder<string>;
  /**
   * Keeps others from trashing these records until the transaction ends; resolves to how many of them are there
   * and not in the trash.
   */
  holdRows(db: Db, table: 'venues' | 'organizers', ids: readonly number[]): Promise<number>;
  /** Locks name assignment in this table until the transaction ends, because a name is looked up before it is used. */
  lockNames(db: Db, table: keyof Tables): Promise<unknown>;
  /** Appended to a query: locks its rows against changes until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>;
  /** Keeps others from changing this row until the transaction ends. */
  lockRow(db: Db, table: keyof Tables, id: number): Promise<unknown>;
  /** The same for these rows, in the order of their ids; others may link to them meanwhile. */
  lockRows(db: Db, table: keyof Tables, ids: readonly number[]): Promise<unknown>;
  /** Moves a table's id sequence past this id, which is about to be inserted explicitly. */
  passIds(db: Db, table: Numbered, id: number): Promise<unknown>;
  /** The last id that a table has drawn, whether its row is still there or not; 0 where it has drawn none. */
  lastId(db: Db, table: Numbered): Promise<number>;
  /** Keeps queries of this transaction from plans that are chosen for a small calendar where this one may be large. */
  planCarefully(db: Db): Promise<unknown>;
}

async function present(db: Db, table: 'venues' | 'organizers', ids: readonly number[]) {
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
  isApart: false,
  identity: 'integer primary key autoincrement',
  text: 'text',
  among: (column, list) => sql<boolean>`${column} in (select value from json_each(${list}))`,
  eachOf: list => sql`json_each(${list}) as item`,
  // A join of two lists would go through one of them for each item of the other.
  pairsOf: (one, other) => sql`(
    select item.value as one, lists.other ->> item.key as other
    from (select ${one} as one, ${other} as other) as lists, json_each(lists.one) as item
  ) as pair`,
  listOf: values => JSON.stringify(values),
  contains: (text, needle) => sql<boolean>`instr(${text}, ${needle}) > 0`,
  // An R*Tree keeps coordinates rounded outwards: what it finds is checked exactly afterwards.
  venueWithin: ({ south, north, west, east }) => sql<boolean>`venues.id in (
    select id from venues_places
    where max_lat >= ${south} and min_lat <= ${north} and max_lng >= ${west} and min_lng <= ${east}
  )`,
  someItemContains(list, needles) {
    const found = all(needles.map(needle => this.contains(sql.ref('value'), needle)));
    return sql<boolean>`exists (select 1 from json_each(${list}) where ${found})`;
  },
  jsonList: (value, by) => sql<string>`json_group_array(${value} order by ${by})`,
  // A transaction that writes has the whole store to itself from its beginning.
  forUpdate: sql``,
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
  holdRows: async (db, table, ids) => (await present(db, table, ids)).length,
  planCarefully: async () => undefined,
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
  isApart: true,
  identity: 'bigint generated by default as identity primary key',
  text: 'text collate "C"',
  among: (column, list, type = 'bigint') => sql<boolean>`${column} = any(${list}::${sql.raw(type)}[])`,
  eachOf: (list, type = 'bigint') => sql`unnest(${list}::${sql.raw(type)}[]) as item (value)`,
  pairsOf: (one, other) => sql`unnest(${one}::bigint[], ${other}::bigint[]) as pair (one, other)`,
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
  jsonList: (value, by) => sql<string>`coalesce(json_agg(${value} order by ${by})::text, '[]')`,
  forUpdate: sql`for update`,
  lockRow: (db, table, id) => sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db),
  lockRows: (db, table, ids) =>
    sql`select 1 from ${sql.table(table)} where id = any(${ids}::bigint[]) order by id for no key update`.execute(
      db,
    ),
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
  async holdRows(db, table, ids) {
    if (ids.length === 0) return 0;
    const held = sql`select id from ${sql.table(table)} where id in (${sql.join(ids)}) and status <> 'trash' order by id for share`;
    return (await held.execute(db)).rows.length;
  },
  // Without statistics, as after an import, a condition on the status is taken to leave one event: what is joined to it
  // by a nested loop may then be gone through for each of all events.
  async planCarefully(db) {
    const known = sql<{ is: boolean }>`select exists (select from pg_stats
      where schemaname = current_schema() and tablename = 'events' and attname = 'status') as is`;
    if (!(await known.execute(db)).rows[0]!.is) await sql`set local enable_nestloop = off`.execute(db);
  },
};

/** The dialect of the store behind a handle or a transaction. */
export const dialectOf = (db: Kysely<never> | Db): Dialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect;

/**
 * Calls `read` with a handle for which nothing changes meanwhile, and which keeps nobody from writing, nor, where the
 * store is embedded, from being answered.
 */
export const snapshot = <Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
