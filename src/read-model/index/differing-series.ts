import { linkedTables } from '../../kinds.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { type IndexColumns, languagesAt } from './columns.ts';
import type { SeriesPositions } from './series-positions.ts';
import { traitsOf } from './states.ts';

/** Occurrences between two checks of the clock. */
const COMPARED_AT_ONCE = 4096;

/** Marks, by number, the series of which not all occurrences have the same values for facets. */
export async function differingSeries(
  columns: IndexColumns,
  { count, lists: { offsets, positions } }: SeriesPositions,
  pacer: Pacer,
): Promise<Uint8Array> {
  const differing = new Uint8Array(count + 1);
  for (let number = 1, at = 0; number <= count; number++) {
    const first = positions[at]!;
    for (; at < offsets[number]!; at++) {
      if (at % COMPARED_AT_ONCE === 0) await pacer.pause();
      if (!areAlike(columns, first, positions[at]!)) differing[number] = 1;
    }
  }
  return differing;
}

const areAlike = (columns: IndexColumns, one: number, other: number): boolean =>
  traitsOf(columns.states[one]!).cost === traitsOf(columns.states[other]!).cost &&
  languagesAt(columns, one) === languagesAt(columns, other) &&
  linkedTables.every(kind => areLinkedAlike(columns.links[kind], one, other));

function areLinkedAlike({ offsets, values }: IndexColumns['links']['venues'], one: number, other: number) {
  const [from, otherFrom] = [offsets[one]!, offsets[other]!];
  const length = offsets[one + 1]! - from;
  if (offsets[other + 1]! - otherFrom !== length) return false;
  for (let at = 0; at < length; at++) if (values[from + at] !== values[otherFrom + at]) return false;
  return true;
}
