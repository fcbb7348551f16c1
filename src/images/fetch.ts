import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { ImageRefused } from './refused.ts';

export type FetchOptions = {
  /** Hosts (`host` or `host:port`, lower case, IPv6 in brackets) permitted although their addresses are private. */
  allow: readonly string[];
  maxBytes: number;
  /** Milliseconds for the whole journey, redirects and body included. */
  timeoutMs?: number;
  maxRedirects?: number;
  /** Ports of hosts that are not in `allow`. */
  ports?: readonly string[];
};

/** Where pictures are served: what listens elsewhere on a host need not be a web server. */
const WEB_PORTS = ['80', '443', '8080'];

/**
 * The bytes at an http or https address, and the address they finally came from. Only hosts with public
 * addresses are connected to, on every redirect anew; whether the bytes are an image is for the reader to say.
 * @throws {ImageRefused} `scheme`, `port`, `address`, `status`, `too-large`, `timeout`, `unreachable` or `redirects`
 */
export async function fetchImage(
  address: string,
  { allow, maxBytes, timeoutMs = 10_000, maxRedirects = 5, ports = WEB_PORTS }: FetchOptions,
): Promise<{ bytes: Buffer; url: string }> {
  const end = new AbortController();
  const deadline = setTimeout(() => end.abort(new ImageRefused('timeout')), timeoutMs);
  try {
    let url = webAddress(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await visit(url, { accepts: accepted(url, allow, ports), maxBytes, signal: end.signal });
      if ('bytes' in answer) return { bytes: answer.bytes, url: url.href };
      url = webAddress(answer.location, url);
    }
    throw new ImageRefused('redirects');
  } catch (error) {
    if (end.signal.aborted) throw end.signal.reason;
    throw error instanceof ImageRefused ? error : new ImageRefused('unreachable', { cause: error });
  } finally {
    clearTimeout(deadline);
    // Sockets that are still connecting belong to no client yet: the signal is what closes them.
    end.abort();
  }
}

function webAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new ImageRefused('scheme');
  return url;
}

type AcceptsAddress = (address: string) => boolean;

/** Which addresses a host may have. Its port is refused first, so that nothing is told of them. */
function accepted(url: URL, allow: readonly string[], ports: readonly string[]): AcceptsAddress {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const names = [url.hostname, `${url.hostname}:${port}`];
  if (allow.some(entry => names.includes(entry.toLowerCase()))) return () => true;
  if (!ports.includes(port)) throw new ImageRefused('port');
  return isPublicAddress;
}

type Visit = { accepts: AcceptsAddress; maxBytes: number; signal: AbortSignal };

const REDIRECTS = [301, 302, 303, 307, 308];

async function visit(
  url: URL,
  { accepts, maxBytes, signal }: Visit,
): Promise<{ bytes: Buffer } | { location: string }> {
  // Loaded at the first use: a server starts sooner without it.
  const undici = await import('undici');
  const agent = new undici.Agent({ connect: checkedConnector(undici.buildConnector, accepts, signal) });
  try {
    const answer = await undici.request(url, {
      dispatcher: agent,
      signal,
      headers: {
        accept: 'image/*',
        'accept-encoding': 'identity',
        'user-agent': 'Almanac (+image fetch)',
      },
    });
    // A body left unread fails when its agent is destroyed; nobody else would listen.
    answer.body.on('error', () => {});
    const { location } = answer.headers;
    if (REDIRECTS.includes(answer.statusCode) && typeof location === 'string') return { location };
    return { bytes: await readBody(answer, maxBytes) };
  } finally {
    await agent.destroy();
  }
}

async function readBody(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const encoding = String(answer.headers['content-encoding'] ?? '');
  if (answer.statusCode !== 200 || !/^(identity)?$/i.test(encoding)) throw new ImageRefused('status');
  if (Number(answer.headers['content-length']) > maxBytes) throw new ImageRefused('too-large');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer.body) {
    length += chunk.length;
    if (length > maxBytes) throw new ImageRefused('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Checks the very addresses that the socket then connects to, so no second resolution can differ. */
function checkedConnector(
  build: typeof buildConnector,
  accepts: AcceptsAddress,
  signal: AbortSignal,
): buildConnector.connector {
  // With autoSelectFamily the resolver is always asked for all addresses.
  const options = { lookup: checkedLookup(accepts), autoSelectFamily: true, signal };
  const connect = build({ ...options, allowH2: false, timeout: 0 });
  return (target, callback) => {
    // A host that is an IP address never reaches the resolver.
    if (isIP(target.hostname) && !accepts(target.hostname))
      return callback(new ImageRefused('address'), null);
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (accepts(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new ImageRefused('address'), null);
    });
  };
}

function checkedLookup(accepts: AcceptsAddress): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.length === 0) return callback(new ImageRefused('unreachable'), []);
      if (!addresses.every(({ address }) => accepts(address))) {
        return callback(new ImageRefused('address'), []);
      }
      callback(null, addresses);
    });
}
