import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Megabytes of each half of the young heap: more takes memory and is not faster. */
const YOUNG = 8;

/**
 * Lets the young heap grow once, to its final size. That happens while the first modules are loaded; call `keepYoungHeap`
 * then. By itself the runtime doubles its halves from one megabyte up to 32, and may have begun.
 */
export const growYoungHeap = (): void =>
  setFlagsFromString(`--semi-space-growth-factor=${Math.max(1, Math.round(YOUNG / halfOfYoungHeap()))}`);

/** Megabytes of each half of the young heap now. */
function halfOfYoungHeap(): number {
  const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
  return young ? (young.space_used_size + young.space_available_size) / 2 ** 20 : YOUNG;
}

/** Keeps the young heap as large as it is. */
export const keepYoungHeap = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/**
 * Makes the runtime collect garbage earlier. Cached answers live long and are dropped one by one, so by itself
 * the heap grows to twice their size, without being faster.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=25');
  // Otherwise V8 learns from the first cached objects to allocate all objects of their kind in the old generation,
  // where they stay until it is full.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
