import { chmod, lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { storeFile } from '../db/open.ts';
import { imageFolder } from '../images/save-files.ts';
import type { Log } from '../observability/log.ts';

/**
 * Removes other accounts' access to the files of the service in DATA_DIR that an earlier version or an open umask
 * left accessible. DATA_DIR itself stays as its operator made it. Resolves once nothing is accessible any more; the
 * files in `images/`, which may be many, are changed in the background.
 */
export async function startNarrowing(
  config: Pick<Config, 'DATA_DIR'>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const stopped = new AbortController();
  const found: NarrowedFiles = { closed: 0, left: [] };
  const closing = await closeFolders(config, found, stopped.signal).catch(error => {
    log.warn({ err: error }, 'files in DATA_DIR may be readable by other accounts');
    return [];
  });
  const done = closeFiles(closing, found, stopped.signal, log);
  return {
    stop() {
      stopped.abort();
      return done;
    },
  };
}

/** Returns the folders that were open and may hold many files. */
async function closeFolders(
  config: Pick<Config, 'DATA_DIR'>,
  found: NarrowedFiles,
  signal: AbortSignal,
): Promise<string[]> {
  const [store, images, memory] = await Promise.all(
    [storeFile(config), imageFolder(config), join(config.DATA_DIR, 'memory')].map(target),
  );
  for (const file of [store!, `${store}-wal`, `${store}-shm`, memory!]) await narrow(file, found);
  const wasOpen = await narrow(images!, found);
  // It holds few files. Earlier versions left them open within a closed folder.
  await narrowWithin(memory!, found, signal);
  return wasOpen ? [images!] : [];
}

/** An operator may have replaced a file or folder by a link. */
const target = (path: string): Promise<string> => realpath(path).catch(() => path);

async function closeFiles(
  folders: readonly string[],
  found: NarrowedFiles,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  try {
    for (const folder of folders) await narrowWithin(folder, found, signal);
  } catch (error) {
    log.warn({ err: error }, 'some files in images/ could not be closed to other accounts');
  }
  const { closed, left } = found;
  if (closed > 0) log.info({ files: closed }, 'files in DATA_DIR were closed to other accounts');
  if (left.length > 0)
    log.warn(
      { files: left.length, first: left[0] },
      'files in DATA_DIR remain readable by other accounts: they belong to another account, or their file system has no modes',
    );
}

/** Permission bits of the group and of other accounts. */
const OTHERS = 0o077;

/** Files and folders that were accessible to other accounts. */
interface NarrowedFiles {
  /** Number of paths whose permissions were removed. */
  closed: number;
  /** Paths that stay accessible: they belong to another account, or their file system has no permissions. */
  readonly left: string[];
}

/**
 * Removes the permissions of other accounts from a file or folder of this account. Symbolic links are not followed.
 * Does nothing on systems without such accounts. No file is opened, because closing a database file would release
 * SQLite's locks on it.
 * @returns whether it is a folder whose permissions were removed: its contents were accessible
 */
async function narrow(path: string, found: NarrowedFiles): Promise<boolean> {
  const seen = await lstat(path).catch(unlessGone);
  if (!process.getuid || !seen || (seen.mode & OTHERS) === 0) return false;
  if (!seen.isFile() && !seen.isDirectory()) return false;
  const isClosed = seen.uid === process.getuid() && (await close(path, seen.isDirectory()));
  if (isClosed) found.closed++;
  else found.left.push(path);
  return isClosed && seen.isDirectory();
}

/**
 * Does the same for everything in a folder, and in its subfolders that were accessible. Each folder is closed before it
 * is read, so that nobody else can place a link in it.
 */
async function narrowWithin(folder: string, found: NarrowedFiles, signal: AbortSignal): Promise<void> {
  for (const { name } of await namesIn(folder)) {
    if (signal.aborted) return;
    const path = join(folder, name);
    if (await narrow(path, found)) await narrowWithin(path, found, signal);
  }
}

async function close(path: string, isFolder: boolean): Promise<boolean> {
  try {
    await chmod(path, isFolder ? 0o700 : 0o600);
    return ((await lstat(path)).mode & OTHERS) === 0;
  } catch {
    return false;
  }
}

async function namesIn(folder: string) {
  const entries = await opendir(folder).catch(unlessGone);
  return entries ? await Array.fromAsync(entries) : [];
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
