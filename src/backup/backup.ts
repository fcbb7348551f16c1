import { createReadStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { storeFile } from '../db/open.ts';
import { OutOfBounds } from '../lib/open-within.ts';
import { makeTemporaryFolder, openPrivate, syncFolder } from '../lib/private-files.ts';
import { type SiteFile, siteFiles } from '../site/files.ts';
import {
  ABOUT,
  type BackupDescription,
  BackupRefused,
  type FileCounts,
  FOLDERS,
  isOfRecord,
  isOfSource,
  nameOf,
  SITE,
  STORE,
  SUMS,
  Sums,
} from './archive.ts';
import { copyStoreFile, filesInStore, filesOfRecords } from './store.ts';
import { pack, type TarEntry } from './tar.ts';
import { TarError } from './tar-header.ts';

/** The content of a finished backup. */
export interface Made extends FileCounts {
  readonly store: BackupDescription['store'];
  /** Bytes of the archive. */
  readonly size: number;
  /** Files of images and sources that no longer exist, as records name them. */
  readonly missing: readonly string[];
}

/**
 * Writes the embedded store as it is now, all files of images and sources that it refers to, and the operator's own, into
 * one file that only its owner may read; of a PostgreSQL store no records. Services may run meanwhile. The file gets its name once it is complete
 * and on disk.
 * @param overwrite whether to replace an existing file
 * @throws BackupRefused if the file exists and `overwrite` is false, if its folder does not exist, if the store is
 * damaged, or if a backup of images alone would be empty
 */
export async function makeBackup(
  file: string,
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  { overwrite, signal }: { overwrite: boolean; signal: AbortSignal },
): Promise<Made> {
  const place = resolve(file);
  if (!overwrite) await assertFree(place);
  if (!(await isThere(dirname(place)))) throw new BackupRefused(`There is no folder ${dirname(place)}.`);
  const work = await makeTemporaryFolder(`${place}.part-`);
  try {
    const { made, file } = await attempt(work, config, signal);
    if (!overwrite) await assertFree(place);
    await rename(file, place);
    await syncFolder(dirname(place));
    return made;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Attempts to read all files before one of them changes. */
const TRIES = 3;

/**
 * Starts again if an image is deleted for good before it was read: a later copy of the store does not refer to it. The
 * operator's own files may change at any time.
 */
async function attempt(
  work: string,
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  signal: AbortSignal,
): Promise<{ made: Made; file: string }> {
  for (let tried = 1; ; tried++) {
    const folder = await makeTemporaryFolder(join(work, 'try-'));
    const file = join(folder, 'backup.tar');
    try {
      const made = await write(file, await collectFiles(folder, config), config.DATA_DIR, signal);
      return { made, file };
    } catch (error) {
      if (tried === TRIES || !isOfChange(error, config)) throw error;
      await rm(folder, { recursive: true });
    }
  }
}

/** Whether a file changed, or went, while it was read. */
function isOfChange(error: unknown, { DATA_DIR }: Pick<Config, 'DATA_DIR'>): boolean {
  if (error instanceof TarError || error instanceof OutOfBounds) return true;
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && [...FOLDERS, SITE].some(folder => path?.startsWith(join(DATA_DIR, folder)));
}

interface CollectedFiles {
  /** The path of the copy of the embedded store. */
  readonly store: string | undefined;
  /** Names of the files of images and sources in the backup. */
  readonly files: readonly string[];
  readonly missing: readonly string[];
  /** The operator's own files. */
  readonly site: readonly SiteFile[];
}

async function collectFiles(
  work: string,
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
): Promise<CollectedFiles> {
  const store = config.DATABASE_URL ? undefined : join(work, STORE);
  if (store) await copyStoreFile(storeFile(config), store);
  // The files of the copy were on disk before the copy began.
  const named = store ? filesInStore(store) : await filesOfRecords(config);
  const [files, missing]: [string[], string[]] = [[], []];
  for (const file of named) {
    const name = nameOf(file);
    if (isOfRecord(name) && (await isThere(join(config.DATA_DIR, name)))) files.push(name);
    else missing.push(file);
  }
  // Probably not the service's folder, because it contains nothing of the store.
  if (!store && files.length === 0 && missing.length > 0)
    throw new BackupRefused(
      `DATA_DIR (${config.DATA_DIR}): this folder has none of the files that the records refer to.`,
    );
  return { store, files, missing, site: (await siteFiles(config)).files };
}

async function write(
  file: string,
  gathered: CollectedFiles,
  folder: string,
  signal: AbortSignal,
): Promise<Made> {
  const { store, files, missing, site } = gathered;
  const made = new Date();
  const kind = store ? 'sqlite' : 'postgres';
  const sources = files.filter(isOfSource).length;
  const format = sources > 0 ? 3 : site.length > 0 ? 2 : 1;
  const about: BackupDescription = { format, made: made.toISOString(), store: kind, missing };
  const written = (await openPrivate(file, 'wx')).createWriteStream({ flush: true });
  const bytes = pack(contents(about, gathered, folder), Math.floor(made.getTime() / 1000));
  await pipeline(bytes, written, { signal });
  return {
    ...{ store: kind, pictures: files.length - sources, sources, site: site.length },
    ...{ size: written.bytesWritten, missing },
  };
}

async function assertFree(file: string): Promise<void> {
  if (await isThere(file))
    throw new BackupRefused(`${file} exists: choose another name, or use --overwrite.`);
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function* contents(
  about: BackupDescription,
  { store, files, site }: CollectedFiles,
  folder: string,
): AsyncGenerator<TarEntry> {
  const sums = new Sums();
  const summed = (entry: TarEntry): TarEntry => ({ ...entry, content: sums.of(entry.name, entry.content) });
  yield summed(textEntry(ABOUT, `${JSON.stringify(about, null, 2)}\n`));
  if (store) yield summed(await fileEntry(STORE, store));
  for (const name of files) yield summed(await fileEntry(name, join(folder, name)));
  for (const file of site) yield summed(await siteEntry(file));
  yield textEntry(SUMS, sums.toString());
}

function textEntry(name: string, text: string): TarEntry {
  const content = Buffer.from(text);
  return { name, size: content.length, content: [content] };
}

/** Bytes per read. */
const PIECE = 2 ** 18;

async function siteEntry({ name, open }: SiteFile): Promise<TarEntry> {
  const { handle, stats } = await open();
  const content = handle.createReadStream({ highWaterMark: PIECE });
  return { name: `${SITE}/${name}`, size: stats.size, content };
}

async function fileEntry(name: string, path: string): Promise<TarEntry> {
  const { size } = await stat(path);
  return { name, size, content: createReadStream(path, { highWaterMark: PIECE }) };
}
