/** What a process is told by the one that has started it. */
export type Order = 'begin' | 'end';

/**
 * Measures the turns of the event loop, in processor time of its thread: what else the machine does plays no part. After
 * `begin` the longest one is looked for, and is told after `end`, in milliseconds.
 */
export function reportTurns(): void {
  let longest = 0;
  let before = spent();
  const turn = () => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
    // It comes with each turn and causes none.
    setImmediate(turn).unref();
  };
  turn();
  process.on('message', (order: Order) => {
    if (order === 'begin') longest = 0;
    // The turn that goes on began before it.
    setImmediate(() => process.send?.(order === 'end' ? longest : -1));
  });
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
