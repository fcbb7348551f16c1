import type { FileHandle } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { assertMatches, isHeld } from './conditions.ts';
import { RestError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { httpDate } from './headers.ts';

/** Files at addresses of one form. */
export interface FileRoute {
  /** As the router has it: `/images/:key/:file`. */
  readonly path: string;
  /**
   * Finds the file that a request names.
   * @param params those of the path
   * @throws RestError 404 if there is none
   */
  find(params: FileParams, exchange: Exchange): Promise<ServedFile>;
}

export type FileParams = Readonly<Record<string, string | undefined>>;

/** A file as it is sent. */
export interface ServedFile {
  /** Its media type. */
  readonly type: string;
  /** How caches may keep it: Cache-Control. */
  readonly caching: string;
  /** What it may load when it is opened by itself: Content-Security-Policy. */
  readonly policy?: string | undefined;
  /** The opaque part of its entity tag; undefined if nothing identifies the content. */
  readonly tag?: string | undefined;
  /** Epoch milliseconds of the last change, if it is known. */
  readonly modified?: number | undefined;
  /** Bytes. */
  readonly size: number;
  /** The bytes, or an open file, which is closed once it is sent. */
  readonly content: Buffer | FileHandle;
}

/** What is sent of a file. */
export interface FileResponse {
  readonly status: 200 | 206 | 304;
  readonly headers: Record<string, string | number>;
  /** Undefined if nothing is sent. */
  readonly body: Buffer | Readable | undefined;
}

/**
 * The response with a file: all of it, the range that is asked for, or 304 if the client has it already.
 * @throws RestError 412 for an If-Match without its tag, 416 for a range beyond its end
 */
export async function fileResponseOf(exchange: Exchange, file: ServedFile): Promise<FileResponse> {
  const { content } = file;
  let body: FileResponse['body'];
  try {
    const { status, headers, range } = decide(exchange, file);
    const isSent = status !== 304 && exchange.request.method !== 'HEAD' && range.start <= range.end;
    if (isSent) body = Buffer.isBuffer(content) ? sliceOf(content, range) : content.createReadStream(range);
    return { status, headers, body };
  } finally {
    // A stream closes the file at its end.
    if (!body && !Buffer.isBuffer(content)) await content.close();
  }
}

/** The first and the last byte that are sent. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const sliceOf = (bytes: Buffer, { start, end }: ByteRange): Buffer => bytes.subarray(start, end + 1);

function decide({ request, headers: own }: Exchange, file: ServedFile) {
  const { tag, size } = file;
  // A date in headers has whole seconds.
  const modified = file.modified === undefined ? undefined : Math.ceil(file.modified / 1000) * 1000;
  const validators = {
    'cache-control': file.caching,
    ...(tag !== undefined && { etag: `"${tag}"`, 'accept-ranges': 'bytes' }),
    ...(modified !== undefined && modified <= Date.now() && { 'last-modified': httpDate(modified) }),
  };
  const all = { start: 0, end: size - 1 };
  if (tag !== undefined) {
    assertMatches(request.headers, tag);
    if (isHeld(request.headers, tag, modified))
      return { status: 304, headers: validators, range: all } as const;
  }
  // Only what has a tag is the same in the next request, which asks for another range.
  const isPart = tag !== undefined && request.method === 'GET' && isUnchanged(request.headers, validators);
  const range = isPart ? rangeIn(request.headers, size) : undefined;
  if (range === 'none') {
    own['content-range'] = `bytes */${size}`;
    throw new RestError(416, 'rest_range_not_satisfiable', 'rest_range_not_satisfiable', {
      values: { max: size },
    });
  }
  const { start, end } = range ?? all;
  const headers = {
    ...validators,
    'content-type': file.type,
    'content-length': end - start + 1,
    ...(file.policy && { 'content-security-policy': file.policy }),
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  };
  return { status: range ? 206 : 200, headers, range: { start, end } } as const;
}

/** Whether a range may be sent: the client has no part of an earlier file (RFC 9110, section 13.1.5). */
const isUnchanged = (
  { 'if-range': condition }: IncomingHttpHeaders,
  validators: { readonly etag?: string; readonly 'last-modified'?: string },
): boolean =>
  condition === undefined || condition === validators.etag || condition === validators['last-modified'];

/**
 * The range that a request asks for; `none` if the file has nothing of it, undefined if the whole file is asked for. A
 * malformed range, and a list of several, are ignored (RFC 9110, section 14.2).
 */
export function rangeIn({ range }: IncomingHttpHeaders, size: number): ByteRange | 'none' | undefined {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') return Number(last) > 0 && size > 0 ? endingIn(Number(last), size) : 'none';
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)];
  if (end < start) return undefined;
  return start < size ? { start, end: Math.min(end, size - 1) } : 'none';
}

/** The last bytes of a file. */
const endingIn = (bytes: number, size: number): ByteRange => ({
  start: Math.max(0, size - bytes),
  end: size - 1,
});
