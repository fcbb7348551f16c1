/** Words numbered in the order of their first appearance: a hash table with open addressing. */
export class Vocabulary {
  size = 0;
  /** Number of the word plus one; 0 for a free slot. */
  #slots = new Uint32Array(1 << 12);
  #hashes = new Uint32Array(1 << 11);
  /** Start of each word among the code units. A zero follows each word. */
  #starts = new Uint32Array(1 << 11).fill(1, 0, 1);
  #units = new Uint16Array(1 << 14);

  /** The number of the word between two positions of a text. A new word gets the next number. */
  numberOf(text: string, from: number, to: number): number {
    const hash = hashOf(text, from, to);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const word = this.#slots[slot]! - 1;
      if (word < 0) return this.#add(slot, hash, text, from, to);
      if (this.#hashes[word] === hash && this.#is(word, text, from, to)) return word;
    }
  }

  /** All words in UTF-8, ordered by number, with a zero byte before and after each. */
  dictionary(): Buffer {
    return Buffer.from(this.text());
  }

  /** The same as a text. */
  text(): string {
    return Buffer.from(this.#units.buffer, 0, 2 * this.#starts[this.size]!).toString('utf16le');
  }

  /** The vocabulary with such a text. */
  static of(text: string): Vocabulary {
    const vocabulary = new Vocabulary();
    for (let from = 1; from < text.length; ) {
      const to = text.indexOf('\0', from);
      vocabulary.numberOf(text, from, to);
      from = to + 1;
    }
    return vocabulary;
  }

  #is(word: number, text: string, from: number, to: number): boolean {
    const start = this.#starts[word]!;
    if (this.#starts[word + 1]! - start !== to - from + 1) return false;
    for (let at = from; at < to; at++) {
      if (this.#units[start + at - from] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  #add(slot: number, hash: number, text: string, from: number, to: number): number {
    const word = this.size++;
    const start = this.#starts[word]!;
    const end = start + to - from + 1;
    if (end > this.#units.length) this.#units = new Uint16Array(doubled(this.#units));
    for (let at = from; at < to; at++) this.#units[start + at - from] = text.charCodeAt(at);
    if (this.size === this.#starts.length) {
      this.#starts = new Uint32Array(doubled(this.#starts));
      this.#hashes = new Uint32Array(doubled(this.#hashes));
    }
    this.#starts[this.size] = end;
    this.#hashes[word] = hash;
    this.#slots[slot] = this.size;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return word;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let word = 0; word < this.size; word++) {
      let slot = this.#hashes[word]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word + 1;
    }
    this.#slots = slots;
  }
}

/** The array's memory, extended to twice its length. */
export function doubled(array: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): ArrayBuffer {
  return array.buffer.transfer(array.byteLength * 2);
}

/** FNV-1a over code units, with the high bits mixed into the low ones, which choose the slot. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
