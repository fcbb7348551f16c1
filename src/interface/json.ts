import { digestOf } from './tags.ts';

/**
 * A part of an answer. Its bytes stand in strings, each as the character of the same number: what many answers share
 * need not be copied. A digest stands for them, so that who has put parts together need not read them again.
 */
export interface Part {
  readonly pieces: readonly string[];
  readonly digest: string;
}

export function part(text: string): Part {
  const bytes = Buffer.from(text);
  const isAscii = bytes.length === text.length;
  return { pieces: [isAscii ? text : bytes.toString('latin1')], digest: digestOf(bytes) };
}

/** One part of several. */
export function joined(parts: readonly Part[]): Part {
  const pieces: string[] = [];
  let digests = '';
  for (const part of parts) {
    pieces.push(...part.pieces);
    digests += part.digest;
  }
  return { pieces, digest: digestOf(digests) };
}

/** Its bytes; each is the character of the same number. */
export const bytesIn = ({ pieces }: Part): string => pieces.join('');

/** How many bytes it has. */
export const lengthOf = ({ pieces }: Part): number => pieces.reduce((sum, piece) => sum + piece.length, 0);

/** An answer that is written as JSON already, in parts of which others may have some, too. */
export class Json {
  readonly #parts: readonly Part[];
  #whole: Part | undefined;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** Each byte is the character of the same number. */
  get bytes(): string {
    return bytesIn(this.#joined());
  }

  /** Differs where the bytes do. */
  get digest(): string {
    return this.#joined().digest;
  }

  #joined(): Part {
    this.#whole ??= this.#parts.length === 1 ? this.#parts[0]! : joined(this.#parts);
    return this.#whole;
  }

  /** The same within a call of a function. */
  calledBy(callback: string): Json {
    return new Json([part(`/**/${callback}(`), ...this.#parts, part(')')]);
  }
}

/** The bytes of an answer as what goes over the wire. */
export const bytesOf = ({ bytes }: Json): Buffer => Buffer.from(bytes, 'latin1');

/** The parts of a list, with commas between them. */
export function separated(parts: readonly Part[]): Part[] {
  if (parts.length < 2) return [...parts];
  return parts.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part]));
}

const COMMA = part(',');
