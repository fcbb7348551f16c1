import { hash } from 'node:crypto';
import { SignInFailed, TooManyFailures } from '../errors.ts';
import type { Client } from '../lib/ip-address.ts';
import type { Credentials } from '../users/auth.ts';
import { Topic } from '../workers/channel.ts';
import { RecentClients } from './rate-limit.ts';

/** Seconds after which failures are forgotten. */
const FAILURE_LIFETIME = 900;
/** Maximum seconds to wait for the next attempt. */
const MAX_WAIT = 60;
/** Free failures of a client with all accounts together, as a multiple of those with one account. */
const ALL_ACCOUNTS_FACTOR = 5;
/** Seconds for which the digest of correct credentials is cached. */
const SUCCESS_LIFETIME = 86_400;

interface Failures {
  readonly count: number;
  /** Seconds. */
  readonly last: number;
}

/**
 * Slows down attempts to guess credentials. After some failures a client must wait for its next attempt, longer each
 * time: with this account and, after more failures, with any account. Other clients are not affected, and neither are
 * credentials that were correct before.
 */
export class SignIns {
  readonly #free: number;
  readonly #failures = new RecentClients<Failures>(FAILURE_LIFETIME);
  readonly #right = new RecentClients<object>(SUCCESS_LIFETIME);
  readonly #outcomes = new Topic<SignInOutcome>('sign-ins');

  /** @param free failures with one account before a client must wait; 0: it never must */
  constructor(free: number) {
    this.#free = free;
    this.#outcomes.listen(outcome => this.#record(outcome, performance.now() / 1000));
  }

  /**
   * Whom these credentials show, by `authenticate`.
   * @param now seconds, of any clock
   * @throws TooManyFailures if this client must wait
   */
  async attempt<Found>(
    credentials: Credentials | undefined,
    client: Client,
    authenticate: () => Promise<Found>,
    now = performance.now() / 1000,
  ): Promise<Found> {
    if (!credentials || this.#free === 0) return authenticate();
    const digest = hash('sha256', JSON.stringify([credentials.login, credentials.secret]));
    const counted = this.#countedFor(client, credentials.login);
    const wait = this.#right.get(digest, now) ? 0 : this.#waitOf(counted, now);
    if (wait > 0) throw new TooManyFailures(Math.ceil(wait));
    try {
      const found = await authenticate();
      // Not told again and again: programs sign in with each request.
      const isNews = !this.#right.get(digest, now) || this.#failures.get(counted.account[0], now);
      const outcome = { digest, account: counted.account[0] };
      this.#record(outcome, now);
      if (isNews) this.#outcomes.publish(outcome);
      return found;
    } catch (error) {
      if (error instanceof SignInFailed) {
        const outcome = { digest, account: counted.account[0], client: counted.client[0] };
        this.#record(outcome, now);
        this.#outcomes.publish(outcome);
      }
      throw error;
    }
  }

  /** Counts a sign-in, of this worker or of another one. */
  #record({ digest, account, client }: SignInOutcome, now: number): void {
    if (client === undefined) {
      this.#right.set(digest, RIGHT, now);
      // Failures with other accounts still count: the client may have an account of its own.
      this.#failures.delete(account);
      return;
    }
    this.#right.delete(digest);
    for (const key of [account, client]) {
      const count = (this.#failures.get(key, now)?.count ?? 0) + 1;
      this.#failures.set(key, { count, last: now }, now);
    }
  }

  #countedFor({ network }: Client, login = ''): CountedFailures {
    // Hashed, so that the key is short however long the login is.
    const account = hash('sha1', `${network} ${login.toLowerCase()}`);
    return { account: [account, this.#free], client: [network, ALL_ACCOUNTS_FACTOR * this.#free] };
  }

  /** Seconds. */
  #waitOf({ account, client }: CountedFailures, now: number): number {
    const waits = [account, client].map(([key, free]) => {
      const { count = 0, last = 0 } = this.#failures.get(key, now) ?? {};
      return count < free ? 0 : last + Math.min(2 ** (count - free), MAX_WAIT) - now;
    });
    return Math.max(0, ...waits);
  }
}

/** How a sign-in ended: the digest of the credentials, and the keys of the account and, if it failed, of the client. */
interface SignInOutcome {
  readonly digest: string;
  readonly account: string;
  readonly client?: string;
}

/** The keys under which failures are counted, and the number of free failures for each. */
type CountedFailures = Readonly<Record<'account' | 'client', readonly [key: string, free: number]>>;

const RIGHT = {};
