import type { Pacer } from '../../lib/pacer.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import type { IndexColumns } from './columns.ts';
import { DayColumn } from './facet-columns.ts';

/** Events per slice. */
const SLICE = 4096;

/** The days on which the events of a segment begin and end in a zone. */
export async function dayColumnOf(
  { size, starts, ends }: IndexColumns,
  zone: string,
  pacer: Pacer,
): Promise<DayColumn> {
  const dayOf = dayNumbersIn(zone);
  const [firsts, lasts] = [new Int32Array(size), new Int32Array(size)];
  const days = new Set<number>();
  for (let position = 0; position < size; position++) {
    if (position % SLICE === 0) await pacer.pause();
    const [start, end] = [starts[position]!, ends[position]!];
    const [first, last] = [dayOf(start), dayOf(lastInstant(start, end))];
    firsts[position] = first;
    lasts[position] = last;
    days.add(first).add(last);
  }
  const all = Int32Array.from(days).sort();
  const numbers = new Map(Array.from(all, (day, number) => [day, number]));
  const numbered = async (days: Int32Array) => {
    const narrow = all.length > 0xffff ? new Uint32Array(size) : new Uint16Array(size);
    for (let position = 0; position < size; position++) {
      if (position % SLICE === 0) await pacer.pause();
      narrow[position] = numbers.get(days[position]!)!;
    }
    return narrow;
  };
  return new DayColumn(all, await numbered(firsts), await numbered(lasts));
}
