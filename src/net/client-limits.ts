import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { type Client, clientAt, isWithin, NOBODY } from '../lib/ip-address.ts';
import { Topic } from '../workers/channel.ts';
import { worker } from '../workers/identity.ts';
import { type Hops, hopsOf, type Scheme, schemesOf } from './forwarded.ts';
import { type Counted, type Quota, TokenRate } from './rate-limit.ts';

type LimitSettings = Pick<Config, 'TRUSTED_PROXIES' | 'RATE_LIMIT' | 'RATE_LIMIT_WINDOW'>;

/** Finds the client of each request, and counts requests per client. */
export class RateLimits {
  readonly #proxies: Config['TRUSTED_PROXIES'];
  readonly #peers = new WeakMap<Socket, { client: Client; isProxy: boolean }>();
  readonly #forwarded = new LRUCache<string, Client>({ max: 1000 });
  readonly #rate: TokenRate | undefined;
  readonly #tellSoon: (() => void) | undefined;

  constructor({ TRUSTED_PROXIES, RATE_LIMIT, RATE_LIMIT_WINDOW }: LimitSettings) {
    this.#proxies = TRUSTED_PROXIES;
    this.#rate = RATE_LIMIT > 0 ? new TokenRate(RATE_LIMIT, RATE_LIMIT_WINDOW) : undefined;
    if (this.#rate && worker) this.#tellSoon = share(this.#rate);
  }

  /**
   * The client of a request: the peer of the connection or, behind a trusted proxy, the client that the proxy names.
   */
  of({ socket, headers }: IncomingMessage): Client {
    const { client, isProxy } = this.#peerOf(socket);
    return isProxy ? this.#behind(client, headers) : client;
  }

  /**
   * The scheme by which the client reached the site: `https` if a trusted proxy says so and no other header contradicts
   * it.
   */
  schemeOf({ socket, headers }: IncomingMessage): Scheme {
    if (this.#proxies.length === 0 || !this.#peerOf(socket).isProxy) return 'http';
    const schemes = schemesOf(headers, ({ address }) => isWithin(address, this.#proxies));
    return schemes.length > 0 && schemes.every(scheme => scheme === 'https') ? 'https' : 'http';
  }

  /** Counts a request; undefined without a rate limit. */
  quotaOf(request: IncomingMessage): Quota | undefined {
    if (!this.#rate) return undefined;
    this.#tellSoon?.();
    return this.#rate.count(this.of(request).network, now());
  }

  #peerOf(socket: Socket) {
    const known = this.#peers.get(socket);
    if (known) return known;
    const client = clientAt(socket.remoteAddress ?? '') ?? NOBODY;
    const peer = { client, isProxy: isWithin(client.address, this.#proxies) };
    // The address of a closed connection is unknown.
    if (client !== NOBODY) this.#peers.set(socket, peer);
    return peer;
  }

  #behind(proxy: Client, headers: IncomingHttpHeaders): Client {
    const { forwarded = '', 'x-forwarded-for': list = '' } = headers;
    if (forwarded.length + list.length > MAX_CACHED_HEADERS) return this.#named(proxy, headers);
    const key = `${proxy.address} ${forwarded} ${list}`;
    const known = this.#forwarded.get(key);
    if (known) return known;
    const client = this.#named(proxy, headers);
    this.#forwarded.set(key, client);
    return client;
  }

  /**
   * If both headers are present and disagree, the client may have sent one of them, and nobody knows which: the proxy
   * then counts as the client.
   */
  #named(proxy: Client, headers: IncomingHttpHeaders): Client {
    const [named = proxy, ...others] = hopsOf(headers).map(hops => this.#firstOf(proxy, hops));
    return others.every(({ address }) => address === named.address) ? named : proxy;
  }

  /** The first address on the way to the client that is not a trusted proxy, as far as the proxies name each other. */
  #firstOf(proxy: Client, hops: Hops): Client {
    let client = proxy;
    for (const hop of hops) {
      if (!hop) return client;
      client = hop;
      if (!isWithin(hop.address, this.#proxies)) return client;
    }
    return client;
  }
}

/**
 * Milliseconds of a clock that all processes of the machine share. They are whole, because fractions do not add up
 * exactly: a window of ten seconds could end after eleven.
 */
const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Milliseconds until other workers are told of requests: what a client sends them in this time may exceed the limit. */
const SOON = 10;

/** Counts requests together with the other workers; returns a function to call with each request. */
function share(rate: TokenRate): () => void {
  const topic = new Topic<Counted[]>('requests');
  topic.listen(counted => {
    for (const one of counted) rate.add(one, now());
  });
  let isDue = false;
  const tell = () => {
    isDue = false;
    topic.publish(rate.takeUntold());
  };
  return () => {
    if (!isDue) setTimeout(tell, SOON).unref();
    isDue = true;
  };
}

/** Maximum characters of forwarding headers in a cache key. */
const MAX_CACHED_HEADERS = 300;
