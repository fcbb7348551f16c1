import { digestOf } from './digest.ts';
import { Pacer } from './pacer.ts';

/**
 * A fragment of an answer. Each byte is one character of a latin1 string, so that fragments that many answers share
 * need not be copied. The digest identifies the bytes without reading them again.
 */
export interface Fragment {
  readonly pieces: readonly string[];
  readonly digest: string;
  /** In bytes. */
  readonly length: number;
  /** The bytes, if they are not shared: they are sent as they are. */
  readonly buffer?: Buffer;
}

export function fragment(text: string): Fragment {
  const length = Buffer.byteLength(text);
  const isAscii = length === text.length;
  return {
    pieces: [isAscii ? text : Buffer.from(text).toString('latin1')],
    ...{ digest: digestOf(text), length },
  };
}

/** A text that no other answer shares: it is encoded once, and measured, digested and sent from there. */
export function unshared(text: string): Fragment {
  const buffer = Buffer.from(text);
  return {
    ...{ buffer, digest: digestOf(buffer), length: buffer.length },
    get pieces() {
      return [buffer.toString('latin1')];
    },
  };
}

/** Bytes that are no text, such as an image. */
export const binary = (bytes: Buffer): Fragment => ({
  pieces: [bytes.toString('latin1')],
  ...{ digest: digestOf(bytes), length: bytes.length },
});

export function joined(parts: readonly Fragment[]): Fragment {
  const pieces: string[] = [];
  for (const part of parts) for (const piece of part.pieces) pieces.push(piece);
  return { pieces, digest: digestOfAll(parts), length: lengthOf(parts) };
}

function digestOfAll(parts: readonly Fragment[]): string {
  if (parts.length === 1) return parts[0]!.digest;
  let digests = '';
  for (const { digest } of parts) digests += digest;
  return digestOf(digests);
}

function lengthOf(parts: readonly Fragment[]): number {
  let all = 0;
  for (const { length } of parts) all += length;
  return all;
}

/** The bytes of a fragment as a latin1 string. */
export const bytesIn = (one: Fragment): string => bytesOfAll([one]);

/** Concatenated, not joined: the text is then copied once, when it is sent. */
function bytesOfAll(parts: readonly Fragment[]): string {
  let all = '';
  for (const { pieces } of parts) for (const piece of pieces) all += piece;
  return all;
}

/** A rendered JSON answer, as fragments that other answers may share. */
export class Json {
  readonly parts: readonly Fragment[];
  #digest: string | undefined;

  constructor(parts: readonly Fragment[]) {
    this.parts = parts;
  }

  /** The bytes as a latin1 string. */
  get bytes(): string {
    return bytesOfAll(this.parts);
  }

  /** The same in the form in which they are at hand. */
  get body(): Buffer | string {
    return (this.parts.length === 1 && this.parts[0]!.buffer) || this.bytes;
  }

  /** Length in bytes. */
  get length(): number {
    return lengthOf(this.parts);
  }

  /** The bytes in chunks, so that a long answer is never in one piece. */
  *chunks(): Generator<Buffer> {
    let chunk = '';
    const [only] = this.parts;
    if (only?.buffer && this.parts.length === 1) return yield* cut(only.buffer);
    for (const { pieces } of this.parts)
      for (const piece of pieces)
        for (let at = 0; at < piece.length; at += CHUNK) {
          chunk += piece.slice(at, at + CHUNK);
          if (chunk.length < CHUNK) continue;
          yield Buffer.from(chunk, 'latin1');
          chunk = '';
        }
    yield Buffer.from(chunk, 'latin1');
  }

  get digest(): string {
    this.#digest ??= digestOfAll(this.parts);
    return this.#digest;
  }

  /** The same JSON as the argument of a function call (JSONP). */
  calledBy(callback: string): Json {
    return new Json([fragment(`/**/${callback}(`), ...this.parts, fragment(')')]);
  }
}

/** Minimum bytes per chunk: each connection has a few of them in memory while its client reads. */
const CHUNK = 32_768;

/** JSON that may stand in a script of a page: no text in it ends the script, or begins one or a comment. */
export const scriptSafe = (json: string): string =>
  json.includes('<') ? json.replaceAll(/<(?=\/?(?:script|style)|[!?])/gi, '\\u003c') : json;

function* cut(buffer: Buffer): Generator<Buffer> {
  for (let at = 0; at < buffer.length; at += CHUNK) yield buffer.subarray(at, at + CHUNK);
}

/** The JSON of a value. A list, which may be long, yields to other requests between chunks. */
export async function jsonOf(value: unknown): Promise<Json> {
  if (!isList(value) && !isEnvelope(value)) return new Json([fragment(safeJson(value))]);
  const pacer = new Pacer();
  const parts: Fragment[] = [];
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    // The division depends on the value alone, so that the same value has the same digest.
    if (text.length < CHUNK) continue;
    parts.push(fragment(text));
    text = '';
    await pacer.pause();
  }
  return new Json([...parts, fragment(text)]);
}

/** Whether a value is an object whose first member is a list, as in all list answers. */
const isList = (value: unknown): value is object => Array.isArray(firstMember(value));

/** Whether a value is an object with a list answer as its first member. */
const isEnvelope = (value: unknown): value is object => isList(firstMember(value));

function firstMember(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name in value) return (value as Record<string, unknown>)[name];
  return undefined;
}

/** The JSON of a value, with each list item as a separate piece. */
function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (const [at, item] of value.entries()) yield (at === 0 ? '' : ',') + safeJson(item);
    yield ']';
  } else if (isList(value) || isEnvelope(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    yield '{';
    for (const [at, [name, member]] of members.entries()) {
      yield `${at === 0 ? '' : ','}${JSON.stringify(name)}:`;
      yield* piecesOf(member);
    }
    yield '}';
  } else yield safeJson(value);
}

/** JSON of a value that may stand in a script of a page, as every answer may. */
export const safeJson = (value: unknown): string => scriptSafe(JSON.stringify(value) ?? 'null');

/** The bytes of an answer as a buffer. */
export const bytesOf = ({ body }: Json): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1');

export function separated(parts: readonly Fragment[]): Fragment[] {
  if (parts.length < 2) return [...parts];
  return parts.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part]));
}

const COMMA = fragment(',');

/** Gives a fragment from a cache, as long as it is there and unchanged. */
export type FragmentSource = () => Fragment | undefined;

/** JSON for strict parsers, half of a pair of surrogates being U+FFFD, that may stand in a script of a page. */
export function embeddableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\ud')) return scriptSafe(json);
  return scriptSafe(json.replace(ESCAPES, found => (found.length === 6 ? '\\ufffd' : found)));
}

/** `JSON.stringify` escapes no surrogates but lone ones. Other escapes are read over, as `\\` may stand before `ud800`. */
const ESCAPES = /\\(?:ud[89a-f][\da-f]{2}|.)/g;
