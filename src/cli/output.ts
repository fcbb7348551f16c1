import type { Writable } from 'node:stream';

const OUTPUTS = [process.stdout, process.stderr];

/** The reader of an output has gone, as in `almanac export | head`. */
export class ReaderGone extends Error {
  override name = 'ReaderGone';
}

/** Lets a command finish although the reader of its output has gone. */
export function outliveReaders(): void {
  listen(throwOthers);
}

/** Lets the service run on although its output fails, for example if the disk of the log is full. */
export function outliveOutput(): void {
  listen(ignore);
}

/** In place of the listener before, as one process may carry out several commands. */
function listen(listener: (error: Error) => void): void {
  for (const output of OUTPUTS) output.off('error', throwOthers).off('error', ignore).on('error', listener);
}

function ignore(): void {}

function throwOthers(error: Error): void {
  if (!isGone(error)) throw error;
}

/**
 * Writes chunks no faster than the reader takes them.
 * @throws ReaderGone as a rejection
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
