import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openSqlite } from './sqlite.ts';
import type { Db } from './tables.ts';

/** The file of the embedded store. */
export const storeFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'almanac.sqlite');

/** Opens the store that is configured: PostgreSQL where DATABASE_URL is set, the embedded file otherwise. */
export async function openStore(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_POOL'>,
): Promise<Db> {
  if (!config.DATABASE_URL) return openSqlite(storeFile(config));
  // Its driver is loaded where it is needed: the embedded store starts without.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(config.DATABASE_URL, { poolSize: config.DATABASE_POOL });
}
