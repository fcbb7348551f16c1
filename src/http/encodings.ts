import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { hasBody } from '../lib/http-server.ts';
import { type RestError, refusal } from './errors.ts';

/** The supported content codings of responses, the preferred one first. */
export const codings = ['br', 'zstd', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** Smaller bodies are not compressed: they fit into one packet anyway. */
export const LEAST_BYTES = 1000;

const brotliOptions = (bytes: number, more: BrotliOptions['params'] = {}): BrotliOptions => ({
  params: {
    ...more,
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});

/** Compresses in the thread pool of Node.js, not in the main thread. */
export const compress: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: body => promisify(brotliCompress)(body, brotliOptions(body.length)),
  zstd: body => promisify(zstdCompress)(body),
  gzip: body => promisify(gzip)(body),
};

/**
 * Compresses a body of this many bytes that comes in chunks. The compressor lives as long as its client reads, so it
 * looks back no further than 128 or 256 KB: by default it would hold twice the memory.
 */
export const compressor: Record<Coding, (bytes: number) => Duplex> = {
  br: bytes => createBrotliCompress(brotliOptions(bytes, { [constants.BROTLI_PARAM_LGWIN]: 18 })),
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 17 } }),
  gzip: () => createGzip(),
};

const known = new LRUCache<string, Coding | 'identity'>({
  max: 200,
  memoMethod: accepted => choose(accepted) ?? 'identity',
});

/** The supported coding that an Accept-Encoding prefers; undefined if there is none. */
export function preferredCoding(accepted: string | undefined): Coding | undefined {
  if (!accepted) return undefined;
  const coding = known.memo(accepted);
  return coding === 'identity' ? undefined : coding;
}

function choose(accepted: string): Coding | undefined {
  const weights = new Map<string, number>();
  for (const item of accepted.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = item.split(';').map(part => part.trim());
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const wanted = codings.filter(coding => weightOf(coding) > 0);
  // A client that prefers `identity` gets the response uncompressed.
  const identity = weights.get('identity') ?? 0;
  return wanted
    .filter(coding => weightOf(coding) >= identity)
    .sort((a, b) => weightOf(b) - weightOf(a) || codings.indexOf(a) - codings.indexOf(b))[0];
}

/**
 * The error for a body in a coding that is not supported: 501 for a transfer coding other than `chunked` (RFC 9112,
 * 6.1), 415 for a content coding. Node.js decodes `chunked` only, and the service decodes no other.
 */
export function unsupportedCoding(headers: IncomingHttpHeaders): RestError | undefined {
  if (!hasBody(headers)) return undefined;
  const { 'transfer-encoding': transfer = '', 'content-encoding': content = '' } = headers;
  const transfers = codingsIn(transfer);
  if (transfers.length > 1 || transfers.some(coding => coding !== 'chunked'))
    return unsupportedTransferEncoding();
  if (codingsIn(content).some(coding => coding !== 'identity')) return unsupportedContentEncoding();
  return undefined;
}

const codingsIn = (header: string): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(coding => coding !== '');

export const unsupportedTransferEncoding = () => refusal(501, 'rest_unsupported_transfer_encoding');

export const unsupportedContentEncoding = () => refusal(415, 'rest_unsupported_content_encoding');
