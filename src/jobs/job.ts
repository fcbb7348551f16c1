import type { Log } from '../observability/log.ts';

/** Work that is repeated while the service runs. */
interface Job {
  /** Milliseconds from the start to the first run. */
  readonly first: number;
  /** Milliseconds from the end of a run to the next. */
  wait(): number;
  run(): Promise<void>;
  /** What the log says if a run fails; the next run takes place all the same. */
  readonly failed: string;
}

/**
 * Milliseconds to the next full multiple of an interval on the clock, and a little more. Jobs that wait for it wake the
 * process together: a quiet service sleeps.
 */
export const untilNext = (every: number): number => every - (Date.now() % every) + 5;

/** Repeats a job until it is stopped. */
export function startJob({ first, wait, run, failed }: Job, log: Log): { stop(): void } {
  let stopped = false;
  const runOnce = async () => {
    await run().catch(error => {
      if (!stopped) log.error({ err: error }, failed);
    });
    if (!stopped) timer = setTimeout(runOnce, wait());
  };
  let timer = setTimeout(runOnce, first);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
