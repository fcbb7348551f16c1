import { setFlagsFromString } from 'node:v8';

/**
 * Makes the runtime collect garbage earlier. Cached answers live long and are dropped one by one, so by itself
 * the heap grows to twice their size, and its young part to 64 MB, without being faster.
 */
export function keepHeapSmall(): void {
  // The current size is enough for the objects of concurrent requests.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=25');
  // Otherwise V8 learns from the first cached objects to allocate all objects of their kind in the old generation,
  // where they stay until it is full.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
