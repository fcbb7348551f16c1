import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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

/** Whether an existing file has no log beside it. Call it before the file is opened, which makes a log. */
export const lacksLog = async (file: string): Promise<boolean> =>
  !created.has(file) && (await stat(`${file}-wal`).catch(() => undefined)) === undefined;

/** A store whose tables were all in a log that is missing. */
export const lostLog = (file: string): MissingPart =>
  new MissingPart(
    `${basename(file)} is empty, as a copy is that was made without ${basename(file)}-wal while a service ran. Copy both while no service runs, or restore an archive of "almanac backup". If this is a new calendar, remove ${basename(file)}`,
  );
