import { setTimeout } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds within which a second signal counts as a repetition. */
const HANDED_ON = 1000;

/**
 * Resolves at the first signal to stop. A later one exits at once. A signal right after the first is a repetition:
 * systemd and terminals send it to all processes of a group, and a parent passes it on.
 */
export const untilStopped = (): Promise<string> => new Promise(listen);

/** A signal that is aborted at a signal to stop, until it is disposed of. */
export interface StopSignal extends Disposable {
  readonly signal: AbortSignal;
}

export function signalToStop(): StopSignal {
  const told = new AbortController();
  const stopListening = listen(() => told.abort());
  return { signal: told.signal, [Symbol.dispose]: stopListening };
}

/** @returns what ends the listening */
function listen(onStop: (signal: string) => void): () => void {
  const stop = (signal: string) => {
    onStop(signal);
    setTimeout(HANDED_ON, undefined, { ref: false }).then(stopListening);
  };
  const stopListening = () => {
    for (const known of SIGNALS) process.off(known, stop);
  };
  for (const known of SIGNALS) process.on(known, stop);
  return stopListening;
}
