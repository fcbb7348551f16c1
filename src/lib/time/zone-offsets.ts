/** A period with one offset: from `start` up to, not including, `end`. All in seconds. */
export type Slice = { start: number; end: number; offset: number };

/** Slightly more than a year, so that a block has only a few slices. */
const BLOCK_SECONDS = 2 ** 25;
const MAX_BLOCKS = 20_000;

const zones = new Map<string, Map<number, Slice[]>>();
let blocks = 0;

/**
 * The slice of an instant. Slices end at the zone's transitions and at block borders, so that cached slices serve
 * nearby instants.
 * @param zone a Temporal time-zone id
 * @param epoch seconds, years 1000 to 9999
 */
export function sliceAt(zone: string, epoch: number): Slice {
  const block = Math.floor(epoch / BLOCK_SECONDS);
  const slices = zones.get(zone)?.get(block) ?? cacheSlices(zone, block);
  for (const slice of slices) if (epoch < slice.end) return slice;
  throw new RangeError(`no such instant: ${epoch}`);
}

function cacheSlices(zone: string, block: number): Slice[] {
  const slices = slicesOf(zone, block);
  if (blocks >= MAX_BLOCKS) {
    zones.clear();
    blocks = 0;
  }
  blocks += 1;
  zones.getOrInsertComputed(zone, () => new Map()).set(block, slices);
  return slices;
}

function slicesOf(zone: string, block: number): Slice[] {
  const slices: Slice[] = [];
  const end = (block + 1) * BLOCK_SECONDS;
  let from = Temporal.Instant.fromEpochMilliseconds(block * BLOCK_SECONDS * 1000).toZonedDateTimeISO(zone);
  for (;;) {
    const start = from.epochMilliseconds / 1000;
    const offset = from.offsetNanoseconds / 1e9;
    const next = from.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds / 1000 >= end) return [...slices, { start, end, offset }];
    slices.push({ start, end: next.epochMilliseconds / 1000, offset });
    from = next;
  }
}
