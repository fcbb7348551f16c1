import { add, type Bits, has, within } from '../../lib/bits.ts';
import type { SeriesPositions } from './series-positions.ts';
import type { PositionRange } from './time-windows.ts';

/** Words that are read before it is asked again whether the rest is found faster series by series. */
const BLOCK = 256;
/** How many positions can be read in the time in which the next occurrence of one series is found. */
const POSITIONS_PER_SERIES = 16;

/**
 * Removes all occurrences of a series but the first from a set.
 * @param first gets the position of the first occurrence by the number of its series
 */
export function keepFirst(
  bits: Bits,
  range: PositionRange,
  series: SeriesPositions,
  first: Int32Array,
): void {
  const { from, to } = range;
  if (from >= to || series.count === 0) return;
  const { numbers } = series.column;
  const { singles } = series;
  const last = (to - 1) >>> 5;
  let unseen = series.count;
  for (let at = from >>> 5; at <= last; at++) {
    const isDue = ((at - (from >>> 5)) & (BLOCK - 1)) === 0;
    if (isDue && unseen * POSITIONS_PER_SERIES < to - at * 32) {
      keepFirstOfRest(bits, { from: at, to: last + 1 }, series, first);
      return;
    }
    let word = bits[at]! & ~singles[at]! & within(at, from, to);
    for (; word !== 0; word &= word - 1) {
      const bit = word & -word;
      const position = at * 32 + 31 - Math.clz32(bit);
      const number = numbers[position]!;
      if (first[number]! >= 0) bits[at]! &= ~bit;
      else {
        first[number] = position;
        unseen--;
      }
    }
  }
}

/** The same for a range of words, by looking for each series that was not seen before. */
function keepFirstOfRest(
  bits: Bits,
  { from, to }: PositionRange,
  series: SeriesPositions,
  first: Int32Array,
): void {
  const { singles } = series;
  const found: number[] = [];
  for (let number = 1; number <= series.count; number++) {
    if (first[number]! >= 0) continue;
    for (const position of series.from(number, from * 32)) {
      if (position >>> 5 >= to) break;
      if (!has(bits, position)) continue;
      first[number] = position;
      found.push(position);
      break;
    }
  }
  for (let at = from; at < to; at++) bits[at]! &= singles[at]!;
  for (const position of found) add(bits, position);
}
