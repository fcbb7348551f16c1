import { setTimeout } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds within which a second signal counts as a repetition. */
const HANDED_ON = 1000;

/**
 * Resolves at the first signal to stop. A later one exits at once. A signal right after the first is a repetition:
 * systemd and terminals send it to all processes of a group, and a parent passes it on.
 */
export function untilStopped(): Promise<string> {
  return new Promise(resolve => {
    const stop = (signal: string) => {
      resolve(signal);
      setTimeout(HANDED_ON, undefined, { ref: false }).then(() => {
        for (const known of SIGNALS) process.off(known, stop);
      });
    };
    for (const known of SIGNALS) process.on(known, stop);
  });
}

/** Aborted at a signal to stop. */
export function signalToStop(): AbortSignal {
  const told = new AbortController();
  untilStopped().then(() => told.abort());
  return told.signal;
}
