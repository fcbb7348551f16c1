/** A message from the parent process. */
export type Order = 'begin' | 'end';

/**
 * Measures turns of the event loop in processor time of its thread, so that other load does not count. `begin` starts
 * a measurement; `end` reports the longest turn in milliseconds.
 */
export function reportTurns(): void {
  let longest = 0;
  let before = spent();
  const turn = () => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
    // It runs with each turn and keeps no process alive.
    setImmediate(turn).unref();
  };
  turn();
  process.on('message', (order: Order) => {
    if (order === 'begin') longest = 0;
    // The current turn began before the message.
    setImmediate(() => process.send?.(order === 'end' ? longest : -1));
  });
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
