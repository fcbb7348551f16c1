import { atFullSecond } from '../lib/time/full-seconds.ts';
import type { Log } from '../observability/log.ts';

/** Work that is repeated while the service runs. */
interface Job {
  /** Milliseconds from the start to the first run. */
  readonly first: number;
  /** Milliseconds from the end of a run to the next; at most a second less, because it begins at a full second. */
  readonly every: number;
  run(): Promise<void>;
  /** What the log says if a run fails; the next run takes place all the same. */
  readonly failed: string;
}

/** Repeats a job until it is stopped. */
export function startJob({ first, every, run, failed }: Job, log: Log): { stop(): void } {
  let stopped = false;
  let stop = () => clearTimeout(timer);
  const runOnce = async () => {
    await run().catch(error => {
      if (!stopped) log.error({ err: error }, failed);
    });
    if (!stopped) stop = atFullSecond(every, runOnce);
  };
  const timer = setTimeout(runOnce, first);
  return {
    stop() {
      stopped = true;
      stop();
    },
  };
}
