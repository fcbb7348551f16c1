import { setTimeout } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds in which a signal may come twice. */
const HANDED_ON = 1000;

/**
 * Resolves at the first signal that asks to stop. Another one, later, ends the process at once: what comes right after the
 * first is the same wish, which systemd or a terminal tells to all processes, and who started this one hands on.
 */
export function toldToStop(): Promise<string> {
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

/** Aborted when the process is told to stop: for work that is given up then. */
export function signalToStop(): AbortSignal {
  const told = new AbortController();
  toldToStop().then(() => told.abort());
  return told.signal;
}
