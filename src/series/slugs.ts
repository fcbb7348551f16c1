import type { EventRow } from '../db/tables.ts';

type Placed = Pick<EventRow, 'id' | 'slug' | 'start_date'>;

/**
 * The slugs of occurrences: the series' one, the day, and a number where several fall on one day. An occurrence that
 * stays on its day keeps its number.
 * @param series the slug of the series; null if it has none yet
 */
export function occurrenceSlugs(
  series: string | null,
  placed: readonly Placed[],
): Map<number, string | null> {
  const slugs = new Map<number, string | null>();
  const taken = new Set<string>();
  const open: Placed[] = [];
  for (const one of placed) {
    const tail = tailOf(one.slug);
    if (series === null) slugs.set(one.id, null);
    else if (tail && tail.slice(0, 10) === dayIn(one) && !taken.has(tail)) {
      taken.add(tail);
      slugs.set(one.id, `${series}/${tail}`);
    } else open.push(one);
  }
  const numbers = new Map<string, number>();
  for (const one of open) {
    const tail = freeTail(dayIn(one), taken, numbers);
    taken.add(tail);
    slugs.set(one.id, `${series}/${tail}`);
  }
  return slugs;
}

/** The part of an occurrence's slug after that of its series. */
const tailOf = (slug: string | null): string | undefined => slug?.split('/').slice(1).join('/') || undefined;

const dayIn = ({ start_date }: Pick<EventRow, 'start_date'>): string => start_date.slice(0, 10);

/** @param numbers the last number tried of each day */
function freeTail(day: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  let number = numbers.get(day) ?? 1;
  const tail = () => (number === 1 ? day : `${day}/${number}`);
  while (taken.has(tail())) number++;
  numbers.set(day, number);
  return tail();
}
