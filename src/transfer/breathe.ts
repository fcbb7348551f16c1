import { setImmediate } from 'node:timers/promises';

/** Milliseconds. */
const LONGEST_STRETCH = 15;

/** The same for what is done ahead, while a transaction is open: its next statement waits no longer than this. */
export const AHEAD = 1;

let since = performance.now();

/**
 * Lets others have their turn, in the middle of long work.
 * @param longest milliseconds without
 */
export async function breathe(longest = LONGEST_STRETCH): Promise<void> {
  if (performance.now() - since < longest) return;
  await setImmediate();
  since = performance.now();
}
