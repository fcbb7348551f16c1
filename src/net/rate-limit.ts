import { RecentClients } from './recent-clients.ts';

/** A client's quota, as header values (draft-ietf-httpapi-ratelimit-headers). */
export interface Quota {
  /** `RateLimit-Policy` */
  readonly policy: string;
  /** `RateLimit` */
  readonly state: string;
  /** Seconds until the next request is allowed; undefined if it is allowed now. */
  readonly wait: number | undefined;
}

/** Counts requests per client in time windows; each window begins with a client's first request. */
export class TokenRate {
  readonly #limit: number;
  /** Milliseconds. */
  readonly #window: number;
  readonly #policy: string;
  readonly #windows: RecentClients<{ readonly until: number; count: number }>;

  /** @param window seconds */
  constructor(limit: number, window: number) {
    this.#limit = limit;
    this.#window = window * 1000;
    this.#policy = `"default";q=${limit};w=${window}`;
    this.#windows = new RecentClients(this.#window);
  }

  /**
   * Counts a request.
   * @param now whole milliseconds
   */
  count(network: string, now: number): Quota {
    const fresh = () => ({ until: now + this.#window, count: 0 });
    const window = this.#windows.get(network, now) ?? this.#windows.set(network, fresh(), now);
    window.count++;
    const remaining = this.#limit - window.count;
    const seconds = Math.ceil((window.until - now) / 1000);
    return {
      policy: this.#policy,
      state: `"default";r=${Math.max(remaining, 0)};t=${seconds}`,
      wait: remaining < 0 ? seconds : undefined,
    };
  }
}
