import { hash } from 'node:crypto';

/**
 * The records that an import has processed, by `placeOf`, with their local ids, or undefined without one. They are kept by
 * hashes, because there may be millions of events: one takes some 60 bytes, however long its identity is.
 */
export class SettledRecords {
  readonly #ids = new Map<string, number | undefined>();

  has(place: string): boolean {
    return this.#ids.has(hashOf(place));
  }

  get(place: string): number | undefined {
    return this.#ids.get(hashOf(place));
  }

  set(place: string, id: number | undefined): void {
    this.#ids.set(hashOf(place), id);
  }
}

/** Twelve bytes, one character each: among a billion texts, two have the same ones with a probability of 10⁻¹¹. */
const hashOf = (place: string): string => hash('sha1', place, 'binary').slice(0, 12);
