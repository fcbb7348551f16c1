import type { IncomingHttpHeaders } from 'node:http';
import type { RouteMeter } from '../watch/requests.ts';
import { secondOf } from './conditions.ts';
import { type Coding, compress, LEAST_BYTES, preferredCoding } from './encodings.ts';
import type { Shaped } from './send.ts';

/** The bytes of a body; in a string each as the character of the same number. */
export type Body = Buffer | string;

interface Kind {
  /** Where requests for it are counted. */
  readonly meter: RouteMeter;
  /** It will be sent again. */
  readonly isKept: boolean;
  /** What stands between the quotes of its entity tag, before the name of a coding. */
  readonly tag: string;
}

/** An answer for everybody with its validators, ready to be sent as often as it holds. Headers are names and values in turn. */
export class Representation {
  readonly body: Body;
  /** Where requests for it are counted. */
  readonly meter: RouteMeter;
  readonly #common: readonly string[];
  readonly #public: readonly string[];
  readonly #tag: string;
  /** Epoch milliseconds of the first whole second in which it was so. */
  readonly #modified: number;
  readonly #encoded = new Map<Coding, Promise<Buffer>>();
  /** Headers by codings, of answers with and without a body, once they no longer change. */
  readonly #headers = new Map<Coding | undefined, readonly string[]>();
  readonly #unchanged = new Map<Coding | undefined, readonly string[]>();
  #bytes: number;

  /**
   * @param modified the second, since the epoch, in which something of it changed last
   * @param shared headers that a 304 has, too
   */
  constructor(
    { headers, body }: Shaped,
    modified: number,
    shared: Readonly<Record<string, string>>,
    { meter, isKept, tag }: Kind,
  ) {
    this.meter = meter;
    const { bytes } = body;
    this.body = isKept && bytes.length >= LARGE ? Buffer.from(bytes, 'latin1') : bytes;
    this.#bytes = this.body.length + OVERHEAD;
    this.#tag = tag;
    // What was answered within that second may have been another answer.
    this.#modified = (modified + 1) * 1000;
    this.#public = flat(shared);
    this.#common = flat({ ...headers, ...shared });
  }

  /** Roughly what it takes of the memory. */
  get bytes(): number {
    return this.#bytes;
  }

  codingFor({ 'accept-encoding': accepted }: IncomingHttpHeaders): Coding | undefined {
    return this.body.length < LEAST_BYTES ? undefined : preferredCoding(accepted as string | undefined);
  }

  /** Whether a client that sends these conditions has it already. */
  isHeldBy({ 'if-none-match': tags, 'if-modified-since': since }: IncomingHttpHeaders): boolean {
    if (tags !== undefined) return tags.trim() === '*' || tags.includes(`"${this.#tag}`);
    const second = since === undefined ? undefined : secondOf(since);
    return second !== undefined && second * 1000 >= this.#modified;
  }

  /** Headers of a 304. */
  unchanged(coding: Coding | undefined): readonly string[] {
    return this.#once(this.#unchanged, coding, () => [...this.#public, ...this.#validators(coding)]);
  }

  headersOf(coding: Coding | undefined, body: Body): readonly string[] {
    const coded = coding ? ['content-encoding', coding] : [];
    return this.#once(this.#headers, coding, () => [
      ...this.#common,
      ...this.#validators(coding),
      ...coded,
      ...['content-length', String(body.length)],
    ]);
  }

  #once(
    kept: Map<Coding | undefined, readonly string[]>,
    coding: Coding | undefined,
    work: () => string[],
  ): readonly string[] {
    const known = kept.get(coding);
    if (known) return known;
    const headers = work();
    // Within the second of the last change they say nothing of it.
    if (Date.now() >= this.#modified) kept.set(coding, headers);
    return headers;
  }

  /** The body in a coding, worked out once. */
  encoded(coding: Coding): Promise<Buffer> {
    const known = this.#encoded.get(coding);
    if (known) return known;
    const encoded = compress[coding](
      typeof this.body === 'string' ? Buffer.from(this.body, 'latin1') : this.body,
    );
    this.#encoded.set(coding, encoded);
    encoded.then(
      ({ length }) => {
        this.#bytes += length;
      },
      () => this.#encoded.delete(coding),
    );
    return encoded;
  }

  #validators(coding: Coding | undefined): string[] {
    const tag = ['etag', coding ? `"${this.#tag}-${coding}"` : `"${this.#tag}"`];
    if (Date.now() < this.#modified) return tag;
    return ['last-modified', new Date(this.#modified).toUTCString(), ...tag];
  }
}

/** Bytes from which on a string takes longer to send than a buffer. */
const LARGE = 16_384;

/** Objects and headers beside the bodies. */
const OVERHEAD = 2500;

const flat = (headers: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
