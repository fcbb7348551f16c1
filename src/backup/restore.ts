import { type FileHandle, type open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { StoreSettings } from '../db/open.ts';
import { parsedJson } from '../lib/objects.ts';
import { makeFolder, makeNewFolder, openPrivate, syncFolder } from '../lib/private-files.ts';
import {
  ABOUT,
  type BackupDescription,
  BackupRefused,
  type FileCounts,
  FOLDERS,
  FORMATS,
  isKnown,
  isOfSource,
  nameOf,
  SITE,
  STORE,
  SUMS,
  Sums,
} from './archive.ts';
import { filesInStore, filesOfRecords } from './store.ts';
import { unpack } from './tar.ts';
import { TarError } from './tar-header.ts';

export interface Restored extends Pick<BackupDescription, 'made' | 'store'>, FileCounts {
  /** Files of images and sources that records refer to, but that are missing. */
  readonly missing: readonly string[];
}

/**
 * Restores a backup into a DATA_DIR without a store. Everything is checked before any file gets its name, so a backup
 * is restored completely or not at all.
 * @throws BackupRefused if there is a store, or the backup is damaged or belongs to another kind of store
 */
export async function restoreBackup(
  archive: Awaited<ReturnType<typeof open>>,
  config: StoreSettings,
  signal: AbortSignal,
): Promise<Restored> {
  await assertFree(config);
  const isNew = await makeFolder(config.DATA_DIR);
  try {
    return await throughFolder(join(config.DATA_DIR, 'restoring'), async work => {
      const sums = await extract(archive, work, signal);
      const { made, store, missing, format } = await readAbout(work, sums, config);
      const lacking = await lackingFiles(store === 'sqlite' ? join(work, STORE) : undefined, sums, config);
      // Earlier versions left the files of sources out.
      const isTold = (file: string) => missing.includes(file) || (format < 3 && isOfSource(nameOf(file)));
      if (store === 'sqlite' && !lacking.every(isTold))
        throw new BackupRefused('The backup is damaged: files that its records refer to are missing.');
      signal.throwIfAborted();
      await assertFree(config, sums.counts);
      await moveIn(work, config.DATA_DIR);
      return { made, store, ...sums.counts, missing: lacking };
    });
  } catch (error) {
    if (isNew) await rmdir(config.DATA_DIR);
    throw error;
  }
}

/** The files of a store. What SQLite left beside a deleted file would be taken as part of the restored one. */
const STORE_FILES = [STORE, `${STORE}-wal`, `${STORE}-shm`, `${STORE}-journal`];

/** Refuses to overwrite a store or images, or files of sources and of the operator if the backup has some. */
async function assertFree({ DATA_DIR }: StoreSettings, counts?: FileCounts): Promise<void> {
  const names = await namesIn(DATA_DIR);
  const folders = ['images', ...(counts?.sources ? ['sources'] : []), ...(counts?.site ? [SITE] : [])];
  const full = await Promise.all(
    folders.map(async folder => ((await namesIn(join(DATA_DIR, folder))).length > 0 ? folder : undefined)),
  );
  const there = [...STORE_FILES.filter(name => names.includes(name)), ...full].find(Boolean);
  if (there)
    throw new BackupRefused(
      `DATA_DIR: ${join(DATA_DIR, there)} exists: move it away, or choose another folder.`,
    );
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/** Calls `use` with a temporary folder, which is removed afterwards. */
async function throughFolder<Result>(
  folder: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  await makeNewFolder(folder).catch(error => {
    if (error.code !== 'EEXIST') throw error;
    throw new BackupRefused(
      `${folder} exists: another restore is running, or one was interrupted. In the second case, remove it.`,
    );
  });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readAbout(
  folder: string,
  sums: Sums,
  { DATABASE_URL }: StoreSettings,
): Promise<BackupDescription> {
  const text = sums.has(ABOUT) ? await readFile(join(folder, ABOUT), 'utf8') : '';
  // The checksum matched, so a backup of this format wrote it.
  const about = parsedJson(text) as BackupDescription | undefined;
  if (!about) throw new BackupRefused('This is not a backup of Almanac.');
  if (!FORMATS.includes(about.format))
    throw new BackupRefused('The backup was made by a newer version: use that version to restore it.');
  if (about.store === 'sqlite' && DATABASE_URL)
    throw new BackupRefused(
      'The backup is of an embedded store: restore it without DATABASE_URL. "almanac copy" takes it to PostgreSQL.',
    );
  if (about.store === 'postgres' && !DATABASE_URL)
    throw new BackupRefused(
      'The backup holds pictures only, its records are in PostgreSQL: set DATABASE_URL.',
    );
  if (about.store === 'sqlite' && !sums.has(STORE))
    throw new BackupRefused('There is no store in the backup.');
  return about;
}

/** The files that records refer to and that the backup lacks. The store itself is intact. */
async function lackingFiles(store: string | undefined, sums: Sums, config: StoreSettings): Promise<string[]> {
  const files = store ? filesInStore(store) : await filesOfRecords(config);
  return files.filter(file => !sums.has(nameOf(file)));
}

/** Moves the files into place. The store comes last, also on disk: if it is there, everything is. */
async function moveIn(work: string, folder: string): Promise<void> {
  // An index of another store, or of a later state of this one.
  await rm(join(folder, 'memory'), { recursive: true, force: true });
  for (const name of [...FOLDERS, SITE, STORE]) {
    if (!(await namesIn(work)).includes(name)) continue;
    await rename(join(work, name), join(folder, name));
    await syncFolder(folder);
  }
}

/**
 * Writes the files of a backup into an empty folder, and checks their checksums. All files and their names are
 * synced.
 * @returns the names and checksums of the files
 * @throws BackupRefused if anything is damaged, missing, or not part of a backup
 */
async function extract(archive: FileHandle, folder: string, signal: AbortSignal): Promise<Sums> {
  try {
    const sums = new Sums();
    let listed: string | undefined;
    const folders = new Set([folder]);
    for await (const { name, content } of unpack(archive)) {
      if (!isKnown(name) || sums.has(name) || listed !== undefined)
        throw new BackupRefused(`This is not a backup of Almanac: unexpected file ${JSON.stringify(name)}.`);
      if (name === SUMS) listed = Buffer.concat(await Array.fromAsync(content)).toString();
      else {
        const file = join(folder, name);
        await makeFolders(dirname(file), folders);
        await write(file, sums.of(name, content), signal);
      }
    }
    if (listed !== sums.toString()) throw new BackupRefused(damaged('a checksum does not match'));
    for (const written of folders) await syncFolder(written);
    return sums;
  } catch (error) {
    if (error instanceof TarError) throw new BackupRefused(damaged(error.message), { cause: error });
    // A name that is both a file and a folder.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new BackupRefused(damaged('two files have one place'), { cause: error });
  }
}

const damaged = (why: string): string => `The backup is damaged, or not a backup of Almanac: ${why}.`;

/** Creates a folder and its parents unless `made` has them, and adds them to it. */
async function makeFolders(folder: string, made: Set<string>): Promise<void> {
  if (made.has(folder)) return;
  await makeFolders(dirname(folder), made);
  await makeNewFolder(folder);
  made.add(folder);
}

async function write(file: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  await pipeline(content, (await openPrivate(file, 'wx')).createWriteStream({ flush: true }), { signal });
}
