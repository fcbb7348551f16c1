import type { RecordFailed } from '../db/failing.ts';
import type { Log } from '../observability/log.ts';

/** Milliseconds from a first failure to the next attempt, and the most between two. */
const [FIRST, LONGEST] = [1000, 3_600_000];

/**
 * Records on which a job that runs often has failed. They are tried again after pauses that double, and each failure is
 * logged: a record that will never succeed takes neither time nor lines.
 */
export class FailedRecords {
  readonly #log: Pick<Log, 'error'>;
  readonly #text: string;
  readonly #clock: () => number;
  readonly #waiting = new Map<string, { until: number; pause: number }>();

  /** @param text what the log says */
  constructor(log: Pick<Log, 'error'>, text: string, clock: () => number = () => performance.now()) {
    this.#log = log;
    this.#text = text;
    this.#clock = clock;
  }

  /** Whether it is too early to try this record again. */
  isWaiting(type: string, id: number): boolean {
    const { until } = this.#waiting.get(`${type} ${id}`) ?? { until: 0 };
    return this.#clock() < until;
  }

  readonly add: RecordFailed = ({ type, id }, error) => {
    const pause = Math.min(2 * (this.#waiting.get(`${type} ${id}`)?.pause ?? FIRST / 2), LONGEST);
    this.#waiting.set(`${type} ${id}`, { until: this.#clock() + pause, pause });
    this.#log.error({ err: error, type, id }, this.#text);
  };

  /** Forgets a record that has succeeded. */
  remove(type: string, id: number): void {
    this.#waiting.delete(`${type} ${id}`);
  }
}
