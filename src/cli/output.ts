import type { Writable } from 'node:stream';

const OUTPUTS = [process.stdout, process.stderr];

/** What was to be written whole has nobody who reads it any more, as in `almanac export | head`. */
export class ReaderGone extends Error {
  override name = 'ReaderGone';
}

/** A reader who goes away ends the output alone: what the command does it does to its end. */
export function outliveReaders(): void {
  for (const output of OUTPUTS) output.off('error', throwOthers).on('error', throwOthers);
}

/** What is said may be lost for any reason, as where the disk of the log is full: what is done goes on. */
export function outliveOutput(): void {
  for (const output of OUTPUTS) output.off('error', throwOthers).on('error', () => {});
}

function throwOthers(error: Error): void {
  if (!isGone(error)) throw error;
}

/**
 * Writes chunk by chunk, no faster than they are taken.
 * @throws ReaderGone by the promise
 */
export const writer =
  (stream: Writable) =>
  (chunk: string): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(chunk, error => {
        if (error) reject(isGone(error) ? new ReaderGone() : error);
        else resolve();
      });
    });

const isGone = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';
