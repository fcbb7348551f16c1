import { setImmediate } from 'node:timers/promises';

/** Milliseconds. */
const LONGEST_STRETCH = 15;

let since = performance.now();

/** Lets others have their turn, in the middle of long work. */
export async function breathe(): Promise<void> {
  if (performance.now() - since < LONGEST_STRETCH) return;
  await setImmediate();
  since = performance.now();
}
