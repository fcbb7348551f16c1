import { backup, DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import { asStoreError, LaterSchema } from '../db/errors.ts';
import { takenSteps, unknownSteps } from '../db/migrate.ts';
import type { ImageRow, SourceRow } from '../db/tables.ts';
import { STEPS } from '../db/take-steps.ts';
import { filesOf } from '../images/image.ts';
import { openPrivate } from '../lib/private-files.ts';
import { BackupRefused } from './archive.ts';

/** Pages copied in one step: more than a file can have, so that no write happens between two steps. */
const ALL = 2 ** 31 - 1;

/**
 * Copies an embedded store as it is now into a new file. A service may write meanwhile.
 * @throws StoreError if the store cannot be read or is of a later version, or the copy cannot be written
 */
export async function copyStoreFile(from: string, to: string): Promise<void> {
  try {
    using store = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
    assertKnown(store, `the store ${from}`);
    // The engine would create it with the permissions of the umask.
    await (await openPrivate(to, 'wx')).close();
    await backup(store, to, { rate: ALL });
  } catch (error) {
    throw asStoreError(error, error instanceof LaterSchema ? 'DATA_DIR' : `The copy of ${from}`);
  }
}

/** @throws LaterSchema if the schema of a store has steps that this version does not know */
function assertKnown(store: DatabaseSync, name: string): void {
  const found = store.prepare('select 1 from sqlite_master where name = ?').get(STEPS);
  const rows = found ? store.prepare(`select name from ${STEPS} order by name`).all() : [];
  const unknown = unknownSteps(rows.map(({ name }) => String(name)));
  if (unknown.length > 0) throw new LaterSchema(name, unknown);
}

/**
 * The files of all images and sources that a copy of a store refers to.
 * @throws BackupRefused if the copy is damaged or of a later version
 */
export function filesInStore(file: string): string[] {
  try {
    using store = new DatabaseSync(file, { readOnly: true });
    const [found] = store.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[];
    if (found?.integrity_check !== 'ok')
      throw new BackupRefused(`The store is damaged: ${found?.integrity_check}.`);
    assertKnown(store, 'the store in the backup');
    const rows = store.prepare('select file, sizes from images order by id').all();
    // Earlier versions have no sources.
    const has = store.prepare("select 1 from sqlite_master where name = 'sources'").get();
    const sources = has ? store.prepare('select file from sources order by id').all() : [];
    return filesAmong(rows as PictureFiles[], sources as Source[]);
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    if (error instanceof LaterSchema) throw new BackupRefused(`${error.message}.`, { cause: error });
    throw new BackupRefused(`The store is damaged: ${(error as Error).message}.`, { cause: error });
  }
}

type PictureFiles = Pick<ImageRow, 'file' | 'sizes'>;
type Source = Pick<SourceRow, 'file'>;

const filesAmong = (pictures: readonly PictureFiles[], sources: readonly Source[]): string[] => [
  ...pictures.flatMap(filesOf),
  ...sources.map(({ file }) => file).filter(file => file !== ''),
];

/**
 * The files of all images and sources that the records in PostgreSQL refer to.
 * @throws StoreError if the server does not answer, or the records are of a later version
 * @throws BackupRefused if there are no records
 */
export async function filesOfRecords({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): Promise<string[]> {
  const { connectPostgres } = await import('../db/postgres/postgres.ts');
  const db = connectPostgres(DATABASE_URL, { poolSize: 1, statementTimeout: 600_000 });
  try {
    // A store of a later version is refused.
    await takenSteps(db);
    const rows = await db.selectFrom('images').select(['file', 'sizes']).orderBy('id').execute();
    const sources = await db
      .selectFrom('sources')
      .select('file')
      .orderBy('id')
      .execute()
      .catch(noneWithoutTable);
    return filesAmong(rows, sources);
  } catch (error) {
    if (isOfNoTable(error)) throw new BackupRefused('DATABASE_URL: there are no records in this database.');
    throw asStoreError(error, 'DATABASE_URL');
  } finally {
    await db.destroy();
  }
}

const isOfNoTable = (error: unknown): boolean => (error as { code?: unknown }).code === '42P01';

/** Earlier versions have no sources. */
function noneWithoutTable(error: unknown): never[] {
  if (isOfNoTable(error)) return [];
  throw error;
}
