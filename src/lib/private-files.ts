import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync } from 'node:fs';
import { chmod, type FileHandle, mkdir, mkdtemp, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

// Files and folders for the account that makes them alone, whatever its umask: a umask takes rights away from those
// that are asked for, also the owner's own, so that they are set once more.

const FOLDER = 0o700;
const FILE = 0o600;

/** What file systems say that keep no modes. */
const NO_MODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
/** What systems say that open or sync no folders, or not this one, or have nothing to write down. */
const NO_SYNC = new Set(['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EROFS']);

/** Folders that were there, or were made, and whose names this process has had written down. */
const synced = new Set<string>();

/**
 * Makes a folder and those that it lies in, where they are not there. Its name is on disk then: it is not lost with the
 * power once something in it is.
 * @returns whether it was not there
 */
export async function makeFolder(path: string): Promise<boolean> {
  const folder = resolve(path);
  const isNew = await makeMissing(folder);
  // One that is there may have been made a moment ago, by another process or one that was killed.
  if (isNew || !synced.has(folder)) await syncFolder(dirname(folder));
  synced.add(folder);
  return isNew;
}

async function makeMissing(folder: string): Promise<boolean> {
  try {
    await makeNewFolder(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      await makeFolder(dirname(folder));
      return makeMissing(folder);
    }
    if (await isFolder(folder)) return false;
    throw error;
  }
}

/** Makes a folder that is not there yet; its name is written down with whatever syncs the folder around it. */
export async function makeNewFolder(folder: string): Promise<void> {
  await mkdir(folder, FOLDER);
  await chmod(folder, FOLDER).catch(unless(NO_MODES));
}

/** Makes a folder for the time of some work, whose name begins with this and ends as nobody can guess. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix);
  await chmod(folder, FOLDER).catch(unless(NO_MODES));
  return folder;
}

/** Makes a folder, and those that it lies in, for what may be lost with the power. */
export function makeFolderSync(path: string): void {
  const folder = resolve(path);
  if (existsSync(folder)) return;
  makeFolderSync(dirname(folder));
  // Another process may have been faster.
  if (mkdirSync(folder, { recursive: true, mode: FOLDER }) !== undefined)
    attempt(() => chmodSync(folder, FOLDER));
}

/** Opens a file to write it. The mode is also set on one that was there. */
export async function openPrivate(path: string, flags: 'w' | 'wx' | 'a'): Promise<FileHandle> {
  const file = await open(path, flags, FILE);
  try {
    await file.chmod(FILE).catch(unless(NO_MODES));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The same at once; returns the descriptor. */
export function openPrivateSync(path: string, flags: 'w' | 'w+'): number {
  const file = openSync(path, flags, FILE);
  try {
    attempt(() => fchmodSync(file, FILE));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Has the names in a folder on disk, as far as the system knows how. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(unless(NO_SYNC));
  await handle
    ?.sync()
    .catch(unless(NO_SYNC))
    .finally(() => handle.close());
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const unless = (codes: ReadonlySet<string>) => (error: unknown) => {
  if (!codes.has(codeOf(error))) throw error;
};

function attempt(change: () => void): void {
  try {
    change();
  } catch (error) {
    unless(NO_MODES)(error);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
