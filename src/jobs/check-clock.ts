import { newestChangeAt } from '../db/changes.ts';
import type { Db } from '../db/tables.ts';
import type { Log } from '../observability/log.ts';
import { startJob } from './job.ts';

const HOUR = 3_600_000;

/** Seconds by which the clock may be behind: those of a database server and of this machine differ a little. */
const TOLERANCE = 60;

/** Warns of a clock that is behind the newest change in the store, at the start and once an hour, until stopped. */
export function startCheckingClock(db: Db, log: Log): { stop(): void } {
  const warn = warnOfClock(log);
  return startJob(
    {
      first: 0,
      wait: () => HOUR,
      async run() {
        warn(Math.floor(Date.now() / 1000), await newestChangeAt(db));
      },
      failed: 'the clock could not be compared with the store',
    },
    log,
  );
}

/**
 * A process warns once, and again only of a clock that was right in between.
 * @returns takes the time and that of the newest change, in epoch seconds
 */
export function warnOfClock(log: Pick<Log, 'warn'>): (now: number, newest: number) => void {
  let wasBehind = false;
  return (now, newest) => {
    const isBehind = newest - now > TOLERANCE;
    if (isBehind && !wasBehind)
      log.warn(
        { clock: instant(now), newestChange: instant(newest) },
        'the clock is behind the newest change in the store; set it, because dates and ages follow it',
      );
    wasBehind = isBehind;
  };
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();
