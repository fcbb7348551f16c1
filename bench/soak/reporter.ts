// Runs within the service that is observed: tells what it holds, when it is asked.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process holds, in bytes, after what is garbage has been collected, and what it did. */
export interface Holding {
  resident: number;
  heap: number;
  /** Sockets, timers and whatever else the event loop watches. */
  handles: number;
  /** Milliseconds of processor time since it was asked before, and the longest for which it did nothing else than one thing. */
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
// It does not keep the service from ending.
process.channel?.unref();
