import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { storeConnections, storeWaiting } from '../watch/measures.ts';
import { isUnavailable } from './errors.ts';
import { migrate } from './migrate.ts';
import { observeQuery } from './observe.ts';
import { serversOf } from './servers.ts';
import type { Db, Tables } from './tables.ts';

export interface PostgresOptions {
  /** Connections of this process at most, to each server. */
  poolSize: number;
  /** Milliseconds after which a statement is cancelled. */
  statementTimeout: number;
  /** Milliseconds to wait for a connection, from the server or from the pool. */
  connectTimeout: number;
}

export const POSTGRES_DEFAULTS: PostgresOptions = {
  poolSize: 10,
  statementTimeout: 10_000,
  connectTimeout: 3_000,
};

/**
 * Opens a PostgreSQL store by its `postgres://` address and brings its schema up to date. Where the address has
 * several hosts, whichever of them takes writes is used: after a failover, the other one.
 */
export async function openPostgres(url: string, options: Partial<PostgresOptions> = {}): Promise<Db> {
  const pools = serversOf(url).map(server => pool(server, { ...POSTGRES_DEFAULTS, ...options }, takesWrites));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: firstOf(pools) }),
    log: observeQuery,
  });
  await migrate(db);
  return db;
}

/** Opens a server that is only read from; it may be away. */
export function openReplica(url: string, options: Partial<PostgresOptions> = {}): Db {
  const only = firstOf([pool(url, { ...POSTGRES_DEFAULTS, ...options })]);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: only }), log: observeQuery });
}

type Check = (client: pg.ClientBase) => Promise<void>;

function pool(
  url: string,
  { poolSize, statementTimeout, connectTimeout }: PostgresOptions,
  check?: Check,
): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout * 2,
    lock_timeout: statementTimeout,
    application_name: 'almanac',
    keepAlive: true,
    types: { getTypeParser: parserOf },
    ...(check && { onConnect: check }),
  });
  // A connection that breaks while idle is replaced when the next one is needed; one that breaks in use, between
  // two statements, fails the next statement.
  made.on('error', () => {});
  made.on('connect', client => client.on('error', () => {}));
  return made;
}

/** Refuses a connection to a server that only follows another one. */
async function takesWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as following');
  if (rows[0]?.following) throw new NotPrimary();
}

/** What the server itself says of a write in this state: read_only_sql_transaction. */
class NotPrimary extends Error {
  readonly code = '25006';
  override message = 'the server does not take writes: it follows another one';
}

/** All that are open. */
const open = new Set<pg.Pool>();

const sum = (count: (pool: pg.Pool) => number) => () => [...open].reduce((sum, pool) => sum + count(pool), 0);

/** The pool that last gave a connection, or the next one that does. */
function firstOf(pools: readonly pg.Pool[]): PostgresPool {
  for (const pool of pools) open.add(pool);
  storeConnections.of('idle').read = sum(({ idleCount }) => idleCount);
  storeConnections.of('used').read = sum(({ totalCount, idleCount }) => totalCount - idleCount);
  let current = 0;
  return {
    options: pools[0]!.options,
    // Kysely uses the part of a client that all clients have.
    async connect(): Promise<never> {
      for (let tried = 1; ; tried++) {
        const from = current;
        storeWaiting.value++;
        try {
          return (await pools[from]!.connect()) as never;
        } catch (error) {
          if (tried >= pools.length || !isUnavailable(error)) throw error;
          // Somebody else may have moved on meanwhile.
          if (current === from) current = (from + 1) % pools.length;
        } finally {
          storeWaiting.value--;
        }
      }
    },
    async end() {
      for (const pool of pools) open.delete(pool);
      await Promise.all(pools.map(pool => pool.end()));
    },
  };
}

const BIGINT = 20;

/** Numbers that fit JavaScript's are numbers: ids, counts and epoch seconds do. */
const parserOf = ((type: number, format?: 'text') =>
  type === BIGINT ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;
