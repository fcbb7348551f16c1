import { createReadStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { storeFile } from '../db/open.ts';
import { makeTemporaryFolder, openPrivate, syncFolder } from '../lib/private-files.ts';
import { ABOUT, type About, BackupRefused, FORMAT, pictureName, STORE, SUMS, Sums } from './archive.ts';
import { copyStoreFile, picturesInFile, picturesOnServer } from './store.ts';
import { pack, type TarEntry } from './tar.ts';

/** What a backup that was made holds. */
export interface Made {
  readonly store: About['store'];
  /** Files of pictures. */
  readonly pictures: number;
  /** Bytes of the whole. */
  readonly size: number;
  /** Files of pictures that are not there any more. */
  readonly missing: readonly string[];
}

/**
 * Writes the embedded store as it is at this moment, and all pictures that it refers to, into one file that its owner
 * alone may read; of a store in PostgreSQL the pictures only. Services go on meanwhile. The file has its name once it
 * is whole and on disk.
 * @param overwrite whether a file of this name is replaced
 * @throws BackupRefused where there is one and it is not to be replaced, or no folder for it; where the store is damaged;
 * where it is for pictures alone, and none is there
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

/** Attempts to find all pictures that a copy of the store refers to where they are. */
const TRIES = 3;

/** Begins anew where a picture is deleted for good before it is read: a later copy of the store does not refer to it. */
async function attempt(
  work: string,
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  signal: AbortSignal,
): Promise<{ made: Made; file: string }> {
  for (let tried = 1; ; tried++) {
    const folder = await makeTemporaryFolder(join(work, 'try-'));
    const file = join(folder, 'backup.tar');
    try {
      const made = await write(file, await gather(folder, config), config.DATA_DIR, signal);
      return { made, file };
    } catch (error) {
      if (tried === TRIES || !isOfGonePicture(error, config)) throw error;
      await rm(folder, { recursive: true });
    }
  }
}

function isOfGonePicture(error: unknown, { DATA_DIR }: Pick<Config, 'DATA_DIR'>): boolean {
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && path !== undefined && path.startsWith(join(DATA_DIR, 'images'));
}

/** What goes into a backup. */
interface GatheredFiles {
  /** The copy of the embedded store. */
  readonly store: string | undefined;
  /** Names of pictures in the backup. */
  readonly pictures: readonly string[];
  readonly missing: readonly string[];
}

async function gather(
  work: string,
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
): Promise<GatheredFiles> {
  const store = config.DATABASE_URL ? undefined : join(work, STORE);
  if (store) await copyStoreFile(storeFile(config), store);
  // What the copy refers to was on disk before the copy began.
  const files = store ? picturesInFile(store) : await picturesOnServer(config);
  const [pictures, missing]: [string[], string[]] = [[], []];
  for (const file of files) {
    const name = pictureName(file);
    if (name && (await isThere(join(config.DATA_DIR, name)))) pictures.push(name);
    else missing.push(file);
  }
  // Most likely it is not the folder that the service has: nothing else of the store lies in it.
  if (!store && pictures.length === 0 && missing.length > 0)
    throw new BackupRefused(
      `DATA_DIR (${config.DATA_DIR}): this folder has none of the images that the records refer to.`,
    );
  return { store, pictures, missing };
}

async function write(
  file: string,
  gathered: GatheredFiles,
  folder: string,
  signal: AbortSignal,
): Promise<Made> {
  const { store, pictures, missing } = gathered;
  const made = new Date();
  const kind = store ? 'sqlite' : 'postgres';
  const about: About = { format: FORMAT, made: made.toISOString(), store: kind, missing };
  const written = (await openPrivate(file, 'wx')).createWriteStream({ flush: true });
  const bytes = pack(contents(about, gathered, folder), Math.floor(made.getTime() / 1000));
  await pipeline(bytes, written, { signal });
  return { store: kind, pictures: pictures.length, size: written.bytesWritten, missing };
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
  about: About,
  { store, pictures }: GatheredFiles,
  folder: string,
): AsyncGenerator<TarEntry> {
  const sums = new Sums();
  const summed = (entry: TarEntry): TarEntry => ({ ...entry, content: sums.of(entry.name, entry.content) });
  yield summed(textEntry(ABOUT, `${JSON.stringify(about, null, 2)}\n`));
  if (store) yield summed(await fileEntry(STORE, store));
  for (const name of pictures) yield summed(await fileEntry(name, join(folder, name)));
  yield textEntry(SUMS, sums.toString());
}

function textEntry(name: string, text: string): TarEntry {
  const content = Buffer.from(text);
  return { name, size: content.length, content: [content] };
}

/** Bytes that are read at once. */
const PIECE = 2 ** 18;

async function fileEntry(name: string, path: string): Promise<TarEntry> {
  const { size } = await stat(path);
  return { name, size, content: createReadStream(path, { highWaterMark: PIECE }) };
}
