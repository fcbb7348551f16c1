import { lookup } from 'node:dns';
import { lookup as resolveAll } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent, buildConnector } from 'undici';
import type { IpAddress } from '../lib/ip-address.ts';

/** Why an address is not fetched. */
export type FetchRefusal = 'scheme' | 'port' | 'address' | 'too-large' | 'unreachable';

export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly code: FetchRefusal;

  constructor(code: FetchRefusal) {
    super(`refused: ${code}`);
    this.code = code;
  }
}

/** The refusal behind an error of the client; undefined for other errors. */
export function refusalBehind(error: unknown): FetchRefused | undefined {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return [error, cause].find(one => one instanceof FetchRefused);
}

export interface GuardedResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array>;
}

interface GuardedOptions {
  /** Hosts (`host` or `host:port`, IPv6 in brackets) that are allowed to have private addresses, and any port. */
  readonly allow: readonly string[];
  /** The allowed ports of other hosts. */
  readonly ports?: readonly string[];
}

interface RequestOptions {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
}

/** The default ports: a service on another port need not be a web server. */
export const WEB_PORTS = ['80', '443', '8080'];

const CONNECT_TIMEOUT = 30_000;

/**
 * A client for addresses that somebody else names. It connects to public addresses only: a name is resolved once for
 * each connection, and the socket connects to an address that was checked. Redirects are not followed: `redirectOf` tells
 * the next address, which is requested, and checked, as the first one.
 */
export class GuardedClient implements AsyncDisposable {
  readonly #allow: readonly string[];
  readonly #ports: readonly string[];
  /** Closes sockets that are still connecting, which belong to no agent yet. */
  readonly #end = new AbortController();
  #agent: Promise<Agent> | undefined;

  constructor({ allow, ports = WEB_PORTS }: GuardedOptions) {
    this.#allow = allow.map(entry => entry.toLowerCase());
    this.#ports = ports;
  }

  /**
   * The response to GET, with the body as it was sent.
   * @throws {FetchRefused} or the error of the connection; `refusalBehind` finds the refusal
   */
  async get(url: URL, options: RequestOptions): Promise<GuardedResponse> {
    this.#assertAllowed(url);
    const { request } = await import('./undici.ts');
    const { statusCode, headers, body } = await request(url, {
      ...options,
      dispatcher: await this.#dispatcher(),
    });
    // An unread body fails when its agent is destroyed; without a listener that would be an uncaught error.
    body.on('error', () => {});
    return { status: statusCode, headers: { get: name => headers[name]?.toString() ?? null }, body };
  }

  /** The same with the content codings of the web, which are decoded. */
  async getDecoded(url: URL, options: RequestOptions): Promise<GuardedResponse> {
    this.#assertAllowed(url);
    const { fetch } = await import('./undici.ts');
    const dispatcher = await this.#dispatcher();
    const { status, headers, body } = await fetch(url, { ...options, dispatcher, redirect: 'manual' });
    return { status, headers, body: body ?? emptyBody() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await (await this.#agent)?.destroy();
  }

  #assertAllowed(url: URL): void {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new FetchRefused('scheme');
    // The port is checked first, so that its refusal reveals no addresses.
    if (!this.#isNamed(url) && !this.#ports.includes(portOf(url))) throw new FetchRefused('port');
  }

  #isNamed(url: HostAndPort): boolean {
    const names = [url.hostname, `${url.hostname}:${portOf(url)}`];
    return this.#allow.some(entry => names.includes(entry));
  }

  #dispatcher(): Promise<Agent> {
    // Loaded on first use, for a faster start of the service.
    this.#agent ??= import('./undici.ts').then(
      ({ Agent, buildConnector }) => new Agent({ connect: this.#connector(buildConnector) }),
    );
    return this.#agent;
  }

  /** Checks the addresses that the socket connects to, so that a second name resolution cannot differ. */
  #connector(build: typeof buildConnector): buildConnector.connector {
    const common = { allowH2: false, timeout: CONNECT_TIMEOUT, signal: this.#end.signal };
    // With autoSelectFamily the lookup always asks for all addresses.
    const connectWhere = (accepts: AcceptsAddress) =>
      build({ ...common, lookup: checkedLookup(accepts), autoSelectFamily: true });
    const connectAnywhere = connectWhere(() => true);
    const connectPublic = connectWhere(isPublicAddress);
    return (target, callback) => {
      // The connector gets an IPv6 address without its brackets.
      const { hostname: host } = target;
      const hostname = isIP(host) === 6 ? `[${host}]` : host;
      if (this.#isNamed({ ...target, hostname })) return connectAnywhere(target, callback);
      // A host that is an IP address never reaches the resolver.
      if (isIP(host) && !isPublicAddress(host)) return callback(new FetchRefused('address'), null);
      connectPublic(target, (...[error, socket]) => {
        if (error) return callback(error, null);
        if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
        socket.destroy();
        callback(new FetchRefused('address'), null);
      });
    };
  }
}

interface HostAndPort {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

export const portOf = ({ port, protocol }: HostAndPort): string =>
  port || (protocol === 'https:' ? '443' : '80');

type AcceptsAddress = (address: string) => boolean;

function checkedLookup(accepts: AcceptsAddress): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.length === 0) return callback(new FetchRefused('unreachable'), []);
      if (!addresses.every(({ address }) => accepts(address)))
        return callback(new FetchRefused('address'), []);
      callback(null, addresses);
    });
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** The value of `Location` in a redirect; undefined for other responses. */
export const redirectOf = ({
  status,
  headers,
}: Pick<GuardedResponse, 'status' | 'headers'>): string | undefined =>
  REDIRECTS.includes(status) ? (headers.get('location') ?? undefined) : undefined;

/** Pieces of a body that are joined at once: a million of them take far more memory than their bytes. */
const MANY_PIECES = 1000;

/**
 * The bytes of a body.
 * @throws {FetchRefused} `too-large`
 */
export async function limitedBody({ body }: GuardedResponse, maxBytes: number): Promise<Buffer> {
  const joined: Buffer[] = [];
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes) throw new FetchRefused('too-large');
    pieces.push(piece);
    if (pieces.length < MANY_PIECES) continue;
    joined.push(Buffer.concat(pieces));
    pieces = [];
  }
  return Buffer.concat([...joined, ...pieces]);
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/**
 * The host of an address in the form of `allow`, if it is private: for an address that the operator names. A
 * public one needs no permission, and could later resolve to another one.
 */
export async function privateHost(url: URL): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [host]
    : (await resolveAll(host, { all: true }).catch(() => [])).map(({ address }) => address);
  return found.some(address => !isPublicAddress(address)) ? [`${url.hostname}:${portOf(url)}`] : [];
}

/**
 * Whether an IP address (IPv6 without brackets) belongs to the public internet. An IPv4 address that is embedded in an
 * IPv6 one counts as itself if the network translates it (IPv4-mapped, NAT64). Tunnels (6to4, Teredo) are never public.
 * False for anything that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = embeddedIPv4(ipaddr.parse(text));
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isGlobalUnicast(address);
}

function embeddedIPv4(address: IpAddress): IpAddress {
  if (!isIPv6(address) || !TRANSLATED.some(range => address.match(range))) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

const TRANSLATED = [ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), ipaddr.IPv6.parseCIDR('64:ff9b::/96')];

// Outside this block lie unassigned ranges and obsolete spellings such as ::127.0.0.1.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function isGlobalUnicast(address: IpAddress): boolean {
  return isIPv6(address) && address.match(GLOBAL_UNICAST);
}

function isIPv6(address: IpAddress): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6';
}
