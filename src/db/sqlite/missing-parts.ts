import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { MissingPart } from '../errors.ts';

/** Bytes of a file; 0 if it is missing. */
export const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/**
 * Before a store is created.
 * @throws MissingPart if the files beside it are those of a store that is missing
 */
export async function assertNothingLeft(file: string): Promise<void> {
  const folder = dirname(file);
  const found = [
    ...((await sizeOf(`${file}-wal`)) > 0 ? [`${basename(file)}-wal`] : []),
    ...((await namesIn(join(folder, 'images'))).length > 0 ? ['images/'] : []),
    ...(await namesIn(folder)).filter(name => /^almanac-\d{4}-[\w-]+\.sqlite$/.test(name)),
  ];
  if (found.length > 0)
    throw new MissingPart(
      `there is no ${basename(file)}, but ${found.join(', ')} of a store. Bring it back, or set DATABASE_URL if the records are in PostgreSQL, or take another folder for a new calendar`,
    );
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The files that this process has created. */
const created = new Set<string>();

/** Remembers that this process has created a file: without a schema, it is a new store. */
export const noteCreated = (file: string): void => void created.add(file);

/**
 * Before a store is opened, which makes a log beside it.
 * @throws MissingPart if its tables were all in a log that is missing
 */
export async function assertLog(file: string): Promise<void> {
  if (created.has(file) || (await sizeOf(file)) === 0) return;
  // The log is beside the file to which a link leads.
  if (existsSync(`${await realpath(file)}-wal`) || !isEmpty(file)) return;
  const name = basename(file);
  throw new MissingPart(
    `${name} is empty, as a copy is that was made without ${name}-wal while a service ran. Copy both while no service runs, or restore an archive of "almanac backup". If this is a new calendar, remove ${name}`,
  );
}

/** Whether a file has no tables. What is no store, or damaged, is reported where it is opened. */
function isEmpty(file: string): boolean {
  const address = pathToFileURL(file);
  // Otherwise even a reader makes a log.
  address.searchParams.set('immutable', '1');
  try {
    using database = new DatabaseSync(address, { readOnly: true });
    return database.prepare('select 1 from sqlite_master').get() === undefined;
  } catch {
    return false;
  }
}
