/** @param lateness milliseconds by which it is called too late */
type RunAtSecond = (lateness: number) => void;

/** A full second has come for certain so many milliseconds after it. */
const AFTER = 5;

/** What is called at one full second. */
interface DueWork {
  /** By `performance.now()`, which nobody sets. */
  readonly due: number;
  readonly all: Set<{ readonly run: RunAtSecond }>;
}

/** By the second of the clock. */
const waiting = new Map<number, DueWork>();

/** Milliseconds by which the same second differs at most, unless the clock was set in between. */
const SAME = 500;

/**
 * Calls a function once, at the last full second of the clock within a number of milliseconds, which are 1000 or more.
 * All that is called at one second wakes the process once: a quiet service sleeps. It does not keep the process alive.
 * @returns a function that stops it
 */
export function atFullSecond(within: number, run: RunAtSecond): () => void {
  const now = Date.now();
  const second = Math.floor((now + within) / 1000);
  const due = performance.now() + second * 1000 - now + AFTER;
  const known = waiting.get(second);
  const { all } = known && Math.abs(known.due - due) < SAME ? known : runAllAt(second, due);
  const one = { run };
  all.add(one);
  return () => void all.delete(one);
}

/** Calls a function at full seconds, again and again. */
export function repeatAtFullSeconds(every: number, run: RunAtSecond): () => void {
  const next: RunAtSecond = lateness => {
    stop = atFullSecond(every, next);
    run(lateness);
  };
  let stop = atFullSecond(every, next);
  return () => stop();
}

function runAllAt(second: number, due: number): DueWork {
  const added: DueWork = { due, all: new Set() };
  waiting.set(second, added);
  const runAll = () => {
    // Since the clock was set, others may wait for what it calls the same second.
    if (waiting.get(second) === added) waiting.delete(second);
    const lateness = performance.now() - due;
    for (const { run } of added.all) run(lateness);
  };
  setTimeout(runAll, due - performance.now()).unref();
  return added;
}
