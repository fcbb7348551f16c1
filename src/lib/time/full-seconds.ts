/** @param lateness milliseconds by which it is called too late */
type Run = (lateness: number) => void;

/** What waits, with the time at which it is due, by `performance.now()`: a clock that is set back delays nothing. */
interface Waiting {
  readonly due: number;
  readonly run: Run;
}

/** A full second has come for certain so many milliseconds after it. */
const AFTER = 5;
/** Milliseconds by which two calculations of one full second may differ. */
const SAME = 2;

const waiting = new Set<Waiting>();
let timer: { readonly due: number; readonly handle: NodeJS.Timeout } | undefined;

/**
 * Calls a function once, at the last full second of the clock within a number of milliseconds, which are 1000 or more.
 * All that is called at one second wakes the process once: a quiet service sleeps. It does not keep the process alive.
 * @returns a function that stops it
 */
export function atFullSecond(within: number, run: Run): () => void {
  const one = { due: performance.now() + within - ((Date.now() + within) % 1000) + AFTER, run };
  waiting.add(one);
  setTimer();
  return () => void waiting.delete(one);
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

function setTimer(): void {
  const due = Math.min(...[...waiting].map(({ due }) => due));
  if (due === Infinity || (timer && timer.due <= due)) return;
  clearTimeout(timer?.handle);
  timer = { due, handle: setTimeout(runDue, due - performance.now()).unref() };
}

function runDue(): void {
  timer = undefined;
  const now = performance.now();
  for (const one of waiting)
    if (one.due <= now + SAME) {
      waiting.delete(one);
      one.run(now - one.due);
    }
  setTimer();
}
