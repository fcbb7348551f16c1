import { digestOf } from './digest.ts';
import { Pacer } from './pacer.ts';

/**
 * A part of an answer. Its bytes stand in strings, each as the character of the same number: what many answers share
 * need not be copied. A digest stands for them, so that who has put parts together need not read them again.
 */
export interface Fragment {
  readonly pieces: readonly string[];
  readonly digest: string;
}

export function fragment(text: string): Fragment {
  const bytes = Buffer.from(text);
  const isAscii = bytes.length === text.length;
  return { pieces: [isAscii ? text : bytes.toString('latin1')], digest: digestOf(bytes) };
}

/** One part of several. */
export function joined(parts: readonly Fragment[]): Fragment {
  const pieces: string[] = [];
  let digests = '';
  for (const part of parts) {
    pieces.push(...part.pieces);
    digests += part.digest;
  }
  return { pieces, digest: digestOf(digests) };
}

/** Its bytes; each is the character of the same number. */
export const bytesIn = ({ pieces }: Fragment): string => pieces.join('');

/** How many bytes it has. */
export const lengthOf = ({ pieces }: Fragment): number =>
  pieces.reduce((sum, piece) => sum + piece.length, 0);

/** An answer that is written as JSON already, in parts of which others may have some, too. */
export class Json {
  readonly #parts: readonly Fragment[];
  #whole: Fragment | undefined;

  constructor(parts: readonly Fragment[]) {
    this.#parts = parts;
  }

  /** Each byte is the character of the same number. */
  get bytes(): string {
    return bytesIn(this.#joined());
  }

  /** How many bytes it has. */
  get length(): number {
    return lengthOf(this.#joined());
  }

  /** Its bytes, some at a time: a long answer is never in one piece. */
  *chunks(): Generator<Buffer> {
    let chunk = '';
    for (const piece of this.#joined().pieces)
      for (let at = 0; at < piece.length; at += CHUNK) {
        chunk += piece.slice(at, at + CHUNK);
        if (chunk.length < CHUNK) continue;
        yield Buffer.from(chunk, 'latin1');
        chunk = '';
      }
    yield Buffer.from(chunk, 'latin1');
  }

  /** Differs where the bytes do. */
  get digest(): string {
    return this.#joined().digest;
  }

  #joined(): Fragment {
    this.#whole ??= this.#parts.length === 1 ? this.#parts[0]! : joined(this.#parts);
    return this.#whole;
  }

  /** The same within a call of a function. */
  calledBy(callback: string): Json {
    return new Json([fragment(`/**/${callback}(`), ...this.#parts, fragment(')')]);
  }
}

/** Bytes of a chunk, at least. */
const CHUNK = 65_536;

/** The JSON of a value; others are answered in between where it is a list, which may be long. */
export async function jsonOf(value: unknown): Promise<Json> {
  if (!isList(value) && !isEnvelope(value)) return new Json([fragment(JSON.stringify(value))]);
  const pacer = new Pacer();
  const parts: Fragment[] = [];
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    // Where it is divided follows from the value alone: the same value has the same digest.
    if (text.length < CHUNK) continue;
    parts.push(fragment(text));
    text = '';
    await pacer.pause();
  }
  return new Json([...parts, fragment(text)]);
}

/** An object whose first member is a list, as all lists are answered. */
const isList = (value: unknown): value is object => Array.isArray(firstMember(value));

/** An answer of this kind within an object, as its first member. */
const isEnvelope = (value: unknown): value is object => isList(firstMember(value));

function firstMember(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name in value) return (value as Record<string, unknown>)[name];
  return undefined;
}

/** The JSON of a value, the items of lists each by itself. */
function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (const [at, item] of value.entries()) yield (at === 0 ? '' : ',') + (JSON.stringify(item) ?? 'null');
    yield ']';
  } else if (isList(value) || isEnvelope(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    yield '{';
    for (const [at, [name, member]] of members.entries()) {
      yield `${at === 0 ? '' : ','}${JSON.stringify(name)}:`;
      yield* piecesOf(member);
    }
    yield '}';
  } else yield JSON.stringify(value) ?? 'null';
}

/** The bytes of an answer as what goes over the wire. */
export const bytesOf = ({ bytes }: Json): Buffer => Buffer.from(bytes, 'latin1');

/** The parts of a list, with commas between them. */
export function separated(parts: readonly Fragment[]): Fragment[] {
  if (parts.length < 2) return [...parts];
  return parts.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part]));
}

const COMMA = fragment(',');
