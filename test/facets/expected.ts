import { fold } from '../../src/lib/text/search-terms.ts';
import type { Members } from '../properties/asking.ts';

type Value = { id: number; slug: string; name: string } | { value: string };
export type Counts = Record<string, (Value & { count: number })[]>;

/** The first and the last day that a list counts; none for no bound. */
export interface Bounds {
  first?: string;
  last?: string;
}

type Valued = [key: string, sort: string, value: Value][];

/**
 * Counts facets from the events that a list shows, as a client that reads all pages can.
 * @param keyOf events with the same key count once for a value
 */
export function expectedFacets(
  events: readonly Members[],
  above: Above,
  bounds: Bounds = {},
  keyOf: (event: Members) => unknown = ({ id }) => id,
): Counts {
  const counted = (valuesOf: (event: Members) => Valued) => {
    const counts = new Map<string, { sort: string; value: Value; keys: Set<unknown> }>();
    for (const event of events)
      for (const [key, sort, value] of valuesOf(event)) {
        const known = counts.get(key) ?? { sort, value, keys: new Set() };
        known.keys.add(keyOf(event));
        counts.set(key, known);
      }
    return [...counts.values()].map(({ sort, value, keys }) => ({ sort, value, count: keys.size }));
  };
  const byCount = (valuesOf: (event: Members) => Valued) =>
    counted(valuesOf)
      .sort((a, b) => b.count - a.count || order(a.sort, b.sort))
      .map(({ value, count }) => ({ ...value, count }));
  const inTime = (valuesOf: (event: Members) => Valued) =>
    counted(valuesOf)
      .sort((a, b) => order(a.sort, b.sort))
      .map(({ value, count }) => ({ ...value, count }));
  return {
    categories: byCount(event => listOf(event.categories).flatMap(term => above(term).map(named('name')))),
    tags: byCount(event => listOf(event.tags).map(named('name'))),
    venue: byCount(event => listOf(event.venue).map(named('venue'))),
    organizer: byCount(event => listOf(event.organizer).map(named('organizer'))),
    city: byCount(event =>
      listOf(event.venue).flatMap(({ city }) => (city === undefined ? [] : [cityOf(String(city))])),
    ),
    month: inTime(event => daysOf(event, bounds).map(day => plain(day.slice(0, 7)))),
    day: inTime(event => daysOf(event, bounds).map(plain)),
    cost: byCount(costOf),
  };
}

/** A category with all categories above it. */
export type Above = (category: Members) => Members[];

const listOf = (value: unknown): Members[] => [value].flat() as Members[];

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const named =
  (nameIn: string) =>
  (record: Members): Valued[number] => {
    const { id, slug, [nameIn]: name } = record as Members & { id: number; slug?: string };
    const sort = `${fold(String(name))}\0${String(id).padStart(9, '0')}`;
    return [String(id), sort, { id, slug: slug ?? '', name: String(name) }];
  };

const plain = (value: string): Valued[number] => [value, value, { value }];

/** A masked event, whose flags are null, has no cost. */
function costOf({ cost, all_day }: Members): Valued {
  if (all_day === null) return [];
  return [plain(cost === '' || cost === 'Free' ? 'free' : cost === 'Donation' ? 'unknown' : 'paid')];
}

/** Spellings of one city are one value; which of them is shown does not follow from the events. */
function cityOf(city: string): Valued[number] {
  const value = fold(city);
  return [value, value, { value }];
}

/** The days in Madrid on which an event takes place, one by one. */
function daysOf(event: Members, { first = '', last = '9' }: Bounds): string[] {
  const at = (name: string) => Temporal.Instant.from(`${String(event[name]).replace(' ', 'T')}Z`);
  const [start, end] = [at('utc_start_date'), at('utc_end_date')];
  const dayOf = (instant: Temporal.Instant) =>
    Date.parse(String(instant.toZonedDateTimeISO('Europe/Madrid').toPlainDate()));
  const isShort = Temporal.Instant.compare(end, start) <= 0;
  const until = dayOf(isShort ? start : end.subtract({ nanoseconds: 1 }));
  const days: string[] = [];
  for (let day = dayOf(start); day <= until; day += 86_400_000) days.push(nameOf(day));
  return days.filter(day => day >= first && day <= last);
}

function nameOf(day: number): string {
  const name = names.get(day) ?? new Date(day).toISOString().slice(0, 10);
  names.set(day, name);
  return name;
}

const names = new Map<number, string>();
