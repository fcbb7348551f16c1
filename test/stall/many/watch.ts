import { seconds } from '../../client.ts';
import { faultsDuring, type Limits } from './judge.ts';
import type { Probing } from './probes.ts';
import type { Service } from './service.ts';

/** Seconds between two looks. */
const EVERY = 0.1;
/** Seconds in which a service that has nothing to do works less than a tenth of the time. */
const IDLE = 5;

/** Looks at a service under load again and again, until something is wrong with it. */
export class Watch {
  readonly #service: Service;
  readonly #probing: Probing;
  readonly #limits: Limits;
  /** Seconds of processor time that answers to the probes take in a second. */
  readonly #usual: number;
  /** Seconds of processor time at the latest looks. */
  #worked: number[] = [];
  /** Megabytes at the last look, and the most so far. */
  memory = 0;
  peak = 0;
  faults: readonly string[] = [];

  constructor(service: Service, probing: Probing, limits: Limits, usual: number) {
    this.#service = service;
    this.#probing = probing;
    this.#limits = limits;
    this.#usual = usual;
  }

  /** Resolves when that is so, or when something is wrong. */
  async until(isOver: () => boolean): Promise<void> {
    while (this.faults.length === 0 && !isOver()) {
      await seconds(EVERY);
      this.#look();
    }
  }

  /**
   * Resolves when the service has nothing to do, when it has worked for this many seconds, or when something is wrong.
   * @returns seconds of processor time of its work, without answers to the probes
   */
  async rest(most: number): Promise<number> {
    const [before, began] = [this.#service.look().worked, performance.now()];
    const work = () => {
      const usual = (this.#usual * (performance.now() - began)) / 1000;
      return Math.max(0, this.#service.look().worked - before - usual);
    };
    this.#worked = [];
    await this.until(() => this.isIdle || work() > most);
    return work();
  }

  /** Whether it has had nothing to do but to answer the probes. */
  get isIdle(): boolean {
    const before = this.#worked.at(-IDLE / EVERY);
    return before !== undefined && this.#worked.at(-1)! - before < IDLE * (this.#usual + 0.1);
  }

  #look(): void {
    const { memory, most, worked, ended } = this.#service.look();
    this.memory = memory;
    this.peak = Math.max(this.peak, memory, most);
    this.#worked = [...this.#worked, worked].slice(-IDLE / EVERY);
    this.faults = faultsDuring({ ended, peak: this.peak, waiting: this.#probing.waiting }, this.#limits);
  }
}
