import { hash } from 'node:crypto';
import { SignInFailed, TooManyFailures } from '../errors.ts';
import type { Client } from '../lib/ip-address.ts';
import { credentialsOf } from '../users/auth.ts';
import type { Viewer } from '../users/rights.ts';
import { RecentClients } from './recent-clients.ts';

/** Seconds after which failures are forgotten, and the longest that one has to wait for another attempt. */
const FORGOTTEN_AFTER = 900;
const LONGEST_WAIT = 60;
/** Failures that a client has free with all accounts together, for each that it has with one. */
const ACCOUNTS = 5;
/** Seconds for which it is known, by a digest, that credentials were right. */
const REMEMBERED_FOR = 86_400;

interface Failures {
  readonly count: number;
  /** Seconds. */
  readonly last: number;
}

/**
 * Slows down who tries credentials: after some failures a client has to wait for its next attempt, longer each time, with
 * this account and, after more failures, with any. Others are not concerned, nor are credentials that were right before.
 */
export class SignIns {
  readonly #free: number;
  readonly #failures = new RecentClients<Failures>(FORGOTTEN_AFTER);
  readonly #right = new RecentClients<object>(REMEMBERED_FOR);

  /** @param free failures with one account after which a client has to wait; 0: it never has */
  constructor(free: number) {
    this.#free = free;
  }

  /**
   * Who sent this Authorization header, as `authenticate` finds out.
   * @param now seconds, of any clock
   * @throws TooManyFailures where this client has to wait
   */
  async attempt(
    header: string | undefined,
    client: Client,
    authenticate: () => Promise<Viewer>,
    now = performance.now() / 1000,
  ): Promise<Viewer> {
    const credentials = credentialsOf(header);
    if (!header || !credentials || this.#free === 0) return authenticate();
    const digest = hash('sha256', header);
    const counted = this.#countedFor(client, credentials.login);
    const wait = this.#right.get(digest, now) ? 0 : this.#waitOf(counted, now);
    if (wait > 0) throw new TooManyFailures(Math.ceil(wait));
    try {
      const viewer = await authenticate();
      this.#right.set(digest, RIGHT, now);
      // Of its failures with other accounts nothing is forgotten: it may have one of its own.
      this.#failures.delete(counted.account[0]);
      return viewer;
    } catch (error) {
      if (error instanceof SignInFailed) this.#failed(digest, counted, now);
      throw error;
    }
  }

  #countedFor({ network }: Client, login = ''): CountedFailures {
    // As long as any other, however long the login is that was sent.
    const account = hash('sha1', `${network} ${login.toLowerCase()}`);
    return { account: [account, this.#free], client: [network, ACCOUNTS * this.#free] };
  }

  /** Seconds. */
  #waitOf({ account, client }: CountedFailures, now: number): number {
    const waits = [account, client].map(([key, free]) => {
      const { count = 0, last = 0 } = this.#failures.get(key, now) ?? {};
      return count < free ? 0 : last + Math.min(2 ** (count - free), LONGEST_WAIT) - now;
    });
    return Math.max(0, ...waits);
  }

  #failed(digest: string, { account, client }: CountedFailures, now: number): void {
    this.#right.delete(digest);
    for (const [key] of [account, client]) {
      const count = (this.#failures.get(key, now)?.count ?? 0) + 1;
      this.#failures.set(key, { count, last: now }, now);
    }
  }
}

/** What failures are counted for, and how many of them are free. */
type CountedFailures = Readonly<Record<'account' | 'client', readonly [key: string, free: number]>>;

const RIGHT = {};
