import type { IncomingHttpHeaders } from 'node:http';
import { type Coding, compress, LEAST_BYTES, preferredCoding } from './encodings.ts';
import type { Shaped } from './send.ts';
import { opaqueTag } from './tags.ts';

/** An answer for everybody with its validators, ready to be sent as often as it holds. Headers are names and values in turn. */
export class Representation {
  readonly body: Buffer;
  readonly #common: readonly string[];
  readonly #public: readonly string[];
  readonly #tag: string;
  /** Epoch milliseconds of the first whole second in which it was so. */
  readonly #modified: number;
  readonly #encoded = new Map<Coding, Promise<Buffer>>();
  /** Headers by codings, once they no longer change. */
  readonly #headers = new Map<Coding | undefined, readonly string[]>();
  #bytes: number;

  /**
   * @param modified the second, since the epoch, in which something of it changed last
   * @param shared headers that a 304 has, too
   * @param state of the single record that is answered
   */
  constructor(
    { headers, body }: Shaped,
    modified: number,
    shared: Readonly<Record<string, string>>,
    state?: string,
  ) {
    this.body = body.bytes;
    this.#bytes = this.body.length + OVERHEAD;
    this.#tag = opaqueTag(body.digest, state);
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
    return since !== undefined && Date.parse(since) >= this.#modified;
  }

  /** Headers of a 304. */
  unchanged(coding: Coding | undefined): string[] {
    return [...this.#public, ...this.#validators(coding)];
  }

  headersOf(coding: Coding | undefined, body: Buffer): readonly string[] {
    const known = this.#headers.get(coding);
    if (known) return known;
    const coded = coding ? ['content-encoding', coding] : [];
    const headers = [
      ...this.#common,
      ...this.#validators(coding),
      ...coded,
      ...['content-length', String(body.length)],
    ];
    if (Date.now() >= this.#modified) this.#headers.set(coding, headers);
    return headers;
  }

  /** The body in a coding, worked out once. */
  encoded(coding: Coding): Promise<Buffer> {
    const known = this.#encoded.get(coding);
    if (known) return known;
    const encoded = compress[coding](this.body);
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

/** Objects and headers beside the bodies. */
const OVERHEAD = 2500;

const flat = (headers: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
