import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { storeFile } from '../db/open.ts';
import { imageFolder } from '../images/save-files.ts';
import { type NarrowedFiles, narrow, narrowWithin } from '../lib/file-modes.ts';
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
