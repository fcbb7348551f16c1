import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Db } from './tables.ts';

/** The file of the embedded store. */
export const storeFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'almanac.sqlite');

/** Opens the store that is configured: PostgreSQL where DATABASE_URL is set, the embedded file otherwise. */
export const openStore = (
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_POOL'>,
): Promise<Db> =>
  config.DATABASE_URL
    ? openPostgres(config.DATABASE_URL, { poolSize: config.DATABASE_POOL })
    : openSqlite(storeFile(config));
