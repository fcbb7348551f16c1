import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrate.ts';
import type { Db, Tables } from './tables.ts';

export interface PostgresOptions {
  /** Connections of this process at most. */
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

/** Opens a PostgreSQL store by its `postgres://` address and brings its schema up to date. */
export async function openPostgres(url: string, options: Partial<PostgresOptions> = {}): Promise<Db> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool(url, { ...POSTGRES_DEFAULTS, ...options }) }),
  });
  await migrate(db);
  return db;
}

function pool(url: string, { poolSize, statementTimeout, connectTimeout }: PostgresOptions): pg.Pool {
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
  });
  // A connection that breaks while idle is replaced when the next one is needed.
  made.on('error', () => {});
  return made;
}

const BIGINT = 20;

/** Numbers that fit JavaScript's are numbers: ids, counts and epoch seconds do. */
const parserOf = ((type: number, format?: 'text') =>
  type === BIGINT ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;
