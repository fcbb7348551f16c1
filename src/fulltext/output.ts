import { writeSync } from 'node:fs';

const BUFFERED = 1 << 18;

/** Writes bytes to an open file sequentially, through a buffer. */
export class FileOutput {
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(BUFFERED);
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
    if (this.#filled + bytes.length > BUFFERED) this.flush();
    if (bytes.length > BUFFERED) {
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
