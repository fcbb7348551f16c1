// Runs within the observed service, and reports its resources on request.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The resources of a process after a garbage collection, in bytes, and its recent work. */
export interface Holding {
  resident: number;
  heap: number;
  /** Sockets, timers and everything else that the event loop watches. */
  handles: number;
  /**
   * Milliseconds of processor time since the last report, and the longest time for which the event loop was blocked.
   */
  busy: number;
  blocked: number;
}

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let used = process.cpuUsage();

process.on('message', () => {
  const blocked = delay.max / 1e6;
  globalThis.gc?.();
  const { rss: resident, heapUsed: heap } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  const { user, system } = process.cpuUsage(used);
  process.send!({ resident, heap, handles, busy: (user + system) / 1000, blocked } satisfies Holding);
  used = process.cpuUsage();
  delay.reset();
});
// The channel must not keep the service from exiting.
process.channel?.unref();
