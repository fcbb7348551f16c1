import { createHash } from 'node:crypto';
import { isSiteFileName } from '../site/files.ts';

/** The files of a backup beside those that records refer to, which have the same names as in DATA_DIR. */
export const ABOUT = 'backup.json';
export const STORE = 'almanac.sqlite';
/** The last file, in the format of sha256sum(1). */
export const SUMS = 'SHA256SUMS';
const PICTURE = /^images\/[a-f0-9]{24}\/[a-z0-9-]{1,120}\.[a-z]{1,5}$/;
const OF_SOURCE = /^sources\/[a-f0-9]{24}\.[a-z]{1,5}$/;

/** The folders of the files that records refer to: images, and what sources read. */
export const FOLDERS = ['images', 'sources'] as const;

/** The name in a backup of the file of an image (`KEY/NAME`) or of a source (`KEY.KIND`). */
export const nameOf = (file: string): string => `${FOLDERS[file.includes('/') ? 0 : 1]}/${file}`;

/** Whether the service gives such a name to a file of a record. */
export const isOfRecord = (name: string): boolean => PICTURE.test(name) || isOfSource(name);

export const isOfSource = (name: string): boolean => OF_SOURCE.test(name);

/** The folder of the operator's own files. */
export const SITE = 'site';

/** Whether a file of a backup is one of the operator's own. */
const isOfSite = (name: string): boolean =>
  name.startsWith(`${SITE}/`) && isSiteFileName(name.slice(SITE.length + 1));

/** Whether a backup may hold a file of this name. No other name is ever written. */
export const isKnown = (name: string): boolean =>
  [ABOUT, STORE, SUMS].includes(name) || isOfRecord(name) || isOfSite(name);

export interface BackupDescription {
  readonly format: (typeof FORMATS)[number];
  /** ISO 8601. */
  readonly made: string;
  /** The store of the records: the backup contains them if it is `sqlite`. */
  readonly store: 'sqlite' | 'postgres';
  /** Files of images and sources that were missing when the backup was made, as records name them. */
  readonly missing: readonly string[];
}

/**
 * Raised when older versions cannot read a backup any more: those of 1 know no files of the operator, those of 2 none of
 * sources.
 */
export const FORMATS = [1, 2, 3] as const;

/** How many files of each kind a backup has. */
export interface FileCounts {
  /** Of images. */
  readonly pictures: number;
  /** That sources read. */
  readonly sources: number;
  /** The operator's own. */
  readonly site: number;
}

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

  get counts(): FileCounts {
    const count = (isSuch: (name: string) => boolean) => [...this.#sums.keys()].filter(isSuch).length;
    return {
      pictures: count(name => PICTURE.test(name)),
      sources: count(isOfSource),
      site: count(isOfSite),
    };
  }

  toString(): string {
    return [...this.#sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  }
}
