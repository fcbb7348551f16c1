import type { IncomingHttpHeaders } from 'node:http';
import { bytesIn, bytesOf, Json } from '../lib/json.ts';
import type { RouteMeter } from '../observability/requests.ts';
import type { FragmentSource } from './call.ts';
import { isHeld } from './conditions.ts';
import { type Coding, compress, LEAST_BYTES, preferredCoding } from './encodings.ts';
import { flat } from './headers.ts';
import { type ShapedResponse, STREAMED } from './shape.ts';

/** The bytes of a body; in a string each as the character of the same number. */
export type Body = Buffer | string;

interface RepresentationOptions {
  /** Where requests for it are counted. */
  readonly meter: RouteMeter;
  /** It will be sent again. */
  readonly isKept: boolean;
  /** Where the body is kept, if it is. */
  readonly source: FragmentSource | undefined;
  /** What stands between the quotes of its entity tag, before the name of a coding. */
  readonly tag: string;
}

/** Headers of answers with a body, and of a 304, in whose place a cache or browser has what it has of the others. */
export interface SharedHeaders {
  readonly whole: readonly string[];
  readonly unchanged: readonly string[];
}

/** An answer for everybody with its validators, ready to be sent as often as it holds. Headers are names and values in turn. */
export class Representation {
  /** Where requests for it are counted. */
  readonly meter: RouteMeter;
  readonly #length: number;
  readonly #body: Body | Json | FragmentSource;
  readonly #own: readonly string[];
  readonly #shared: SharedHeaders;
  readonly #tag: string;
  /** Epoch milliseconds of the first whole second in which it was so. */
  readonly #modified: number;
  #encoded: Map<Coding, Promise<Buffer>> | undefined;
  /** Headers by codings, of answers with and without a body, once they no longer change. */
  #headers: ByCoding | undefined;
  #unchanged: ByCoding | undefined;
  #bytes: number;

  /**
   * @param modified the second, since the epoch, in which something of it changed last
   * @param shared headers that other answers have as well
   */
  constructor(
    { headers, body }: ShapedResponse,
    modified: number,
    shared: SharedHeaders,
    { meter, isKept, tag, source }: RepresentationOptions,
  ) {
    this.meter = meter;
    this.#length = body.length;
    this.#body = bodyOf(body, { isKept, source });
    this.#bytes = (this.#body === source ? 0 : this.#length) + OVERHEAD;
    this.#tag = tag;
    // What was answered within that second may have been another answer.
    this.#modified = (modified + 1) * 1000;
    this.#shared = shared;
    this.#own = flat(headers);
  }

  /** To be asked for once for each sending. */
  get body(): Body {
    const body = this.#body;
    return typeof body === 'function' ? bytesIn(body()!) : body instanceof Json ? body.bytes : body;
  }

  /** Whether it still holds, whatever has changed, where that follows from the body being kept elsewhere. */
  get still(): (() => boolean) | undefined {
    const body = this.#body;
    return typeof body === 'function' ? () => body() !== undefined : undefined;
  }

  /** Roughly what it takes of the memory. */
  get bytes(): number {
    return this.#bytes;
  }

  codingFor({ 'accept-encoding': accepted }: IncomingHttpHeaders): Coding | undefined {
    return this.#length < LEAST_BYTES ? undefined : preferredCoding(accepted as string | undefined);
  }

  /** Whether a client that sends these conditions has it already. */
  isHeldBy(headers: IncomingHttpHeaders): boolean {
    return isHeld(headers, this.#tag, this.#modified);
  }

  /** Headers of a 304. */
  unchanged(coding: Coding | undefined): readonly string[] {
    this.#unchanged ??= new Map();
    return this.#once(this.#unchanged, coding, () => [
      ...this.#shared.unchanged,
      ...this.#validators(coding),
    ]);
  }

  /** @param length of the body in this coding, where it is known */
  headersOf(coding: Coding | undefined, length: number | undefined): readonly string[] {
    const coded = coding ? ['content-encoding', coding] : [];
    this.#headers ??= new Map();
    return this.#once(this.#headers, coding, () => [
      ...this.#own,
      ...this.#shared.whole,
      ...this.#validators(coding),
      ...coded,
      ...(length === undefined ? [] : ['content-length', String(length)]),
    ]);
  }

  #once(kept: ByCoding, coding: Coding | undefined, work: () => string[]): readonly string[] {
    const known = kept.get(coding);
    if (known) return known;
    const headers = work();
    // Within the second of the last change they say nothing of it.
    if (Date.now() >= this.#modified) kept.set(coding, headers);
    return headers;
  }

  /** A body that is sent some at a time. */
  get streamed(): Json | undefined {
    return this.#body instanceof Json ? this.#body : undefined;
  }

  /** The body in a coding, worked out once. */
  encoded(coding: Coding): Promise<Buffer> {
    this.#encoded ??= new Map();
    const known = this.#encoded.get(coding);
    if (known) return known;
    const { body } = this;
    const encoded = compress[coding](Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'));
    this.#encoded.set(coding, encoded);
    encoded.then(
      ({ length }) => {
        this.#bytes += length;
      },
      () => this.#encoded!.delete(coding),
    );
    return encoded;
  }

  #validators(coding: Coding | undefined): string[] {
    const tag = ['etag', coding ? `"${this.#tag}-${coding}"` : `"${this.#tag}"`];
    if (Date.now() < this.#modified) return tag;
    return ['last-modified', new Date(this.#modified).toUTCString(), ...tag];
  }
}

/** What is kept of a body to be sent: a large one of many is sent once, as its parts are. */
function bodyOf(
  body: Json,
  { isKept, source }: Pick<RepresentationOptions, 'isKept' | 'source'>,
): Body | Json | FragmentSource {
  if (body.length >= STREAMED) return body;
  if (isKept && body.length >= LARGE) return bytesOf(body);
  return isKept && source ? source : body.bytes;
}

/** Bytes from which on a string takes longer to send than a buffer. */
const LARGE = 16_384;

/** Objects and headers beside the bodies. */
const OVERHEAD = 1500;

type ByCoding = Map<Coding | undefined, readonly string[]>;
