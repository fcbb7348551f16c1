import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeNewFolder, openPrivate, syncFolder } from '../lib/private-files.ts';
import { BackupRefused, isKnown, SUMS, Sums } from './archive.ts';
import { unpack } from './tar.ts';
import { TarError } from './tar-header.ts';

/**
 * Writes the files of a backup into an empty folder, and checks their checksums. All files and their names are
 * synced.
 * @returns the names and checksums of the files
 * @throws BackupRefused if anything is damaged, missing, or not part of a backup
 */
export async function extract(archive: FileHandle, folder: string, signal: AbortSignal): Promise<Sums> {
  try {
    const sums = new Sums();
    let listed: string | undefined;
    const folders = new Set([folder]);
    for await (const { name, content } of unpack(archive)) {
      if (!isKnown(name) || sums.has(name) || listed !== undefined)
        throw new BackupRefused(`This is not a backup of Almanac: unexpected file ${JSON.stringify(name)}.`);
      if (name === SUMS) listed = Buffer.concat(await Array.fromAsync(content)).toString();
      else {
        const file = join(folder, name);
        await makeFolders(dirname(file), folders);
        await write(file, sums.of(name, content), signal);
      }
    }
    if (listed !== sums.toString()) throw new BackupRefused(damaged('a checksum does not match'));
    for (const written of folders) await syncFolder(written);
    return sums;
  } catch (error) {
    if (error instanceof TarError) throw new BackupRefused(damaged(error.message), { cause: error });
    // A name that is both a file and a folder.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new BackupRefused(damaged('two files have one place'), { cause: error });
  }
}

const damaged = (why: string): string => `The backup is damaged, or not a backup of Almanac: ${why}.`;

/** Creates a folder and its parents unless `made` has them, and adds them to it. */
async function makeFolders(folder: string, made: Set<string>): Promise<void> {
  if (made.has(folder)) return;
  await makeFolders(dirname(folder), made);
  await makeNewFolder(folder);
  made.add(folder);
}

async function write(file: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  await pipeline(content, (await openPrivate(file, 'wx')).createWriteStream({ flush: true }), { signal });
}
