import { hash } from 'node:crypto';

/** Bytes of an answer, and a digest that stands for them: who has put parts together need not read them again. */
export interface Part {
  readonly bytes: Buffer;
  readonly digest: string;
}

export function part(text: string): Part {
  const bytes = Buffer.from(text);
  return { bytes, digest: hash('sha1', bytes, 'base64url') };
}

/** An answer that is written as JSON already, in parts of which others may have some, too. */
export class Json {
  readonly #parts: readonly (Part | string)[];

  constructor(parts: readonly (Part | string)[]) {
    this.#parts = parts;
  }

  get bytes(): Buffer {
    return Buffer.concat(
      this.#parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part.bytes)),
    );
  }

  /** Differs where the bytes do. */
  get digest(): string {
    const [only] = this.#parts;
    if (this.#parts.length === 1 && only !== undefined)
      return (typeof only === 'string' ? part(only) : only).digest;
    const parts = this.#parts.map(part => (typeof part === 'string' ? part : part.digest));
    // With the lengths no other parts make the same text.
    return hash('sha1', JSON.stringify(parts), 'base64url');
  }

  /** The same within a call of a function. */
  calledBy(callback: string): Json {
    return new Json([`/**/${callback}(`, ...this.#parts, ')']);
  }
}
