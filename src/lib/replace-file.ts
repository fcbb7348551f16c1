import { randomUUID } from 'node:crypto';
import { closeSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderSync, openPrivateSync } from './private-files.ts';

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
