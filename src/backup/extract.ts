import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupRefused, isKnown, SUMS, Sums } from './archive.ts';
import { unpack } from './tar.ts';
import { TarError } from './tar-header.ts';

/**
 * Writes the files of a backup into an empty folder, each of them on disk and as its checksum says.
 * @returns the names and checksums of what was written
 * @throws BackupRefused where anything is damaged, missing, or not of a backup
 */
export async function extract(archive: FileHandle, folder: string, signal: AbortSignal): Promise<Sums> {
  try {
    const sums = new Sums();
    let told: string | undefined;
    for await (const { name, content } of unpack(archive)) {
      if (!isKnown(name) || sums.has(name) || told !== undefined)
        throw new BackupRefused(
          `This is no backup of Almanac: ${JSON.stringify(name)} does not belong there.`,
        );
      if (name === SUMS) told = Buffer.concat(await Array.fromAsync(content)).toString();
      else await write(join(folder, name), sums.of(name, content), signal);
    }
    if (told !== sums.toString()) throw new BackupRefused(damaged('a checksum does not hold'));
    return sums;
  } catch (error) {
    throw error instanceof TarError ? new BackupRefused(damaged(error.message), { cause: error }) : error;
  }
}

const damaged = (why: string): string => `The backup is damaged, or none of Almanac: ${why}.`;

async function write(file: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), { signal });
}
