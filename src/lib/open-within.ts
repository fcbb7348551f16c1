import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** Whether a file or folder may be read where it really lies, with all links resolved. */
export type PathCheck = (real: string, stats: Stats) => Promise<boolean>;

/** A file that is open for reading. Whoever has it closes the handle. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** A path that leads to no file within its bounds. */
export class OutOfBounds extends Error {
  constructor(path: string) {
    super(`${path} leads out of its bounds, or to no file`);
  }
}

/** Without links at the end, and without waiting for the writer of a pipe. Other systems have no such flags. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens the file that a path leads to, if it lies within bounds. What is checked is the file that is open: exchanging
 * links and folders meanwhile leads nowhere else.
 * @throws OutOfBounds, or what the file system throws
 */
export async function openWithin(path: string, bounds: PathCheck): Promise<OpenFile> {
  const real = await realpath(path);
  const handle = await open(real, FLAGS);
  try {
    const stats = await handle.stat();
    if (stats.isFile() && (await isAt(real, handle, stats)) && (await bounds(real, stats)))
      return { handle, stats };
    throw new OutOfBounds(path);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The content of the file that a path leads to, if it lies within bounds. */
export async function readWithin(path: string, bounds: PathCheck): Promise<Buffer> {
  const { handle } = await openWithin(path, bounds);
  return handle.readFile().finally(() => handle.close());
}

/** Whether an open file lies at this path, and no part of the path is a link. */
async function isAt(real: string, { fd }: FileHandle, { dev, ino }: Stats): Promise<boolean> {
  // Linux knows the path of the open file. Elsewhere it is looked up again.
  const opened = await readlink(`/proc/self/fd/${fd}`).catch(() => undefined);
  if (opened !== undefined) return opened === real;
  const there = await lstat(real);
  return there.dev === dev && there.ino === ino && (await realpath(real)) === real;
}

/** Whether a path is that of a folder, or of something in it. Both are absolute. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
