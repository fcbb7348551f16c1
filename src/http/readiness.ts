import { setTimeout } from 'node:timers/promises';
import type { ServiceStores } from './dispatch.ts';

/** Milliseconds for which the store may be silent, and for which its answer holds. */
const PATIENCE = 1000;
const HOLDS = 1000;

/** Why a service should be asked, or not. */
export type ReadinessStatus = 'ready' | 'starting' | 'draining' | 'store unreachable';

/** Whether a service should be sent requests. */
export class Readiness {
  /** Begins with the store being opened and brought up to date, ends with requests in flight being answered. */
  phase: 'starting' | 'serving' | 'draining' = 'starting';
  readonly #stores: ServiceStores;
  #asking: Promise<boolean> | undefined;
  #asked = Number.NEGATIVE_INFINITY;
  #reached = false;

  constructor(stores: ServiceStores) {
    this.#stores = stores;
  }

  async state(): Promise<ReadinessStatus> {
    if (this.phase !== 'serving') return this.phase;
    return (await this.#reaches()) ? 'ready' : 'store unreachable';
  }

  /** Where events are found: in memory, or by the store while they are being read. */
  get index(): 'ready' | 'reading' {
    return this.#stores.readModel?.index ? 'ready' : 'reading';
  }

  /** Whether the store has answered within the last second, or does so now. */
  async #reaches(): Promise<boolean> {
    if (performance.now() - this.#asked < HOLDS) return this.#reached;
    // A store that hangs is asked once: questions to it would take all connections.
    this.#asking ??= this.#ask();
    return Promise.race([this.#asking, setTimeout(PATIENCE, false, { ref: false })]);
  }

  async #ask(): Promise<boolean> {
    const { db } = this.#stores;
    this.#reached = await db
      .selectFrom('settings')
      .select('name')
      .limit(1)
      .execute()
      .then(
        () => true,
        () => false,
      );
    this.#asked = performance.now();
    this.#asking = undefined;
    return this.#reached;
  }
}
