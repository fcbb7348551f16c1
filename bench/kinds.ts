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
  /** The i-th query. No two are equal, so that no cached response can help. */
  query(i: number, set: DataSet): Query;
  /** Whether the requests are an editor's. */
  editor?: boolean;
}

/** From today to the same day in two years, like the default window, but moved by seconds. */
export const fromToday = (i: number): Query => window(today() + i, today() + 2 * 365 * DAY);

/** All years of the calendar. */
const always = (i: number): Query => window(today() - 3_000 * DAY + i, today() + 3_000 * DAY);

/** The beginning of the day in UTC. */
export const today = (): number => Math.floor(Date.now() / 1000 / DAY) * DAY;

const window = (start_date: number, end_date: number): Query => ({ start_date, end_date, strict_dates: 1 });

const town = towns[3]!;
const point: Query = { geoloc_lat: town.lat.toFixed(4), geoloc_lng: town.lng.toFixed(4), geoloc_radius: 5 };
const category: Query = { categories: categoryOf(6) };
/** The second top-level category: most of its events belong to its descendants. */
const tree: Query = { categories: 1 + CATEGORIES / 5 };
const tag: Query = { tags: tagId(8) };
const venue: Query = { venue: venueId(12) };
const organizer: Query = { organizer: organizerId(9) };

const kind = (name: string, filter: Query, when = fromToday, goal = 1.5): Kind => ({
  name,
  goal,
  query: i => ({ ...when(i), ...filter }),
});

const far = (days: number) => (i: number) => window(today() + days * DAY + i, today() + (days + 60) * DAY);

export const kinds: readonly Kind[] = [
  kind('from today', {}),
  kind('far past', {}, far(-1_400)),
  kind('far future', {}, far(900)),
  kind('category', category),
  kind('category with those below', tree),
  kind('tag', tag),
  kind('venue', venue),
  kind('organizer', organizer),
  kind('featured', { featured: 'true' }),
  { ...kind('drafts, for an editor', { status: 'draft' }), editor: true },
  kind('around a point', point),
  { name: 'ten ids', goal: 1.5, query: (i, set) => ({ include: tenIds(i, set) }) },
  kind('category and tag in a month', { categories: categoryOf(0), tags: tagId(0) }, i =>
    window(today() + i, today() + 31 * DAY),
  ),
  kind('featured at a venue', { venue: venueId(0), featured: 'true' }),
  kind('tag and organizer', { tags: tagId(0), organizer: organizerId(0) }),
  kind('category around a point', { ...point, categories: categoryOf(0) }),
  kind('running now', {}, i => ({ starts_before: now(i), ends_after: now(i), strict_dates: 1 })),
  kind('running now, in a category', category, i => ({
    starts_before: now(i),
    ends_after: now(i),
    strict_dates: 1,
  })),
  kind(
    'facets',
    { facets: 'categories,tags,venue,organizer,city,month,day,cost', drill_sideways: 1 },
    fromToday,
  ),
  kind('search: rare word', { search: wordOf('ca', 9_000) }, always, 3),
  kind('search: common word', { search: 'festa' }, fromToday, 3),
  kind('search: two letters', { search: 'dj' }, fromToday, 3),
  kind('search: common word in a category', { search: 'festa', ...category }, fromToday, 3),
  kind('page 1,000', { page: 1_000, per_page: 5 }, always, 3),
];

/** A moment of today, different for each i. */
const now = (i: number): number => today() + 43_200 - i;

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
