import type { Who } from '../properties/asking.ts';

/** A body in parts, each of which can be left out: `{`, members with commas between them, `}`. */
export interface Body {
  open: string;
  parts: readonly string[];
  separator: string;
  close: string;
  /** Each character stands for a byte. */
  isBinary?: true;
}

/** A request in parts that are sent unchanged: nothing is encoded or corrected. */
export interface Request {
  who: Who;
  method: string;
  path: string;
  /** `name=value`, already encoded. */
  query: readonly string[];
  headers: readonly (readonly [name: string, value: string])[];
  body?: Body | undefined;
  /** Raw bytes that replace all of the above. */
  bytes?: Buffer | undefined;
}

export const targetOf = ({ path, query }: Request): string =>
  query.length > 0 ? `${path}?${query.join('&')}` : path;

export function bodyOf({ body }: Request): Buffer | undefined {
  if (!body) return undefined;
  const text = body.open + body.parts.join(body.separator) + body.close;
  return Buffer.from(text, body.isBinary ? 'latin1' : 'utf8');
}

/** The bytes of the request on a connection. */
export function bytesOf(request: Request, authorization: string | undefined): Buffer {
  if (request.bytes) return request.bytes;
  const body = bodyOf(request);
  const headers = [
    ...request.headers,
    ...(authorization ? [['Authorization', authorization]] : []),
    ...(body ? [['Content-Length', String(body.length)]] : []),
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${request.method} ${targetOf(request)} HTTP/1.1\r\n${lines}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
}

/** All texts of a request, also decoded from percent-encoding. */
export function textOf(request: Request): string {
  const written = bytesOf(request, undefined).toString('latin1');
  return `${written} ${written.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))}`;
}

/** A shell command that sends the same request. */
export function curlLine(request: Request, site: string): string {
  const { host, hostname, port } = new URL(site);
  if (request.bytes) return `printf '%b' ${quoted(escaped(request.bytes))} | nc -N ${hostname} ${port}`;
  const sends = request.headers.some(([name]) => /^host$/i.test(name)) ? request.headers : [];
  const body = bodyOf(request);
  return [
    ...['curl', '-sS', '-i', '--path-as-is', '-X', quoted(request.method)],
    ...(request.who === 'anybody' ? [] : ['-u', quoted(`${request.who}:PASSWORD`)]),
    ...(sends.length > 0 ? sends : request.headers).flatMap(([name, value]) => [
      '-H',
      quoted(`${name}: ${value}`),
    ]),
    ...(body ? ['--data-binary', `$'${escaped(body).replaceAll("'", "\\'")}'`] : []),
    quoted(`http://${host}${targetOf(request)}`),
  ].join(' ');
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Bytes as shell escapes. */
const escaped = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replaceAll('\\', '\\\\')
    .replace(/[^ -~]/g, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The requests that lack one part of this one. */
function simpler(request: Request): Request[] {
  if (request.bytes) return [];
  const { query, headers, body } = request;
  const shorter = <Part>(parts: readonly Part[]) => parts.map((_, at) => parts.toSpliced(at, 1));
  return [
    ...(body ? [{ ...request, body: undefined }] : []),
    ...shorter(query).map(query => ({ ...request, query })),
    ...shorter(headers).map(headers => ({ ...request, headers })),
    ...(body ? shorter(body.parts).map(parts => ({ ...request, body: { ...body, parts } })) : []),
    ...halved(query).map(query => ({ ...request, query })),
    ...(body ? halved(body.parts).map(parts => ({ ...request, body: { ...body, parts } })) : []),
  ];
}

/** A long list of parts without its middle. */
const halved = (parts: readonly string[]): string[][] =>
  parts.flatMap((part, at) => {
    if (part.length < 200) return [];
    const quarter = Math.floor(part.length / 4);
    return [parts.with(at, part.slice(0, quarter) + part.slice(-quarter))];
  });

/** The simplest request that still shows a problem, with the problem; undefined if it is gone when sent again. */
export async function shrink(
  request: Request,
  wrong: (request: Request) => Promise<string | undefined>,
): Promise<{ request: Request; problem: string } | undefined> {
  const first = await wrong(request);
  if (first === undefined) return undefined;
  let [found, problem] = [request, first];
  for (let tries = 0, next = simpler(found); next.length > 0 && tries < MAX_TRIES; tries++) {
    const candidate = next.shift()!;
    const still = await wrong(candidate);
    if (still === undefined) continue;
    [found, problem] = [candidate, still];
    next = simpler(found);
  }
  return { request: found, problem };
}

const MAX_TRIES = 300;
