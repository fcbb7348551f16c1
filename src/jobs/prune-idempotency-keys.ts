import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/tables.ts';
import { pruneKeys } from '../http/idempotency/store.ts';

/** Milliseconds until the first run, and between runs. */
const FIRST = 60_000;
const EVERY = 3_600_000;

/** Deletes expired idempotency keys while the service runs. */
export function pruneRegularly(app: FastifyInstance, stores: { readonly db: Db }): void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number) => {
    timer = setTimeout(prune, milliseconds).unref();
  };
  const prune = async () => {
    try {
      await pruneKeys(stores.db, Math.floor(Date.now() / 1000));
    } catch (error) {
      app.log.warn({ err: error }, 'expired idempotency keys could not be deleted; retrying later');
    }
    if (timer) wait(EVERY);
  };
  app.addHook('onReady', async () => wait(FIRST));
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    timer = undefined;
  });
}
