/** @param lateness milliseconds by which it is called too late */
type Run = (lateness: number) => void;

/** A full second has come for certain so many milliseconds after it. */
const AFTER = 5;

/** What is called at a full second, by the second of the clock. */
const waiting = new Map<number, Set<{ readonly run: Run }>>();

/**
 * Calls a function once, at the last full second of the clock within a number of milliseconds, which are 1000 or more.
 * All that is called at one second wakes the process once: a quiet service sleeps. It does not keep the process alive.
 * @returns a function that stops it
 */
export function atFullSecond(within: number, run: Run): () => void {
  const second = Math.floor((Date.now() + within) / 1000);
  const all = waiting.getOrInsertComputed(second, runAllAt);
  const one = { run };
  all.add(one);
  return () => void all.delete(one);
}

/** Calls a function at full seconds, again and again. */
export function repeatAtFullSeconds(every: number, run: Run): () => void {
  const next: Run = lateness => {
    stop = atFullSecond(every, next);
    run(lateness);
  };
  let stop = atFullSecond(every, next);
  return () => stop();
}

function runAllAt(second: number): Set<{ readonly run: Run }> {
  const all = new Set<{ readonly run: Run }>();
  const delay = second * 1000 - Date.now() + AFTER;
  const due = performance.now() + delay;
  setTimeout(() => {
    waiting.delete(second);
    const lateness = performance.now() - due;
    for (const { run } of all) run(lateness);
  }, delay).unref();
  return all;
}
