import { Connection, get } from './connection.ts';
import type { DataSet } from './data.ts';
import { categoryOf } from './generate.ts';
import { organizerId, towns, venueId } from './places.ts';
import { pick, random } from './random.ts';
import { CATEGORIES, tagId } from './terms.ts';
import { wordOf } from './texts.ts';

export const EVENTS = '/cal/events/v1/events';
const DAY = 86_400;

export type Query = Record<string, string | number>;

/** A kind of list that is measured separately. */
export interface Kind {
  name: string;
  /** The highest acceptable ratio of times between a calendar and one that is a hundred times smaller. */
  goal: number;
  /** The i-th query. No two are equal, and most of them show other events. */
  query(i: number, set: DataSet): Query;
  /** Whether the requests are an editor's. */
  editor?: boolean;
}

/** From today to the same day in two years, like the default window, but moved by seconds: always the same events. */
export const fromToday = (i: number): Query => window(today() + i, today() + YEARS);

/** The beginning of the day in UTC. */
export const today = (): number => Math.floor(Date.now() / 1000 / DAY) * DAY;

const YEARS = 2 * 365 * DAY;

/** Days from today for the windows of {@link kinds}: those before them are left for warming up. */
export const FIRST_DAY = -1_000;
const LAST_DAY = 900;

const window = (start_date: number, end_date: number): Query => ({ start_date, end_date, strict_dates: 1 });

/** The i-th of moments that are spread evenly over some days, however many there are; the first day comes first. */
const spreadOver = (first: number, last: number) => (i: number) =>
  today() + Math.floor(first + ((i * GOLDEN) % 1) * (last - first)) * DAY + i;

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Two years from some day on. */
const fromSomeDay = (i: number): Query => {
  const start = anyDay(i);
  return window(start, start + YEARS);
};

const anyDay = spreadOver(FIRST_DAY, LAST_DAY);

/** The days of a period to its end. */
const within = (first: number, last: number) => (i: number) =>
  window(spreadOver(first, last - 5)(i), today() + last * DAY);

/** All years but those for warming up. */
const always = (i: number): Query => window(today() + FIRST_DAY * DAY + i, today() + 3_000 * DAY);

const point = (i: number): Query => {
  const { lat, lng } = towns[3 + (i % 6)]!;
  return { geoloc_lat: lat.toFixed(4), geoloc_lng: lng.toFixed(4), geoloc_radius: 5 };
};
const category: Query = { categories: categoryOf(6) };
/** The second top-level category: most of its events belong to its descendants. */
const tree: Query = { categories: 1 + CATEGORIES / 5 };
const tag = (i: number): Query => ({ tags: tagId(6 + (i % 5)) });
const venue = (i: number): Query => ({ venue: venueId(5 + (i % 20)) });
const organizer = (i: number): Query => ({ organizer: organizerId(4 + (i % 12)) });

const kind = (
  name: string,
  filter: Query | ((i: number) => Query),
  when = fromSomeDay,
  goal = 1.5,
): Kind => ({
  name,
  goal,
  query: i => ({ ...when(i), ...(typeof filter === 'function' ? filter(i) : filter) }),
});

export const kinds: readonly Kind[] = [
  kind('from some day on', {}),
  kind('far past', {}, within(-990, -500)),
  kind('far future', {}, within(500, 1_000)),
  kind('category', category),
  kind('category with those below', tree),
  kind('tag', tag),
  kind('venue', venue),
  kind('organizer', organizer),
  kind('featured', { featured: 'true' }),
  { ...kind('drafts, for an editor', { status: 'draft' }), editor: true },
  kind('around a point', point),
  { name: 'ten ids', goal: 1.5, query: (i, set) => ({ include: tenIds(i, set) }) },
  kind('category and tag in a month', { categories: categoryOf(0), tags: tagId(0) }, i => {
    const start = anyDay(i);
    return window(start, start + 31 * DAY);
  }),
  kind('featured at a venue', i => ({ venue: venueId(i % 12), featured: 'true' })),
  kind('tag and organizer', i => ({ tags: tagId(0), organizer: organizerId(i % 4) })),
  kind('category around a point', i => ({ ...point(i), categories: categoryOf(0) })),
  kind('running at a moment', {}, atMoment),
  kind('running at a moment, in a category', category, atMoment),
  kind('facets', { facets: 'categories,tags,venue,organizer,city,month,day,cost', drill_sideways: 1 }),
  kind('search: rare word', i => ({ search: wordOf('ca', 9_000 + i) }), always, 3),
  kind('search: common word', { search: 'festa' }, fromSomeDay, 3),
  kind('search: two letters', { search: 'dj' }, fromSomeDay, 3),
  kind('search: common word in a category', { search: 'festa', ...category }, fromSomeDay, 3),
  kind('page 1,000', i => ({ page: 1_000 + (i % 250), per_page: 5 }), always, 3),
];

function atMoment(i: number): Query {
  const moment = anyDay(i) + DAY / 2;
  return { starts_before: moment, ends_after: moment, strict_dates: 1 };
}

const tenIds = (i: number, { readable }: DataSet): string => {
  const draw = random(7, i);
  return Array.from({ length: 10 }, () => pick(draw, readable)).join();
};

/** The i-th request of a kind. */
export function requestOf(kind: Kind, i: number, set: DataSet): string {
  return get(pathOf(kind.query(i, set)), kind.editor ? { authorization: set.editor } : {});
}

export const pathOf = (query: Query, path = EVENTS): string =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

/** How many events the first request of a kind finds. A measure that finds nothing would show nothing. */
export async function totalOf(kind: Kind, set: DataSet, port: number): Promise<number> {
  const connection = await Connection.open(port);
  const { body } = await connection.ask(requestOf(kind, 0, set), true);
  connection.close();
  const { total } = JSON.parse(body) as { total: number };
  if (!(total > 0)) throw new Error(`${kind.name}: nothing is found among ${set.calendar.size} events`);
  return total;
}
