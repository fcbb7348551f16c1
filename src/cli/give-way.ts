import os from 'node:os';

/** A third of what others get where all want more than there is: at less, who writes to the store would hold up its others. */
export const NICENESS = 5;

/** Lets others have the processors first: a service on the same machine answers as fast beside this work, or nearly so. */
export function giveWay(): void {
  try {
    os.setPriority(NICENESS);
  } catch {
    // Where that is not allowed, they share them.
  }
}
