import { type Bits, popcount } from '../lib/bits.ts';

/**
 * A posting is the set of texts that contain a word. If it holds at least one text in 32, it is stored as a bitset.
 * Otherwise it is a list of gaps between text numbers: seven bits per byte, highest bits first, the high bit set on all
 * but the last byte of a gap. Both forms fill whole 32-bit words, lowest byte first; a list of gaps is padded with an
 * unfinished gap.
 */
export const isDense = (count: number, size: number): boolean => count * 32 >= size;

const UNFINISHED = 0x80;

/** A growing list of encoded gaps. */
export class Gaps {
  #bytes = new Uint8Array(1 << 12);
  length = 0;

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  /** The encoded gaps as 32-bit words; the length must be a multiple of four (see `pad`). */
  get words(): Uint32Array {
    return new Uint32Array(this.#bytes.buffer, 0, this.length / 4);
  }

  /** Adds the gap between two consecutive texts; `previous` is -1 for the first text. */
  add(previous: number, text: number): void {
    const gap = text - previous - 1;
    this.#reserve(4);
    for (let shift = 21; shift > 0; shift -= 7) {
      if (gap >>> shift) this.#bytes[this.length++] = (gap >>> shift) | UNFINISHED;
    }
    this.#bytes[this.length++] = gap & 127;
  }

  append(gaps: Uint8Array): void {
    this.#reserve(gaps.length);
    this.#bytes.set(gaps, this.length);
    this.length += gaps.length;
  }

  /** Pads the last 32-bit word. */
  pad(): void {
    this.#reserve(3);
    while (this.length % 4 !== 0) this.#bytes[this.length++] = UNFINISHED;
  }

  clear(): void {
    this.length = 0;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + count, this.#bytes.length * 2));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}

/** Adds the texts of the gaps in the 32-bit words from `from` up to, not including, `to` to a bitset. */
export function addGaps(gaps: Uint32Array, from: number, to: number, into: Bits): void {
  let text = -1;
  let gap = 0;
  for (let at = from; at < to; at++) {
    const word = gaps[at]!;
    for (let shift = 0; shift < 32; shift += 8) {
      gap = (gap << 7) | ((word >>> shift) & 127);
      if ((word >>> shift) & UNFINISHED) continue;
      text += gap + 1;
      into[text >>> 5]! |= 1 << text;
      gap = 0;
    }
  }
}

export function postingOf(bits: Bits, size: number): Uint8Array {
  let count = 0;
  for (const word of bits) count += popcount(word);
  if (isDense(count, size)) return bytesOf(bits);
  const gaps = new Gaps();
  let previous = -1;
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at]!; word !== 0; word &= word - 1) {
      const text = at * 32 + 31 - Math.clz32(word & -word);
      gaps.add(previous, text);
      previous = text;
    }
  }
  gaps.pad();
  return gaps.bytes;
}

/** A view of an array's memory as bytes. */
export function bytesOf(array: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
