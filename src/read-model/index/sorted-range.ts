import { Pacer } from '../../lib/pacer.ts';

/** Maximum number of indexes that are sorted. */
const FEW = 8192;

/**
 * The indexes of the keys from rank `from` up to, not including, `to`, in ascending order. Equal keys are in the order
 * of their indexes. It takes a few passes over the keys, with pauses for other requests, and no sort of all.
 */
export async function sortedRange(keys: Float64Array, from: number, to: number): Promise<number[]> {
  const end = Math.min(to, keys.length);
  if (from >= end) return [];
  const buckets = await bucketsOf(keys);
  const [first, last] = [ofRank(buckets, from), ofRank(buckets, end - 1)];
  if (last.before + last.count - first.before > FEW) return betweenTies(keys, from, end);
  const found = await indexesIn(keys, key => {
    const bucket = bucketOf(buckets, key);
    return bucket >= first.bucket && bucket <= last.bucket;
  });
  return byKey(keys, found).slice(from - first.before, end - first.before);
}

/** The same where many keys are equal to those at the edges, or the range is long. */
async function betweenTies(keys: Float64Array, from: number, end: number): Promise<number[]> {
  const [low, high] = [await valueAt(keys, from), await valueAt(keys, end - 1)];
  const count = end - from;
  let atLow = low.before - from;
  let atHigh = 0;
  // Of the keys at the edges, no more than the range holds.
  const found = await indexesIn(keys, key => {
    if (key === low.value) return atLow++ >= 0 && atLow <= count;
    if (key === high.value) return atHigh++ < count;
    return key > low.value && key < high.value;
  });
  return byKey(keys, found).slice(0, end - from);
}

/** The key at a rank, and how many keys are less. */
async function valueAt(keys: Float64Array, rank: number): Promise<{ value: number; before: number }> {
  let before = 0;
  for (let rest = keys; ; ) {
    const buckets = await bucketsOf(rest);
    if (buckets.low === buckets.high) return { value: buckets.low, before };
    const within = ofRank(buckets, rank - before);
    before += within.before;
    rest = rest.filter(key => bucketOf(buckets, key) === within.bucket);
  }
}

const byKey = (keys: Float64Array, indexes: number[]): number[] =>
  indexes.sort((a, b) => keys[a]! - keys[b]! || a - b);

async function indexesIn(keys: Float64Array, isWanted: (key: number) => boolean): Promise<number[]> {
  const found: number[] = [];
  await inSlices(keys.length, (from, to) => {
    for (let at = from; at < to; at++) if (isWanted(keys[at]!)) found.push(at);
  });
  return found;
}

const BUCKETS = 4096;

/** The numbers of keys in buckets of equal width. */
interface Buckets {
  readonly low: number;
  readonly high: number;
  /** From the lowest to the highest key; 1 if they are equal. */
  readonly width: number;
  readonly counts: Uint32Array;
}

async function bucketsOf(keys: Float64Array): Promise<Buckets> {
  let [low, high] = [Infinity, -Infinity];
  await inSlices(keys.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const key = keys[at]!;
      if (key < low) low = key;
      if (key > high) high = key;
    }
  });
  const buckets = {
    low,
    high,
    width: high > low ? high - low : 1,
    counts: new Uint32Array(BUCKETS),
  };
  await inSlices(keys.length, (from, to) => {
    for (let at = from; at < to; at++) buckets.counts[bucketOf(buckets, keys[at]!)]!++;
  });
  return buckets;
}

/**
 * The lowest key is in the first bucket and the highest in the last. Divided, not multiplied by the inverse, which is
 * infinite for keys that hardly differ.
 */
const bucketOf = ({ low, width }: Buckets, key: number): number =>
  Math.min(BUCKETS - 1, Math.floor(((key - low) / width) * BUCKETS));

/** The bucket with the key at a rank, and the number of keys before it. */
function ofRank({ counts }: Buckets, rank: number): { bucket: number; before: number; count: number } {
  let [bucket, before] = [0, 0];
  while (before + counts[bucket]! <= rank) before += counts[bucket++]!;
  return { bucket, before, count: counts[bucket]! };
}

const SLICE = 1 << 16;

/** Does work on ranges of indexes, with pauses for other requests between them. */
export async function inSlices(length: number, work: (from: number, to: number) => void): Promise<void> {
  const pacer = new Pacer();
  for (let from = 0; from < length; from += SLICE) {
    work(from, Math.min(from + SLICE, length));
    const pause = pacer.pause();
    if (pause) await pause;
  }
}
