import { createHash } from 'node:crypto';

/** What lies in a backup: these, and the pictures, under the names that they have in DATA_DIR. */
export const ABOUT = 'backup.json';
export const STORE = 'almanac.sqlite';
/** The last one, in the form of sha256sum(1). */
export const SUMS = 'SHA256SUMS';
const PICTURE = /^images\/[a-f0-9]{24}\/[a-z0-9-]{1,120}\.[a-z]{1,5}$/;

/** The name that the file of a picture has in a backup; undefined where it is none that the service gives. */
export function pictureName(file: string): string | undefined {
  const name = `images/${file}`;
  return PICTURE.test(name) ? name : undefined;
}

/** Whether a backup may hold a file of this name: nothing is written elsewhere than it says. */
export const isKnown = (name: string): boolean => [ABOUT, STORE, SUMS].includes(name) || PICTURE.test(name);

/** What a backup says of itself. */
export interface About {
  readonly format: typeof FORMAT;
  /** ISO 8601. */
  readonly made: string;
  /** The store of the records: `sqlite` where it is in the backup. */
  readonly store: 'sqlite' | 'postgres';
  /** Files of pictures that were not there any more when it was made. */
  readonly missing: readonly string[];
}

/** Grows when older versions could not read it. */
export const FORMAT = 1;

/** Why a backup is not made or not restored; nothing has been written then. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** The SHA-256 of each file, by its name. */
export class Sums {
  readonly #sums = new Map<string, string>();

  /** Passes a content on, and keeps its sum once it has been read to its end. */
  async *of(name: string, content: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
    this.#sums.set(name, hash.digest('hex'));
  }

  has(name: string): boolean {
    return this.#sums.has(name);
  }

  /** How many of them are files of pictures. */
  get pictures(): number {
    return [...this.#sums.keys()].filter(name => PICTURE.test(name)).length;
  }

  toString(): string {
    return [...this.#sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  }
}
