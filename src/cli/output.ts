import type { Writable } from 'node:stream';

/**
 * A text without the passwords of the addresses in it: `postgres://user:password@host/database`, or with `?password=`. It
 * differs from the text if there are any.
 */
export const withoutPasswords = (text: string): string =>
  text
    .replaceAll(/(:\/\/[^/?#@\s:]*:)[^/?#\s]+@/g, '$1…@')
    .replaceAll(/([?&](?:ssl)?password=)[^&\s]*/gi, '$1…');

const OUTPUTS = [process.stdout, process.stderr];

/** The reader of an output has gone, as in `almanac export | head`. */
export class ReaderGone extends Error {
  override name = 'ReaderGone';
}

/** An output or a file cannot be written, as on a full disk. */
export class Unwritten extends Error {
  override name = 'Unwritten';
}

let needsOutput = true;

/** Lets a command finish although its output fails. */
export function outliveReaders(): void {
  needsOutput = true;
  for (const output of OUTPUTS) output.off('error', ignore).on('error', ignore);
}

/** Lets the service run on although its output fails, for example if the disk of the log is full. */
export function outliveOutput(): void {
  needsOutput = false;
}

function ignore(): void {}

/** @throws Unwritten if a command has printed what could not be written; nothing if its reader has gone */
export function assertPrinted(): void {
  const { errored } = process.stdout;
  if (needsOutput && errored && !isGone(errored)) throw new Unwritten(errored.message);
}

/**
 * Writes chunks no faster than the reader takes them.
 * @throws ReaderGone or Unwritten as a rejection
 */
export const writer =
  (stream: Writable) =>
  (chunk: string): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(chunk, failed => {
        const error = stream.errored ?? failed;
        if (error) reject(outputError(error));
        else resolve();
      });
    });

/** Resolves once all that was printed is written, and rejects like `writer`. */
export const printed = (): Promise<void> => writer(process.stdout)('');

/** What to throw for the error of an output: an interruption stays itself. */
export const outputError = (error: Error): Error =>
  isGone(error) ? new ReaderGone() : 'syscall' in error ? new Unwritten(error.message) : error;

const isGone = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';
