import type { IncomingHttpHeaders } from 'node:http';
import { bytesIn, bytesOf, type FragmentSource, Json } from '../lib/json.ts';
import type { RouteMeter } from '../observability/requests.ts';
import { isHeld } from './conditions.ts';
import { type Coding, compress, LEAST_BYTES, preferredCoding } from './encodings.ts';
import { flat, httpDate, VARIED } from './headers.ts';
import { type ShapedResponse, STREAMED } from './response-shape.ts';

/** The bytes of a body; a string holds one byte per character (Latin-1). */
export type Body = Buffer | string;

interface RepresentationOptions {
  /** Counts the requests for it. */
  readonly meter: RouteMeter;
  /** Whether it is cached and sent again. */
  readonly isKept: boolean;
  /** The other cache that holds the body, if there is one. */
  readonly source: FragmentSource | undefined;
  /** The opaque part of its entity tag, before the name of a coding. */
  readonly tag: string;
}

/** Shared headers of responses with a body (`whole`), and of a 304 (`unchanged`): caches have the others already. */
export interface SharedHeaders {
  readonly whole: readonly string[];
  readonly unchanged: readonly string[];
}

/** A public response with its validators, ready to be sent many times. Headers are alternating names and values. */
export class Representation {
  /** Counts the requests for it. */
  readonly meter: RouteMeter;
  readonly #length: number;
  readonly #body: Body | Json | FragmentSource;
  readonly #own: readonly string[];
  readonly #shared: SharedHeaders;
  readonly #tag: string;
  /** Epoch milliseconds of the first whole second with this response. */
  readonly #modified: number;
  #encoded: Map<Coding, Promise<Buffer>> | undefined;
  /** Cached headers by coding, of responses with and without a body, once they no longer change. */
  #headers: ByCoding | undefined;
  #unchanged: ByCoding | undefined;
  readonly #isKept: boolean;
  #bytes: number;

  /**
   * @param modified epoch seconds of its last change
   * @param shared headers that all public responses have, among them `Vary`
   */
  constructor(
    { headers, body }: ShapedResponse,
    modified: number,
    shared: SharedHeaders,
    { meter, isKept, tag, source }: RepresentationOptions,
  ) {
    this.meter = meter;
    this.#isKept = isKept;
    this.#length = body.length;
    this.#body = bodyOf(body, { isKept, source });
    this.#bytes = (this.#body === source ? 0 : this.#length) + OVERHEAD;
    this.#tag = tag;
    // Within that second there may have been another response.
    this.#modified = (modified + 1) * 1000;
    this.#shared = shared;
    this.#own = flat(headers, VARIED);
  }

  /** The body; read it once for each sending. */
  get body(): Body {
    const body = this.#body;
    return typeof body === 'function' ? bytesIn(body()!) : body instanceof Json ? body.body : body;
  }

  /** Whether it is still valid, if that follows from the other cache that holds the body. */
  get still(): (() => boolean) | undefined {
    const body = this.#body;
    return typeof body === 'function' ? () => body() !== undefined : undefined;
  }

  /** The approximate memory use. */
  get bytes(): number {
    return this.#bytes;
  }

  codingFor({ 'accept-encoding': accepted }: IncomingHttpHeaders): Coding | undefined {
    return this.#length < LEAST_BYTES ? undefined : preferredCoding(accepted);
  }

  /** Whether a client that sends these conditions has it already. */
  isHeldBy(headers: IncomingHttpHeaders): boolean {
    return isHeld(headers, this.#tag, this.#modified);
  }

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
    // Within the second of the last change the headers have no Last-Modified yet.
    if (this.#isKept && Date.now() >= this.#modified) kept.set(coding, headers);
    return headers;
  }

  /** A large body, which is sent in chunks. */
  get streamed(): Json | undefined {
    return this.#body instanceof Json ? this.#body : undefined;
  }

  /** The body in a coding, compressed once. */
  encoded(coding: Coding): Promise<Buffer> {
    this.#encoded ??= new Map();
    const known = this.#encoded.get(coding);
    if (known) return known;
    const { body } = this;
    const compressed = compress[coding](Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'));
    const encoded = this.#isKept ? compressed.then(unpooled) : compressed;
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
    return ['last-modified', httpDate(this.#modified), ...tag];
  }
}

/** The form in which the body is held: a body that will be streamed stays in fragments. */
function bodyOf(
  body: Json,
  { isKept, source }: Pick<RepresentationOptions, 'isKept' | 'source'>,
): Body | Json | FragmentSource {
  if (!isKept) return body.length >= STREAMED ? body : body.body;
  if (body.length >= LARGE) return unpooled(bytesOf(body));
  if (source) return source;
  const bytes = body.body;
  return Buffer.isBuffer(bytes) ? unpooled(bytes) : bytes;
}

/** The bytes in memory of their own: a part of the runtime's pool, or of a compressor's chunk, would keep all of it. */
function unpooled(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Bytes below which a body may be kept. */
export const MAX_KEPT = 1_048_576;

/** Bytes from which a string takes longer to send than a buffer. */
const LARGE = 16_384;

/** Bytes of objects and headers beside the body. */
const OVERHEAD = 1500;

type ByCoding = Map<Coding | undefined, readonly string[]>;
