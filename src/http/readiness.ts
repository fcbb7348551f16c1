import { setTimeout } from 'node:timers/promises';
import type { ServiceStores } from './dispatch.ts';

/** Milliseconds to wait for the store, and for which its answer is valid. */
const TIMEOUT = 1000;
const VALIDITY = 1000;

/** The readiness of the service, and why it is not ready. */
export type ReadinessStatus = 'ready' | 'starting' | 'draining' | 'store unreachable';

/** Whether the service should get requests. */
export class Readiness {
  /** `starting` while the store is opened and migrated, `draining` while requests in flight are answered. */
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

  /** Whether the index in memory is loaded; until then the store finds events. */
  get index(): 'ready' | 'reading' {
    return this.#stores.readModel?.index ? 'ready' : 'reading';
  }

  /** Whether its full-text index is loaded; until then searches read texts. A small calendar has none. */
  get words(): 'ready' | 'reading' | 'none' {
    const index = this.#stores.readModel?.index;
    if (index?.hasWords) return 'ready';
    return index && !index.needsWords ? 'none' : 'reading';
  }

  /** Whether the store answers, or has answered within the last second. */
  async #reaches(): Promise<boolean> {
    if (performance.now() - this.#asked < VALIDITY) return this.#reached;
    // A store that hangs is asked only once: more queries would take up all connections.
    this.#asking ??= this.#ask();
    return Promise.race([this.#asking, setTimeout(TIMEOUT, false, { ref: false })]);
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
