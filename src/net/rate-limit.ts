import { MAX_CLIENTS } from '../limits.ts';
import { worker } from '../workers/identity.ts';

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
  readonly #windows: RecentClients<RateWindow>;
  /** What this worker has counted since it told the others. */
  #untold = new Map<string, RateWindow>();

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
    const window = this.#windowOf(network, now + this.#window, now);
    window.count++;
    if (worker) this.#untold.getOrInsert(network, { until: window.until, count: 0 }).count++;
    const remaining = this.#limit - window.count;
    const seconds = Math.ceil((window.until - now) / 1000);
    return {
      policy: this.#policy,
      state: `"default";r=${Math.max(remaining, 0)};t=${seconds}`,
      wait: remaining < 0 ? seconds : undefined,
    };
  }

  /** Counts requests that another worker has answered. Their window may have begun earlier, and ends for all then. */
  add({ network, until, count }: Counted, now: number): void {
    if (until <= now) return;
    const window = this.#windowOf(network, until, now);
    window.until = Math.min(window.until, until);
    window.count += count;
  }

  /** What has been counted since the last call. */
  takeUntold(): Counted[] {
    const counted = [...this.#untold].map(([network, window]) => ({ network, ...window }));
    this.#untold = new Map();
    return counted;
  }

  #windowOf(network: string, until: number, now: number): RateWindow {
    const known = this.#windows.get(network, now);
    return known && now < known.until ? known : this.#windows.set(network, { until, count: 0 }, now);
  }
}

interface RateWindow {
  until: number;
  count: number;
}

/** Requests of a client in a window. */
export interface Counted extends Readonly<RateWindow> {
  readonly network: string;
}

/** Values by key that expire after a time. There are at most 100,000; beyond that, the older half is dropped. */
export class RecentClients<Value extends object> {
  readonly #span: number;
  #now = new Map<string, RecentEntry<Value>>();
  #before = new Map<string, RecentEntry<Value>>();
  /** When the newer map was started. */
  #since = -Infinity;

  /** @param span how long a value is valid, in the unit of all times */
  constructor(span: number) {
    this.#span = span;
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#now.get(key) ?? this.#before.get(key);
    return entry && now < entry.until ? entry.value : undefined;
  }

  /** Returns the value. */
  set(key: string, value: Value, now: number): Value {
    if (now - this.#since >= this.#span || this.#now.size >= MAX_CLIENTS / 2) this.#rotate(now);
    this.#now.set(key, { value, until: now + this.#span });
    return value;
  }

  delete(key: string): void {
    this.#now.delete(key);
    this.#before.delete(key);
  }

  /** Drops the older map. Dropping single values would need a search. */
  #rotate(now: number): void {
    this.#before = this.#now;
    this.#now = new Map();
    this.#since = now;
  }
}

interface RecentEntry<Value> {
  readonly value: Value;
  readonly until: number;
}
