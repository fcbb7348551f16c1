import type { IncomingHttpHeaders } from 'node:http';
import { type Coding, compress, LEAST_BYTES, preferredCoding } from './encodings.ts';
import type { Shaped } from './send.ts';

/** An answer for everybody with its validators, ready to be sent as often as it holds. Headers are names and values in turn. */
export class Representation {
  readonly body: Buffer;
  /** Of the answer as it is, in no coding. */
  readonly headers: readonly string[];
  readonly #common: readonly string[];
  readonly #public: readonly string[];
  readonly #tag: string;
  readonly #modified: number;
  readonly #encoded = new Map<Coding, Promise<Buffer>>();
  #bytes: number;

  /**
   * @param modified epoch seconds since when nothing of it has changed
   * @param shared headers that a 304 has, too
   */
  constructor({ headers, body }: Shaped, modified: number, shared: Readonly<Record<string, string>>) {
    this.body = body.bytes;
    this.#bytes = this.body.length + OVERHEAD;
    this.#tag = body.digest;
    this.#modified = modified;
    this.#public = [...flat(shared), 'last-modified', new Date(modified * 1000).toUTCString()];
    this.#common = flat({ ...headers, ...shared });
    this.headers = this.headersOf(undefined, this.body);
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
    return since !== undefined && Date.parse(since) >= this.#modified * 1000;
  }

  /** Headers of a 304. */
  unchanged(coding: Coding | undefined): string[] {
    return [...this.#public, 'etag', this.#tagOf(coding)];
  }

  headersOf(coding: Coding | undefined, body: Buffer): string[] {
    const coded = coding ? ['content-encoding', coding] : [];
    const modified = new Date(this.#modified * 1000).toUTCString();
    return [
      ...this.#common,
      ...['last-modified', modified, 'etag', this.#tagOf(coding)],
      ...coded,
      ...['content-length', String(body.length)],
    ];
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

  #tagOf(coding: Coding | undefined): string {
    return coding ? `"${this.#tag}-${coding}"` : `"${this.#tag}"`;
  }
}

/** Objects and headers beside the bodies. */
const OVERHEAD = 2500;

const flat = (headers: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
