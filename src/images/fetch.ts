import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { ImageRefused } from '../pictures/refused.ts';
import { isPublicAddress } from './addresses.ts';

export type FetchOptions = {
  /** Hosts (`host` or `host:port`, lower case, IPv6 in brackets) that are allowed to have private addresses. */
  allow: readonly string[];
  maxBytes: number;
  /** Milliseconds for the whole fetch, redirects and body included. */
  timeoutMs?: number;
  maxRedirects?: number;
  /** The allowed ports of hosts that are not in `allow`. */
  ports?: readonly string[];
};

/** The default ports: a service on another port need not be a web server. */
const WEB_PORTS = ['80', '443', '8080'];

/**
 * Fetches an http or https URL. Returns the bytes and the final URL. Connects only to hosts with public addresses, and
 * checks each redirect too. Does not check whether the bytes are an image.
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
    // The signal also closes sockets that are still connecting, which belong to no agent yet.
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

/** Which addresses a host may have. The port is checked first, so that its refusal reveals no addresses. */
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
  // Loaded on first use, for a faster start of the service.
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
    // An unread body fails when its agent is destroyed; without a listener that would be an uncaught error.
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

/** Checks the addresses that the socket connects to, so that a second name resolution cannot differ. */
function checkedConnector(
  build: typeof buildConnector,
  accepts: AcceptsAddress,
  signal: AbortSignal,
): buildConnector.connector {
  // With autoSelectFamily the lookup always asks for all addresses.
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
