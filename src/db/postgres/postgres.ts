import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { serversOf } from '../../lib/postgres-servers.ts';
import { storeConnections, storeWaiting } from '../../observability/measures.ts';
import { forgetForeignChanges } from '../changes.ts';
import { isUnavailable, ofServer } from '../errors.ts';
import { type MigrationHooks, migrate, migrationState } from '../migrate.ts';
import { observeQuery } from '../observe.ts';
import type { Db, Tables } from '../tables.ts';
import { Connection } from './connection.ts';
import {
  attachDedicatedConnection,
  type ConnectionSource,
  DedicatedConnection,
} from './dedicated-connection.ts';

export interface PostgresOptions {
  /** Maximum number of connections of this process to each server. */
  poolSize: number;
  /** Milliseconds after which a statement is cancelled; 0 for never. */
  statementTimeout: number;
  /** Milliseconds to wait for a connection, from the server or from the pool. */
  connectTimeout: number;
}

const POSTGRES_DEFAULTS: PostgresOptions = {
  poolSize: 10,
  statementTimeout: 10_000,
  connectTimeout: 3_000,
};

/**
 * Opens a PostgreSQL store by its `postgres://` address and migrates its schema. If the address has several hosts, the
 * one that accepts writes is used: after a failover, the other one.
 */
export async function openPostgres(
  url: string,
  options: Partial<PostgresOptions> = {},
  hooks?: MigrationHooks,
): Promise<Db> {
  const db = connectPostgres(url, options);
  try {
    if ((await migrationState(db)) !== 'all')
      await withMigrationConnection(url, db => migrate(db, undefined, hooks));
    await forgetForeignChanges(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Calls `use` with a connection of its own for migrations. A statement that changes a large table takes longer than a
 * request may, whatever limits the server has for its users.
 */
export async function withMigrationConnection<Result>(
  url: string,
  use: (db: Db) => Promise<Result>,
): Promise<Result> {
  const servers = firstOf(serversOf(url).map(server => pool(server, PATIENT, patientOptions)));
  const db = open(servers);
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

const PATIENT: PostgresOptions = { ...POSTGRES_DEFAULTS, poolSize: 1, statementTimeout: 0 };

/** The name of the sessions of migrations. */
const MIGRATION_SESSION = 'almanac migration';

const patientOptions: pg.PoolConfig = {
  application_name: MIGRATION_SESSION,
  // It may work for hours, and holds a lock of its session.
  maxLifetimeSeconds: 0,
  async onConnect(client) {
    await takesWrites(client);
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
  },
};

/** Connects without a migration; the schema may be missing. */
export function connectPostgres(url: string, options: Partial<PostgresOptions>): Db {
  const all = { ...POSTGRES_DEFAULTS, ...options };
  const servers = serversOf(url);
  const dedicated = new DedicatedConnection(
    firstOf(servers.map(server => pool(server, all, dedicatedOptions(all)))),
  );
  const shared = firstOf(servers.map(server => pool(server, all, { onConnect: takesWrites })));
  const end = async () => {
    await dedicated.close();
    await shared.end();
  };
  const db = open({ ...shared, end });
  attachDedicatedConnection(db, dedicated);
  return db;
}

const open = ({ connect, end }: ConnectionSource): Db =>
  new Kysely<Tables>({
    // Kysely uses only the methods that all clients have.
    dialect: new PostgresDialect({ pool: { options: {}, connect: connect as () => Promise<never>, end } }),
    log: observeQuery,
  });

function pool(
  url: string,
  { poolSize, statementTimeout, connectTimeout }: PostgresOptions,
  more: pg.PoolConfig = {},
): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    // Prepared statements are planned for the table sizes of that time.
    maxLifetimeSeconds: 300,
    ...{ statement_timeout: statementTimeout, lock_timeout: statementTimeout },
    // If the server vanishes silently, no answer ever comes. Statements that are sent together wait for one another.
    query_timeout: statementTimeout * 3,
    idle_in_transaction_session_timeout: statementTimeout * 2,
    application_name: 'almanac',
    keepAlive: true,
    types: { getTypeParser: parserOf },
    // A transaction sends statements whose results it does not need without waiting for the answers to earlier ones.
    pipeline: true,
    ...more,
  });
  // A connection that breaks while idle is replaced when the next one is needed. One that breaks between two statements
  // fails the next statement.
  made.on('error', () => {});
  made.on('connect', client => client.on('error', () => {}));
  return made;
}

/** Refuses connections to a standby server. */
async function takesWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as following');
  if (rows[0]?.following) throw new NotPrimary();
}

const dedicatedOptions = ({ statementTimeout, connectTimeout }: PostgresOptions): pg.PoolConfig => ({
  max: 1,
  query_timeout: statementTimeout + connectTimeout,
  async onConnect(client) {
    await takesWrites(client);
    // Its few statements are planned once and must use an index, however small the tables are then.
    await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
  },
});

/**
 * A server that does not accept writes is not read either. The code is that of a server that is still starting:
 * cannot_connect_now.
 */
class NotPrimary extends Error {
  readonly code = '57P03';
  override message = 'the server does not take writes: it follows another one';
}

/** All open pools. */
const used = new Set<pg.Pool>();

const sum = (count: (pool: pg.Pool) => number) => () => [...used].reduce((sum, pool) => sum + count(pool), 0);

const connections = new WeakMap<pg.PoolClient, Connection>();

/** One object per client, because Kysely compares them by identity. */
const connectionOf = (client: pg.PoolClient): Connection =>
  connections.getOrInsertComputed(client, () => new Connection(client));

/** Tries the pool that last worked first, then the others. */
function firstOf(pools: readonly pg.Pool[]): ConnectionSource {
  for (const pool of pools) used.add(pool);
  storeConnections.of('idle').read = sum(({ idleCount }) => idleCount);
  storeConnections.of('used').read = sum(({ totalCount, idleCount }) => totalCount - idleCount);
  let current = 0;
  return {
    async connect() {
      for (let tried = 1; ; tried++) {
        const from = current;
        storeWaiting.value++;
        try {
          return connectionOf(await pools[from]!.connect());
        } catch (error) {
          if (tried >= pools.length || !isUnavailable(error)) throw ofServer(error);
          // Another call may have switched in the meantime.
          if (current === from) current = (from + 1) % pools.length;
        } finally {
          storeWaiting.value--;
        }
      }
    },
    async end() {
      for (const pool of pools) used.delete(pool);
      await Promise.all(pools.map(pool => pool.end()));
    },
  };
}

const BIGINT = 20;

/** A bigint column is read as a number: ids, counts and epoch seconds fit. */
const parserOf = ((type: number, format?: 'text') =>
  type === BIGINT ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;
