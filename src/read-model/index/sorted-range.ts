/** Maximum number of indexes that are sorted. */
const FEW = 8192;

/**
 * The indexes of the keys from rank `from` up to, not including, `to`, in ascending order. Equal keys are in the order
 * of their indexes. The time is that of a few passes: a sort of a million keys would block others.
 */
export function sortedRange(keys: Float64Array, from: number, to: number): number[] {
  const end = Math.min(to, keys.length);
  if (from >= end) return [];
  const buckets = new Buckets(keys, { low: -Infinity, high: Infinity });
  const [first, last] = [buckets.ofRank(from), buckets.ofRank(end - 1)];
  const chosen =
    last.before + last.count - first.before <= FEW
      ? inOrder(keys, { low: first.low, high: last.high }).slice(from - first.before, end - first.before)
      : betweenTies(keys, from, end);
  return chosen;
}

/** The same where many keys are equal to those at the edges, or the range is long. */
function betweenTies(keys: Float64Array, from: number, end: number): number[] {
  const [low, high] = [valueAt(keys, from), valueAt(keys, end - 1)];
  const inner: number[] = [];
  const atLow: number[] = [];
  const atHigh: number[] = [];
  let skipped = from - low.before;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (key === low.value) {
      if (skipped-- <= 0 && atLow.length < end - from) atLow.push(at);
    } else if (key === high.value) {
      if (atHigh.length < end - from) atHigh.push(at);
    } else if (key > low.value && key < high.value) inner.push(at);
  }
  return [...atLow, ...byKey(keys, inner), ...atHigh].slice(0, end - from);
}

/** The key at a rank, and how many keys are less. */
function valueAt(keys: Float64Array, rank: number): { value: number; before: number } {
  let range: KeyRange = { low: -Infinity, high: Infinity };
  let before = 0;
  for (;;) {
    const bucket = new Buckets(keys, range).ofRank(rank - before);
    before += bucket.before;
    if (bucket.low === bucket.high) return { value: bucket.low, before };
    range = bucket;
  }
}

const inOrder = (keys: Float64Array, { low, high }: KeyRange): number[] => {
  const found: number[] = [];
  for (let at = 0; at < keys.length; at++) if (keys[at]! >= low && keys[at]! <= high) found.push(at);
  return byKey(keys, found);
};

const byKey = (keys: Float64Array, indexes: number[]): number[] =>
  indexes.sort((a, b) => keys[a]! - keys[b]! || a - b);

/** Both bounds are inclusive. */
interface KeyRange {
  readonly low: number;
  readonly high: number;
}

interface Bucket extends KeyRange {
  /** Number of keys in buckets before it. */
  readonly before: number;
  readonly count: number;
}

const BUCKETS = 4096;

/** The keys of a range in buckets of equal width. */
class Buckets {
  readonly #counts = new Uint32Array(BUCKETS);
  readonly #lows = new Float64Array(BUCKETS).fill(Infinity);
  readonly #highs = new Float64Array(BUCKETS).fill(-Infinity);

  constructor(keys: Float64Array, range: KeyRange) {
    const { low, high } = extremes(keys, range);
    const scale = high > low ? BUCKETS / (high - low) : 0;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]!;
      if (key < low || key > high) continue;
      const bucket = Math.min(BUCKETS - 1, Math.floor((key - low) * scale));
      this.#counts[bucket]!++;
      if (key < this.#lows[bucket]!) this.#lows[bucket] = key;
      if (key > this.#highs[bucket]!) this.#highs[bucket] = key;
    }
  }

  /** The bucket with the key at this rank within the range. */
  ofRank(rank: number): Bucket {
    let [bucket, before] = [0, 0];
    while (before + this.#counts[bucket]! <= rank) before += this.#counts[bucket++]!;
    return { low: this.#lows[bucket]!, high: this.#highs[bucket]!, before, count: this.#counts[bucket]! };
  }
}

function extremes(keys: Float64Array, { low, high }: KeyRange): KeyRange {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (key < low || key > high) continue;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  return { low: least, high: most };
}
