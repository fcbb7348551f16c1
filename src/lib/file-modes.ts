import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Rights of other accounts. */
const OTHERS = 0o077;

/** What was open to other accounts. */
export interface NarrowedFiles {
  /** Files and folders that are closed to them now. */
  closed: number;
  /** Those that stay open: of another account, or on a file system that keeps no modes. */
  readonly left: string[];
}

/**
 * Takes the rights of other accounts from a file or a folder of this account; links are not followed. On systems
 * without accounts of this kind nothing is done. No file is opened: to close one that the engine of a store has open
 * would end the engine's locks on it.
 * @returns whether it is a folder that was open and is closed now: what lies in it could be reached
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
 * The same of all that lies in a folder, and in the folders of it that were open. Each is closed before what lies in it
 * is looked at: nobody else can put a link there meanwhile.
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
