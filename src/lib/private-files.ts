import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chmod, type FileHandle, mkdir, mkdtemp, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

// Creates files and folders that only their owner can access, whatever the umask. A umask can also remove the owner's
// own permissions, so the mode is set again after creation.

const FOLDER = 0o700;
const FILE = 0o600;

/** Error codes of file systems without permissions. */
const NO_MODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
/** Error codes of systems that cannot open or sync folders, or this folder, or have nothing to sync. */
const NO_SYNC = new Set(['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EROFS']);

/** Folders whose names this process has synced. */
const synced = new Set<string>();

/**
 * Creates a folder and its parents if they are missing. Their names are synced, so that a power cut cannot lose them
 * once they hold data.
 * @returns whether the folder was created
 */
export async function makeFolder(path: string): Promise<boolean> {
  const folder = resolve(path);
  const isNew = await makeMissing(folder);
  // An existing folder may have just been created by another process, or by one that was killed before the sync.
  if (isNew || !synced.has(folder)) await syncFolder(dirname(folder));
  synced.add(folder);
  return isNew;
}

async function makeMissing(folder: string, hasParent = false): Promise<boolean> {
  try {
    await makeNewFolder(folder);
    return true;
  } catch (error) {
    // Below /proc a folder may be there and take no other one, with the same code.
    if (codeOf(error) === 'ENOENT' && !hasParent) {
      await makeFolder(dirname(folder));
      return makeMissing(folder, true);
    }
    if (await isFolder(folder)) return false;
    throw error;
  }
}

/** Creates a folder that must not exist. Its name is not synced; the caller syncs the parent. */
export async function makeNewFolder(folder: string): Promise<void> {
  await mkdir(folder, FOLDER);
  await chmod(folder, FOLDER).catch(unless(NO_MODES));
}

/** Creates a temporary folder, with an unpredictable suffix after `prefix`. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix);
  await chmod(folder, FOLDER).catch(unless(NO_MODES));
  return folder;
}

/** Creates a folder and its parents without syncing them, for data that may be lost in a power cut. */
export function makeFolderSync(path: string): void {
  const folder = resolve(path);
  if (existsSync(folder)) return;
  makeFolderSync(dirname(folder));
  try {
    mkdirSync(folder, FOLDER);
  } catch (error) {
    // Another process may have created it first.
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  attempt(() => chmodSync(folder, FOLDER));
}

/** Opens a file for writing. Also sets the mode of an existing file. */
export async function openPrivate(path: string, flags: 'w' | 'wx' | 'wx+' | 'a'): Promise<FileHandle> {
  const file = await open(path, flags, FILE);
  try {
    await file.chmod(FILE).catch(unless(NO_MODES));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The same, synchronously; returns the descriptor. */
export function openPrivateSync(path: string, flags: 'w' | 'w+' | 'a'): number {
  const file = openSync(path, flags, FILE);
  try {
    attempt(() => fchmodSync(file, FILE));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Syncs a folder, and so the names in it, where the system can. */
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

/** Writes a private file at once: after a power cut it has its former content or all of this. */
export function replaceFileSync(file: string, bytes: Uint8Array): void {
  makeFolderSync(dirname(file));
  const unfinished = `${file}.${randomUUID()}`;
  try {
    // Synced before the rename: after a power cut the file is complete or missing.
    writePrivately(unfinished, bytes);
    renameSync(unfinished, file);
  } catch (error) {
    removeIfPossible(unfinished);
    throw error;
  }
}

/** A file that cannot be removed must not hide why it was not finished. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}

function writePrivately(path: string, bytes: Uint8Array): void {
  const file = openPrivateSync(path, 'w');
  try {
    writeFileSync(file, bytes, { flush: true });
  } finally {
    closeSync(file);
  }
}
