import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Log } from '../observability/log.ts';
import { untilJobs } from '../workers/channel.ts';
import { worker } from '../workers/identity.ts';
import { startCheckingClock } from './check-clock.ts';
import { startExtending } from './extend-horizon.ts';
import { startPruning } from './prune-idempotency-keys.ts';
import { startPublishing } from './publish.ts';
import { startTidying } from './tidy.ts';

/** Starts the jobs of the service, of which one worker does all; the others wait until it is their turn. */
export function startJobs(db: Db, config: Config, log: Log): { stop(): void } {
  let jobs: { stop(): void }[] = [];
  let isStopped = false;
  const start = () => {
    if (isStopped) return;
    jobs = [
      startCheckingClock(db, log),
      startPublishing(db, config, log),
      startTidying(db, config, log),
      startExtending(db, config, log),
      startPruning(db, log),
    ];
  };
  if (worker) untilJobs().then(start);
  else start();
  return {
    stop() {
      isStopped = true;
      for (const job of jobs) job.stop();
    },
  };
}
