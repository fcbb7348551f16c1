import os from 'node:os';

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
