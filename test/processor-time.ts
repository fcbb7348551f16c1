import { readFileSync } from 'node:fs';

/** Milliseconds of processor time of some work. Other load on the machine does not count. */
export function processorTime(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Seconds of processor time of this process or another one, and of their children that have ended; 0 if the system does
 * not tell that of another one.
 */
export function processSeconds(pid = process.pid): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    if (pid !== process.pid) return 0;
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

const TICKS_PER_SECOND = 100;
