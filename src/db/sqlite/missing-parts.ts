import { existsSync } from 'node:fs';
import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { openPrivate, syncFolder } from '../../lib/private-files.ts';
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

/**
 * The file beside a store that is being created. As long as it is there, a store without tables is a new one, also after
 * a start that was killed or found no room, and no copy whose log is missing.
 */
const markerOf = (file: string): string => `${file}-new`;

/** Marks a store that is about to be created. */
export async function markNew(file: string): Promise<void> {
  await (await openPrivate(markerOf(file), 'a')).close();
}

/** Removes the mark once the store has its tables, and the disk has the name of the log that holds them. */
export async function unmarkNew(file: string): Promise<void> {
  if (!existsSync(markerOf(file))) return;
  await syncFolder(dirname(await realpath(file)));
  await rm(markerOf(file), { force: true });
}

/**
 * Before a store is opened, which makes a log beside it.
 * @throws MissingPart if its tables were all in a log that is missing
 */
export async function assertLog(file: string): Promise<void> {
  // In the order in which a process that creates the store at this moment changes them: mark, log, tables in the file.
  if ((await sizeOf(file)) === 0 || existsSync(markerOf(file))) return;
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
