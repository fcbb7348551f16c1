/** Milliseconds of processor time that work takes: what else the machine does plays no part. */
export function processorTime(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
