import os from 'node:os';

/** Lets others have the processors first: a service on the same machine answers as fast beside this work, or nearly so. */
export function giveWay(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where that is not allowed, they share them.
  }
}
