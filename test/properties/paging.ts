import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Collection,
  idsOf,
  type Members,
  type Page,
  type Query,
  type Visitor,
  type Who,
} from './asking.ts';
import { type Calendar, WORDS } from './calendar.ts';

/** A window of all planned events. */
export const EVER = { start_date: '2000-01-01', end_date: '2099-12-31' };

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const id = maybe(fc.nat(3));
const flag = maybe(fc.boolean());
const word = maybe(fc.constantFrom(...WORDS));

/** A choice of filters. Positions become ids once there is a calendar. */
export const choices = fc.record({
  ...{ category: id, tag: id, venue: id, organizer: id, event: id, word, flag, near: flag, strict: flag },
  ...{ first: flag, series: id },
  status: maybe(fc.constantFrom('publish', 'draft', 'private,publish', 'pending')),
  day: maybe(fc.integer({ min: 1, max: 3 })),
  order: maybe(fc.constantFrom('asc', 'desc')),
  orderby: maybe(fc.constantFrom('id', 'name', 'slug', 'count', 'include', 'description', 'parent')),
});

export type Choice = typeof choices extends fc.Arbitrary<infer Value> ? Value : never;

/** The query of these filters for a list; only some roles may filter by status. */
export function queryOf(collection: Collection, choice: Choice, calendar: Calendar, who: Who): Query {
  const { word: search, flag, event: at } = choice;
  const status = who === 'anybody' || who === 'subscriber' ? undefined : choice.status;
  const event = at === undefined ? undefined : calendar.events[at];
  const one = (ids: number[], index: number | undefined) => (index === undefined ? undefined : ids[index]);
  if (collection === 'events') {
    return {
      ...EVER,
      ...{ search, status, featured: flag, strict_dates: choice.strict || undefined, geoloc: choice.near },
      starts_after: choice.day && `2031-05-0${choice.day} 03:00`,
      categories: one(calendar.categories, choice.category),
      tags: one(calendar.tags, choice.tag),
      venue: one(calendar.venues, choice.venue),
      organizer: one(calendar.organizers, choice.organizer),
      hide_subsequent_recurrences: choice.first,
      series: one(calendar.series, choice.series),
    };
  }
  if (collection === 'venues' || collection === 'organizers')
    return { search, status, event, has_events: flag, only_with_upcoming: choice.near };
  const include = choice.category === undefined ? undefined : calendar[collection].slice(choice.category);
  return {
    ...{ event, hide_empty: flag, order: choice.order, orderby: choice.orderby },
    search: choice.near ? 't' : undefined,
    include: include && include.length > 0 ? [...include].reverse() : undefined,
  };
}

/** All pages of a list by their links, forwards and back. */
export async function walk(visitor: Visitor, collection: Collection, query: Query): Promise<Page[]> {
  const pages = [await visitor.list(collection, query)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    assert.ok(pages.length < 100, 'the links lead in a circle');
    pages.push(await visitor.list(collection, next));
  }
  for (const [index, { previous }] of pages.entries()) {
    if (previous === undefined) continue;
    assert.deepEqual(await visitor.list(collection, previous), pages[index - 1]);
  }
  return pages;
}

/** The ids in the default order of a list. */
export function inOrder(collection: Collection, items: readonly Members[]): number[] {
  const key = (item: Members): (string | number)[] => {
    if (collection === 'events') return [String(item.utc_start_date), dated(item), Number(item.id)];
    if (collection === 'venues' || collection === 'organizers') return [dated(item), Number(item.id)];
    return [String(item.name).toLowerCase(), Number(item.id)];
  };
  const sorted = items.toSorted((a, b) => compare(key(a), key(b)));
  return idsOf(collection === 'venues' || collection === 'organizers' ? sorted.reverse() : sorted);
}

const dated = ({ date }: Members) => String(date);

function compare(a: (string | number)[], b: (string | number)[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}
