import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { type Client, clientAt, isWithin, NOBODY } from '../lib/ip-address.ts';
import { type Hops, hopsOf, type Scheme, schemesOf } from './forwarded.ts';
import { type Quota, TokenRate } from './rate-limit.ts';

type LimitSettings = Pick<Config, 'TRUSTED_PROXIES' | 'RATE_LIMIT' | 'RATE_LIMIT_WINDOW'>;

/** Who sends requests to this process, and how many. */
export class RateLimits {
  readonly #proxies: Config['TRUSTED_PROXIES'];
  readonly #peers = new WeakMap<Socket, { client: Client; isProxy: boolean }>();
  readonly #forwarded = new LRUCache<string, Client>({ max: 1000 });
  readonly #rate: TokenRate | undefined;

  constructor({ TRUSTED_PROXIES, RATE_LIMIT, RATE_LIMIT_WINDOW }: LimitSettings) {
    this.#proxies = TRUSTED_PROXIES;
    this.#rate = RATE_LIMIT > 0 ? new TokenRate(RATE_LIMIT, RATE_LIMIT_WINDOW) : undefined;
  }

  /** Who sent a request: the other end of the connection or, where that is a trusted proxy, whom it names. */
  of({ socket, headers }: IncomingMessage): Client {
    const { client, isProxy } = this.#peerOf(socket);
    return isProxy ? this.#behind(client, headers) : client;
  }

  /** How its client has reached the site: by `https` where a trusted proxy says so, and no other header denies it. */
  schemeOf({ socket, headers }: IncomingMessage): Scheme {
    if (this.#proxies.length === 0 || !this.#peerOf(socket).isProxy) return 'http';
    const schemes = schemesOf(headers, ({ address }) => isWithin(address, this.#proxies));
    return schemes.length > 0 && schemes.every(scheme => scheme === 'https') ? 'https' : 'http';
  }

  /** Counts a request; undefined where requests are not limited. */
  quotaOf(request: IncomingMessage): Quota | undefined {
    if (!this.#rate) return undefined;
    // Of fractions, sums and differences are not exact: a window of ten seconds could end after eleven.
    const now = Math.floor(performance.now());
    return this.#rate.count(this.of(request).network, now);
  }

  #peerOf(socket: Socket) {
    const known = this.#peers.get(socket);
    if (known) return known;
    const client = clientAt(socket.remoteAddress ?? '') ?? NOBODY;
    const peer = { client, isProxy: isWithin(client.address, this.#proxies) };
    // Of a connection that is gone already nothing is known.
    if (client !== NOBODY) this.#peers.set(socket, peer);
    return peer;
  }

  #behind(proxy: Client, headers: IncomingHttpHeaders): Client {
    const { forwarded = '', 'x-forwarded-for': list = '' } = headers;
    if (forwarded.length + list.length > MAX_KEPT) return this.#named(proxy, headers);
    const key = `${proxy.address} ${forwarded} ${list}`;
    const known = this.#forwarded.get(key);
    if (known) return known;
    const client = this.#named(proxy, headers);
    this.#forwarded.set(key, client);
    return client;
  }

  /** Where both headers are there and disagree, one is the client's own: nobody knows which. */
  #named(proxy: Client, headers: IncomingHttpHeaders): Client {
    const [named = proxy, ...others] = hopsOf(headers).map(hops => this.#firstOf(proxy, hops));
    return others.every(({ address }) => address === named.address) ? named : proxy;
  }

  /** The first on the way from here to the client that is no trusted proxy, as far as proxies say who it is. */
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

/** Characters of headers that are remembered with the client they name. */
const MAX_KEPT = 300;
