import { NO_REPLICAS, type ReplicaSet } from '../db/replicas.ts';
import type { Db } from '../db/tables.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { ServiceStores } from './dispatch.ts';
import { unavailable } from './errors.ts';

/** Stores that open after the service listens; until then, requests that need them get 503. */
export class LateStores implements ServiceStores {
  readModel: ReadModel | undefined;
  replicas: ReplicaSet = NO_REPLICAS;
  #db: Db | undefined;

  open(db: Db, replicas: ReplicaSet): void {
    this.#db = db;
    this.replicas = replicas;
  }

  /** @throws RestError 503 before the store is open */
  get db(): Db {
    if (this.#db) return this.#db;
    throw unavailable();
  }
}
