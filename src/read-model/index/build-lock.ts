import { closeSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../../db/errors.ts';
import { makeFolderSync, openPrivateSync } from '../../lib/private-files.ts';

/**
 * Lets one process at a time build the index of a folder. The lock is that of an empty SQLite file, because the system
 * frees it when its process ends, however that happens.
 * @param file the file of the index; the lock lies beside it
 * @returns a function that frees the lock, or undefined if another process has it
 */
export function takeBuildLock(file: string): (() => void) | undefined {
  let database: DatabaseSync | undefined;
  try {
    const lock = join(dirname(file), 'build.lock');
    makeFolderSync(dirname(lock));
    // Closing an existing file would free the lock of another index in this process.
    if (!existsSync(lock)) closeSync(openPrivateSync(lock, 'a'));
    const opened = new DatabaseSync(lock);
    database = opened;
    opened.exec('begin exclusive');
    return () => opened.close();
  } catch (error) {
    database?.close();
    // Without locks, as in some network file systems, each process builds for itself.
    return isBusy(error) ? undefined : () => {};
  }
}
