import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Permission bits of the group and of other accounts. */
const OTHERS = 0o077;

/** Files and folders that were accessible to other accounts. */
export interface NarrowedFiles {
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
export async function narrow(path: string, found: NarrowedFiles): Promise<boolean> {
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
export async function narrowWithin(folder: string, found: NarrowedFiles, signal: AbortSignal): Promise<void> {
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
