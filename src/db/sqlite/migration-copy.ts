import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { makeTemporaryFolder, openPrivate, syncFolder } from '../../lib/private-files.ts';
import { NoRoomToCopy } from '../errors.ts';
import { unknownSteps } from '../migrate.ts';
import { roomIn } from './disk-room.ts';

/**
 * Copies an embedded store beside it, before a migration changes it. The caller has locked the store for writing, so
 * that nothing is written between the copy and the migration, and no other process makes a copy as well. The copy has
 * its name once it is complete and on disk.
 * @param step the last migration of the store, by which the copy is named
 * @param keep number of copies that are kept, this one included; 0 to make none
 * @returns the path of the copy; undefined if none was made
 * @throws NoRoomToCopy if the disk lacks the space
 */
export async function copyBeforeMigration(
  file: string,
  step: string,
  keep: number,
): Promise<string | undefined> {
  if (keep === 0) return undefined;
  // The path of the store may be a link to a larger disk.
  const store = await realpath(file);
  await removeUnfinished(store);
  const work = await makeTemporaryFolder(unfinishedOf(store));
  try {
    const unfinished = join(work, 'copy');
    await copyTo(store, unfinished);
    const copy = join(dirname(store), nameOf(store, step));
    await removeCopy(copy);
    await rename(unfinished, copy);
    await syncFolder(dirname(store));
    await removeOlder(store, copy, keep);
    return copy;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The copies beside a store from before a migration, by the migration by which they are named. */
export async function migrationCopies(file: string): Promise<Map<string, string>> {
  const store = await realpath(file);
  const names = await readdir(dirname(store));
  const steps = names.map(name => [stepOf(store, name), join(dirname(store), name)] as const);
  return new Map(steps.flatMap(([step, path]) => (step === undefined ? [] : [[step, path]])));
}

/** Bytes that stay free beside the copy, for the log of the migration. */
const RESERVE = 2 ** 23;

async function copyTo(store: string, copy: string): Promise<void> {
  // A connection of its own sees what was committed, in the log as well, while the other one holds the lock.
  using source = new DatabaseSync(store, { readOnly: true, timeout: 10_000 });
  const { size } = source
    .prepare('select page_count * page_size as size from pragma_page_count, pragma_page_size')
    .get() as { size: number };
  const free = await roomIn(dirname(store), 1);
  if (free < size + RESERVE) throw new NoRoomToCopy(size + RESERVE, free);
  // The engine would create it with the permissions of the umask.
  await (await openPrivate(copy, 'wx')).close();
  await backup(source, copy, { rate: ALL });
  await using written = await open(copy, 'r+');
  await written.sync();
}

/** Pages in one step: more than a file can have. */
const ALL = 2 ** 31 - 1;

/** `almanac-0014-trash.sqlite` */
const nameOf = (store: string, step: string): string =>
  basename(store).replace(/(\.\w+)?$/, extension => `-${step}${extension}`);

/** The migration by which a copy of a store is named; undefined for a file that is none. */
function stepOf(store: string, name: string): string | undefined {
  const [before, after] = nameOf(store, '\n').split('\n') as [string, string];
  const step = name.slice(before.length, name.length - after.length);
  return name === nameOf(store, step) && unknownSteps([step]).length === 0 ? step : undefined;
}

const unfinishedOf = (store: string): string => `${store}.copy-`;

/** Removes what a process has left that was killed while it copied. */
async function removeUnfinished(store: string): Promise<void> {
  const prefix = basename(unfinishedOf(store));
  for (const name of await readdir(dirname(store)))
    if (name.startsWith(prefix)) await rm(join(dirname(store), name), { recursive: true, force: true });
}

/** Keeps the new copy and the latest of the others. */
async function removeOlder(store: string, made: string, keep: number): Promise<void> {
  const others: { path: string; at: number }[] = [];
  for (const path of (await migrationCopies(store)).values())
    if (path !== made) others.push({ path, at: (await stat(path)).mtimeMs });
  others.sort((one, other) => other.at - one.at);
  for (const { path } of others.slice(keep - 1)) await removeCopy(path);
}

/** Removes a copy with the files that an engine has left beside it if somebody opened it. */
async function removeCopy(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(path + suffix, { force: true });
}
