import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { asStoreError, asStoreFailure } from './errors.ts';
import type { StoreNotice } from './notices.ts';
import { assertNothingLeft, sizeOf } from './sqlite/missing-parts.ts';
import { isUnused, openSqlite, type StoreUse } from './sqlite/sqlite.ts';
import type { Db } from './tables.ts';

/** The file of the embedded store. */
export const storeFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'almanac.sqlite');

/**
 * Opens the configured store: PostgreSQL if DATABASE_URL is set, otherwise the embedded file.
 * @param notify called before and while the schema of a store is migrated, and when checkpoints begin to fail
 * @throws StoreError if the store cannot be opened
 */
export async function openStore(
  config: StoreSettings & PoolLimits & Partial<Pick<Config, 'MIGRATION_COPIES'>>,
  use?: StoreUse,
  notify: (notice: StoreNotice) => void = () => {},
): Promise<Db> {
  try {
    if (!config.DATABASE_URL) {
      if (!(await sizeOf(storeFile(config)))) await assertNothingLeft(storeFile(config));
      return await openSqlite(storeFile(config), use, {
        ...(config.MIGRATION_COPIES !== undefined && { copies: config.MIGRATION_COPIES }),
        notify,
        onFailedCheckpoint: checkpoint => notify({ checkpoint }),
      });
    }
    // The driver is loaded only if needed: the embedded store starts without it.
    const { openPostgres } = await import('./postgres/postgres.ts');
    const before = (uncopied: string) => notify({ uncopied });
    return await openPostgres(config.DATABASE_URL, optionsOf(config), { before, notify });
  } catch (error) {
    throw asStoreError(error, settingOf(config));
  }
}

/** Whether the configured store is an embedded one that no process has open. */
export const isStoreUnused = (config: StoreSettings): boolean =>
  !config.DATABASE_URL && existsSync(storeFile(config)) && isUnused(storeFile(config));

/**
 * Calls `use`, and turns errors of the store into StoreErrors.
 * @throws StoreError if the store fails
 */
export async function withStoreErrors<Result>(
  config: StoreSettings,
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw asStoreFailure(error, settingOf(config));
  }
}

export type StoreSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** The setting that names the store, for messages. */
export const settingOf = ({ DATA_DIR, DATABASE_URL }: StoreSettings): string =>
  DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR (${DATA_DIR})`;

type PoolLimits = Pick<Config, 'DATABASE_POOL' | 'DATABASE_TIMEOUT'>;

const optionsOf = ({ DATABASE_POOL, DATABASE_TIMEOUT }: PoolLimits) => ({
  poolSize: DATABASE_POOL,
  statementTimeout: DATABASE_TIMEOUT * 1000,
});
