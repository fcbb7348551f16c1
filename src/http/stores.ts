import type { Db } from '../db/tables.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { unavailable } from './errors.ts';

/** The sources of answers: the store and the read model. */
export interface ServiceStores {
  readonly db: Db;
  /** Undefined until the service has started. */
  readModel: ReadModel | undefined;
}

/** Stores that open after the service listens; until then, requests that need them get 503. */
export class LateStores implements ServiceStores {
  readModel: ReadModel | undefined;
  #db: Db | undefined;

  open(db: Db): void {
    this.#db = db;
  }

  /** @throws RestError 503 before the store is open */
  get db(): Db {
    if (this.#db) return this.#db;
    throw unavailable();
  }
}
