import fc from 'fast-check';
import { type Calendar, SECRET, WORDS } from '../properties/calendar.ts';

/** A parameter that most requests do not send. */
const maybe = <T>(value: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight, arbitrary: value });

const some = (ids: readonly number[]) =>
  ids.length === 0
    ? fc.constant(undefined)
    : maybe(fc.subarray([...ids], { minLength: 1, maxLength: Math.min(3, ids.length) }), 2);

const EVER = { start_date: '2000-01-01', end_date: '2099-12-31' };
const dates = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Record<string, string>>(EVER) },
  fc.constantFrom<Record<string, string>>(
    {},
    { start_date: '2031-05-01', end_date: '2031-05-01' },
    { ...EVER, starts_after: '2031-05-01 03:00', strict_dates: '1' },
    { ...EVER, starts_before: '2031-05-01 05:00', strict_dates: '1' },
    { ...EVER, ends_before: '2031-05-01 06:00', strict_dates: '1' },
    { ...EVER, ends_after: '2031-05-01 04:30', strict_dates: '1' },
    { ends_after: 'now', start_date: '-1 year' },
    { start_date: 'tomorrow 9am' },
  ),
);

/** Parameters that change only the form of a response. */
const forms = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
  fc.constantFrom<Record<string, string>>(
    { _fields: 'events.id,events.venue.venue,title,total' },
    { _envelope: '1' },
    { _jsonp: 'show' },
    { _fields: 'events.title', _envelope: '1', _jsonp: 'a.b' },
    { i18n_language: 'fr' },
  ),
);
const prefixes = fc.oneof(
  { weight: 6, arbitrary: fc.constant('/cal/events/v1') },
  fc.constantFrom(
    '/ca/cal/events/v1',
    '/es/wp-json/tribe/events/v1',
    '/wp-json/tribe/events/v1',
    '/CAL/Events/v1',
  ),
);

const point = fc.constantFrom(
  { geoloc_lat: '41', geoloc_lng: '2', geoloc_radius: '150' },
  { geoloc_lat: '42', geoloc_lng: '2.001' },
  { geoloc_lat: '-33', geoloc_lng: '179.9' },
);

/** Lists of a calendar's events with all parameters. */
export function lists({ categories, tags, venues, organizers, events }: Calendar): fc.Arbitrary<string> {
  const query = fc.record({
    ...{ categories: some(categories), tags: some(tags), venue: some(venues), organizer: some(organizers) },
    featured: maybe(fc.boolean()),
    geoloc: maybe(fc.boolean()),
    status: maybe(fc.constantFrom('publish', 'draft', 'private,publish', 'pending,future,trash')),
    include: events.length === 0 ? fc.constant(undefined) : maybe(fc.shuffledSubarray([...events])),
    search: maybe(fc.constantFrom(...WORDS)),
    // Rare, because checking a password is slow.
    password: maybe(fc.constantFrom(SECRET, 'wrong')),
    post_parent: maybe(fc.constantFrom(...events, 1)),
    per_page: maybe(fc.integer({ min: 1, max: 12 }), 12),
    page: maybe(fc.integer({ min: 1, max: 3 }), 4),
  });
  return fc
    .tuple(prefixes, query, dates, maybe(point), forms)
    .map(([prefix, ...all]) => `${prefix}/events?${textOf(Object.assign({}, ...all))}`);
}

const places = ['/venues', '/organizers'];
/** Filters of venues and organizers by their events, alone and together. */
const byEvents = ['has_events=1', 'has_events=0', 'only_with_upcoming=1'].flatMap((one, at, all) => [
  one,
  ...all.slice(at + 1).map(other => `${one}&${other}`),
]);

/** Single records, and lists of other kinds than events. */
export function others(calendar: Calendar, slugs: readonly string[]): fc.Arbitrary<string> {
  const { events, venues, organizers, categories, tags } = calendar;
  const paths = [
    ...slugs,
    ...events.map(id => `/events/${id}`),
    ...[...venues, ...organizers].flatMap(id => [`/venues/${id}`, `/organizers/${id}`]),
    ...[...categories, ...tags].flatMap(id => [`/categories/${id}`, `/tags/${id}`]),
    ...['/venues', '/organizers?search=jazz', '/categories', '/categories?hide_empty=1'],
    ...places.flatMap(type => byEvents.map(filters => `${type}?${filters}`)),
    ...['/tags', '/venues?page=9', '/events/999999', '/doc', '/nothing', ''],
    ...events.slice(0, 3).map(id => `/venues?event=${id}`),
  ];
  return fc.tuple(prefixes, fc.constantFrom(...paths), forms).map(([prefix, path, form]) => {
    const query = textOf(form);
    return query === '' ? prefix + path : `${prefix}${path}${path.includes('?') ? '&' : '?'}${query}`;
  });
}

const textOf = (query: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
