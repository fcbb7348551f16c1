import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { forPeople } from './text/log-lines.ts';

/** Maximum bytes that wait for a slow reader of the output. */
const MAX_PENDING = 1 << 20;

/**
 * Standard output for the lines of a log. Lines that cannot be written, for example because the disk is full, are lost;
 * the service continues. At a terminal they are for people.
 */
export class Output {
  /** Bytes that the last write could not write. */
  #rest: Buffer = Buffer.alloc(0);
  readonly #isTerminal = isatty(1);

  /** Writes whole lines. */
  write(lines: Buffer): void {
    const bytes = this.#isTerminal ? Buffer.from(forPeople(String(lines))) : lines;
    let left = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    this.#rest = Buffer.alloc(0);
    try {
      while (left.length > 0) left = left.subarray(writeSync(1, left));
    } catch (error) {
      const isSlow = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      // A line that has begun is ended.
      if (isSlow) this.#rest = left.length < MAX_PENDING ? left : left.subarray(0, left.indexOf('\n') + 1);
    }
  }
}
