import type { Db } from '../db/tables.ts';
import { pruneKeys } from '../http/idempotency/store.ts';
import type { Log } from '../observability/log.ts';
import { startJob } from './job.ts';

const HOUR = 3_600_000;

/** Deletes expired idempotency keys once an hour, until stopped. */
export const startPruning = (db: Db, log: Log) =>
  startJob(
    {
      first: 60_000,
      wait: () => HOUR,
      run: () => pruneKeys(db, Math.floor(Date.now() / 1000)),
      failed: 'expired idempotency keys could not be deleted',
    },
    log,
  );
