import { readSync, writeSync } from 'node:fs';

const READ_BUFFER = 1 << 15;

export class FileInput {
  readonly #file: number;
  #buffer = Buffer.allocUnsafe(READ_BUFFER);
  /** Start and end of the bytes in the buffer that have not been taken. */
  #from = 0;
  #to = 0;
  /** Start and end of the section that has not been read. */
  #position: number;
  readonly #end: number;

  constructor(file: number, from: number, end: number) {
    this.#file = file;
    this.#position = from;
    this.#end = end;
  }

  get ended(): boolean {
    return this.#from === this.#to && this.#position === this.#end;
  }

  /** Returns the next bytes, which are valid until the next call. */
  take(count: number): Buffer {
    if (this.#to - this.#from < count) this.#fill(count);
    this.#from += count;
    return this.#buffer.subarray(this.#from - count, this.#from);
  }

  #fill(count: number): void {
    const rest = this.#buffer.subarray(this.#from, this.#to);
    const buffer = count > this.#buffer.length ? Buffer.allocUnsafe(count) : this.#buffer;
    rest.copy(buffer);
    const wanted = Math.min(buffer.length - rest.length, this.#end - this.#position);
    readFully(this.#file, buffer.subarray(rest.length, rest.length + wanted), this.#position);
    this.#position += wanted;
    this.#buffer = buffer;
    this.#from = 0;
    this.#to = rest.length + wanted;
  }
}

/** Fills `bytes` from an open file, starting at a position. */
export function readFully(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(file, bytes, at, bytes.length - at, position + at);
    if (count === 0) throw new Error('The file ends too early.');
    at += count;
  }
}

const WRITE_BUFFER = 1 << 18;

/** Writes bytes to an open file sequentially, through a buffer. */
export class FileOutput {
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(WRITE_BUFFER);
  #filled = 0;
  #written: number;

  /** @param from position in the file of the first byte */
  constructor(file: number, from = 0) {
    this.#file = file;
    this.#written = from;
  }

  /** Position in the file of the next byte. */
  get position(): number {
    return this.#written + this.#filled;
  }

  write(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > WRITE_BUFFER) this.flush();
    if (bytes.length > WRITE_BUFFER) {
      this.#put(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  /** Writes the buffer to the file, so that it can be read. */
  flush(): void {
    this.#put(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const count = writeSync(this.#file, bytes, at, bytes.length - at, this.#written);
      at += count;
      this.#written += count;
    }
  }
}
