import { createHash } from 'node:crypto';
import { isSiteFileName } from '../site/files.ts';

/** The files of a backup beside the images, which have the same names as in DATA_DIR. */
export const ABOUT = 'backup.json';
export const STORE = 'almanac.sqlite';
/** The last file, in the format of sha256sum(1). */
export const SUMS = 'SHA256SUMS';
const PICTURE = /^images\/[a-f0-9]{24}\/[a-z0-9-]{1,120}\.[a-z]{1,5}$/;

/** The name of an image file in a backup; undefined for a name that the service does not give. */
export function pictureName(file: string): string | undefined {
  const name = `images/${file}`;
  return PICTURE.test(name) ? name : undefined;
}

/** The folder of the operator's own files. */
export const SITE = 'site';

/** Whether a file of a backup is one of the operator's own. */
const isOfSite = (name: string): boolean =>
  name.startsWith(`${SITE}/`) && isSiteFileName(name.slice(SITE.length + 1));

/** Whether a backup may hold a file of this name. No other name is ever written. */
export const isKnown = (name: string): boolean =>
  [ABOUT, STORE, SUMS].includes(name) || PICTURE.test(name) || isOfSite(name);

/** The description in a backup. */
export interface About {
  readonly format: (typeof FORMATS)[number];
  /** ISO 8601. */
  readonly made: string;
  /** The store of the records: the backup contains them if it is `sqlite`. */
  readonly store: 'sqlite' | 'postgres';
  /** Image files that were missing when the backup was made. */
  readonly missing: readonly string[];
}

/** Raised when older versions cannot read a backup any more: those of 1 know no files of the operator. */
export const FORMATS = [1, 2] as const;

/** Why a backup was refused. Nothing has been written. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** The SHA-256 of each file, by name. */
export class Sums {
  readonly #sums = new Map<string, string>();

  /** Passes a content on, and records its checksum at the end. */
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

  /** The number of image files. */
  get pictures(): number {
    return [...this.#sums.keys()].filter(name => PICTURE.test(name)).length;
  }

  /** The number of the operator's own files. */
  get site(): number {
    return [...this.#sums.keys()].filter(isOfSite).length;
  }

  toString(): string {
    return [...this.#sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  }
}
