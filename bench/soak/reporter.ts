// Runs within the service that is observed: tells what it holds, when it is asked.

/** What a process holds, in bytes, after what is garbage has been collected. */
export interface Holding {
  resident: number;
  heap: number;
  /** Sockets, timers and whatever else the event loop watches. */
  handles: number;
}

process.on('message', () => {
  globalThis.gc?.();
  const { rss: resident, heapUsed: heap } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.send!({ resident, heap, handles } satisfies Holding);
});
// It does not keep the service from ending.
process.channel?.unref();
