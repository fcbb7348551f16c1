import { setFlagsFromString } from 'node:v8';

/**
 * Makes the runtime collect garbage earlier. Cached answers live long and are dropped one by one, so by itself
 * the heap grows to twice their size, and its young part to 64 MB, without being faster.
 */
export function keepHeapSmall(): void {
  // As large as it is now, it holds what requests need between them.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=25');
  // What is kept first teaches the runtime to make all of its kind among what is old, where it stays until that is full.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
