import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { BackupRefused } from '../backup/archive.ts';
import { refuse } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Those of a service without a supervisor. The last one comes from a terminal that is closed. */
export const ALONE = [...SIGNALS, 'SIGHUP'] as const;

/** Milliseconds within which a second signal counts as a repetition. */
const HANDED_ON = 1000;

/**
 * Resolves at the first signal to stop. A later one exits at once. A signal right after the first is a repetition:
 * systemd and terminals send it to all processes of a group, and a parent passes it on.
 */
export const untilStopped = (signals: readonly NodeJS.Signals[] = SIGNALS): Promise<string> =>
  new Promise(stopped => listen(stopped, signals));

/** A signal that is aborted at a signal to stop, until it is disposed of. */
export interface StopSignal extends Disposable {
  readonly signal: AbortSignal;
}

export function signalToStop(): StopSignal {
  const controller = new AbortController();
  const stopListening = listen(() => controller.abort());
  return { signal: controller.signal, [Symbol.dispose]: stopListening };
}

/** @returns what ends the listening */
function listen(onStop: (signal: string) => void, signals: readonly NodeJS.Signals[] = SIGNALS): () => void {
  const stop = (signal: string) => {
    onStop(signal);
    setTimeout(HANDED_ON, undefined, { ref: false }).then(stopListening);
  };
  const stopListening = () => {
    for (const known of signals) process.off(known, stop);
  };
  for (const known of signals) process.on(known, stop);
  return stopListening;
}

/**
 * Does work on a file that stops at a signal, and prints why it failed.
 * @returns the exit status
 */
export async function stoppable(
  file: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  using stop = signalToStop();
  const { signal } = stop;
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) return refuse('Stopped. Nothing was changed.');
    if (error instanceof BackupRefused) return refuse(error.message);
    if (isOfSystem(error)) return refuse(`${error.path ?? file}: ${error.message}.`);
    throw error;
  }
}

const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/**
 * Gets about a third of the processor time that others get on a busy machine. With less, a process that holds the
 * write lock would hold up other writers.
 */
export const NICENESS = 5;

/** Lowers the priority of this process, so that a service on the same machine keeps answering fast. */
export function giveWay(): void {
  try {
    os.setPriority(NICENESS);
  } catch {
    // Without the permission, the priority stays.
  }
}
