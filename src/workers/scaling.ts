import type { Server } from 'node:http';
import { repeatAtFullSeconds } from '../lib/time/full-seconds.ts';
import { send } from './channel.ts';
import { worker } from './identity.ts';
import type { WorkerLoad } from './messages.ts';

/** Milliseconds between two reports of a worker, and of which age a report still counts. */
const EVERY = 1000;
const FRESH = 2 * EVERY;
/** A worker that is less busy reports nothing. */
const NOTEWORTHY = 0.1;

/** Reports the load of this worker, if the number of workers follows it. A quiet service sleeps until a request. */
export function startReportingLoad(server: Server): void {
  if (!worker?.isScaled) return;
  let before = performance.eventLoopUtilization();
  let stop: (() => void) | undefined;
  const report = (lateness: number) => {
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization < NOTEWORTHY) stop = void stop?.();
    else send({ kind: 'load', load: { utilization, lateness } });
    before = performance.eventLoopUtilization();
  };
  server.on('request', () => {
    stop ??= repeatAtFullSeconds(EVERY, report);
  });
}

/** A worker is overloaded if it was late in so many of its last reports. One long request does not count. */
const [LATE_REPORTS, REPORTS] = [4, 5];
/** The utilization up to which one worker less is enough. */
const ENOUGH = 0.5;

/** How fast the number of workers follows their load, in milliseconds. */
export interface Pace {
  /** By how much a loop is late while requests wait for too long. */
  readonly late: number;
  /** For how long a new worker may take to help. */
  readonly settling: number;
  /** For how long one worker less must have been enough. */
  readonly quiet: number;
}

const PACE: Pace = { late: 10, settling: 10_000, quiet: 300_000 };

interface LoadReport extends WorkerLoad {
  readonly at: number;
}

/** Decides how many workers a service needs. Times are milliseconds of one clock. */
export class Scaling {
  /** The last reports of each worker, by its process id. */
  readonly #reports = new Map<number, LoadReport[]>();
  #changedAt = -Infinity;
  #neededAt = -Infinity;
  readonly #pace: Pace;

  constructor(pace = PACE) {
    this.#pace = pace;
  }

  /** Keeps what a worker reports. */
  heard(pid: number, load: WorkerLoad, now: number): void {
    const reports = this.#reports.get(pid) ?? [];
    this.#reports.set(pid, [...reports, { ...load, at: now }].slice(-REPORTS));
  }

  /** Forgets a worker that has ended. */
  forget(pid: number): void {
    this.#reports.delete(pid);
  }

  /** Whether requests have waited for some seconds, although the last change has had its time to help. */
  needsMore(now: number): boolean {
    if (now - this.#changedAt < this.#pace.settling) return false;
    return [...this.#reports.values()].some(reports => {
      const recent = reports.filter(({ at }) => now - at <= REPORTS * FRESH);
      return recent.filter(({ lateness }) => lateness >= this.#pace.late).length >= LATE_REPORTS;
    });
  }

  /** Whether one worker less than these has been enough for some minutes. */
  needsLess(workers: number, now: number): boolean {
    const busy = [...this.#reports.values()].reduce((sum, reports) => {
      const last = reports.at(-1)!;
      return sum + (now - last.at <= FRESH ? last.utilization : 0);
    }, 0);
    if (busy > ENOUGH * (workers - 1)) this.#neededAt = now;
    return now - Math.max(this.#neededAt, this.#changedAt) >= this.#pace.quiet;
  }

  /** Notes that the number of workers has changed. */
  changed(now: number): void {
    this.#changedAt = now;
    this.#reports.clear();
  }
}
