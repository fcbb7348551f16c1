import { hash } from 'node:crypto';

/**
 * The records that an import has processed, by `placeOf`, with their local ids, or undefined without one. Events are kept
 * as hashes, because there may be millions: one takes some 40 bytes, and as a text in a map it took over 200.
 */
export class SettledRecords {
  readonly #events = new HashedIds();
  readonly #others = new Map<string, number | undefined>();

  has(place: string): boolean {
    return isEvent(place) ? this.#events.has(place) : this.#others.has(place);
  }

  get(place: string): number | undefined {
    return isEvent(place) ? this.#events.get(place) : this.#others.get(place);
  }

  set(place: string, id: number | undefined): void {
    if (isEvent(place)) this.#events.set(place, id);
    else this.#others.set(place, id);
  }
}

const isEvent = (place: string): boolean => place.startsWith('event ');

/** 32-bit words of a hash: among a billion texts, two have the same 96 bits with a probability of 10⁻¹¹. */
const WORDS = 3;

/** Ids by text, in a hash table with open addressing. */
class HashedIds {
  #size = 0;
  #hashes = new Uint32Array(1024 * WORDS);
  #ids = new Float64Array(1024).fill(FREE);

  has(text: string): boolean {
    return this.#ids[this.#slotOf(hashOf(text))] !== FREE;
  }

  get(text: string): number | undefined {
    const id = this.#ids[this.#slotOf(hashOf(text))]!;
    return id === FREE || id === NO_ID ? undefined : id;
  }

  set(text: string, id: number | undefined): void {
    if (this.#size * 4 >= this.#ids.length * 3) this.#grow();
    this.#put(hashOf(text), id ?? NO_ID);
  }

  #put(words: Uint32Array, id: number): void {
    const slot = this.#slotOf(words);
    if (this.#ids[slot] === FREE) this.#size++;
    this.#ids[slot] = id;
    this.#hashes.set(words, slot * WORDS);
  }

  /** The slot of a hash, or the free one where it belongs. */
  #slotOf(words: Uint32Array): number {
    const last = this.#ids.length - 1;
    for (let slot = words[0]! & last; ; slot = (slot + 1) & last) {
      const at = slot * WORDS;
      if (this.#ids[slot] === FREE) return slot;
      if (
        this.#hashes[at] === words[0] &&
        this.#hashes[at + 1] === words[1] &&
        this.#hashes[at + 2] === words[2]
      )
        return slot;
    }
  }

  #grow(): void {
    const [hashes, ids] = [this.#hashes, this.#ids];
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#ids = new Float64Array(ids.length * 2).fill(FREE);
    this.#size = 0;
    for (const [slot, id] of ids.entries())
      if (id !== FREE) this.#put(hashes.subarray(slot * WORDS, (slot + 1) * WORDS), id);
  }
}

/** An unused slot, and a record that has no local id. */
const FREE = -1;
const NO_ID = -2;

/** The first words of a hash of a text, until the next call. */
function hashOf(text: string): Uint32Array {
  // A text takes a fifth of the time that a buffer takes.
  const bytes = hash('sha1', text, 'binary');
  const byte = (at: number) => bytes.charCodeAt(at);
  for (let word = 0, at = 0; word < WORDS; word++, at += 4)
    hashed[word] = byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24);
  return hashed;
}

const hashed = new Uint32Array(WORDS);
