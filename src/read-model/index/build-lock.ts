import { closeSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../../db/errors.ts';
import { makeFolderSync, openPrivateSync } from '../../lib/private-files.ts';

/** The right to build the index of a folder. */
export interface BuildLock {
  /** Whether no other process has it. Without locks, as in some network file systems, each process builds for itself. */
  readonly isExclusive: boolean;
  free(): void;
}

/**
 * Lets one process at a time build the index of a folder. The lock is that of an empty SQLite file, because the system
 * frees it when its process ends, however that happens.
 * @param file the file of the index; the lock is in the same folder
 * @returns undefined if another process has it
 */
export function takeBuildLock(file: string): BuildLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    const lock = join(dirname(file), 'build.lock');
    makeFolderSync(dirname(lock));
    // Closing an existing file would free the lock of another index in this process.
    if (!existsSync(lock)) closeSync(openPrivateSync(lock, 'a'));
    const opened = new DatabaseSync(lock);
    database = opened;
    opened.exec('begin exclusive');
    return { isExclusive: true, free: () => opened.close() };
  } catch (error) {
    database?.close();
    return isBusy(error) ? undefined : { isExclusive: false, free() {} };
  }
}
