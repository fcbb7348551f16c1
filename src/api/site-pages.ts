import type { Config } from '../config.ts';
import { invalidParameter, noRoute, Refused } from '../http/errors.ts';
import type { PageContext, SitePage, SitePages } from '../http/site-pages.ts';
import { parseDate } from '../lib/time/dates.ts';
import { toWall } from '../lib/time/zones.ts';

/**
 * The public addresses of records and lists, as sites of the reference have them. Almanac has no pages yet: they lead
 * to the interface, and their documents in other formats are answered.
 */
export const sitePages: SitePages = (segments, sent, context) => {
  const [first, ...rest] = segments;
  if (first === undefined) return frontPage(sent, context);
  if (first === 'index.php' && rest.length === 0) return frontPage(sent, context);
  const collection = RECORDS.get(first);
  if (collection && rest.length === 1) return recordPage(first, collection, rest[0]!);
  if (first === 'event' && rest.length > 1) return seriesPage(rest);
  if (LISTS.has(first) && rest.length === 0) return { template: `/${first}`, path: `/${first}` };
  if (first === 'tag' && rest.length === 1) return termPage('tags', '/tag/:slug', rest[0]!);
  return first === 'events' ? listPage(rest, sent, context) : undefined;
};

/** The lists beside that of events. */
const LISTS = new Set(['venues', 'organizers', 'categories', 'tags']);

/** The collections of records by the first segment of their addresses. */
const RECORDS = new Map([
  ['event', 'events'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
]);

const recordPage = (type: string, collection: string, slug: string) => ({
  template: `/${type}/:slug`,
  path: `/${collection}/by-slug/${encodeURIComponent(slug)}`,
  names: 'slug',
});

/** `/event/SLUG/all/`, the occurrences of a series, `/event/SLUG/2031-05-06/` one of them, `…/2/` the second of the day. */
function seriesPage([slug, view, number, ...more]: readonly string[]): SitePage | undefined {
  const isAll = view === 'all' && number === undefined;
  const isDay = DAY.test(view!) && (number === undefined || /^[1-9]\d{0,3}$/.test(number));
  if (more.length > 0 || !(isAll || isDay)) return undefined;
  const { path, names } = recordPage('event', 'events', slug!);
  const date = [view, ...(number ? [number] : [])].join('-');
  return isAll
    ? { template: '/event/:slug/all', path: `${path}/occurrences`, names, mustExist: true }
    : { template: '/event/:slug/:date', path: `${path}/occurrences/${date}`, names, mustExist: true };
}

const termPage = (
  parameter: 'categories' | 'tags',
  template: string,
  slug: string,
  query: SitePage['query'] = {},
): SitePage => ({
  ...{ template, path: '/events', names: parameter },
  query: { ...query, [parameter]: slug },
});

/**
 * `/?p=5` is the short address of an event, `/?post_type=tribe_events&p=5` that of an event that is not public yet,
 * `/?post_type=tribe_events` that of the list.
 * @throws RestError 404 for a `rest_route` without a route
 */
function frontPage(sent: URLSearchParams, context: PageContext): SitePage {
  if (sent.get('rest_route')) throw noRoute();
  const collection = COLLECTIONS.get(sent.get('post_type') ?? 'tribe_events');
  const id = sent.get('p') ?? '';
  if (collection && /^\d+$/.test(id)) return { template: '/', path: `/${collection}/${id}`, names: 'id' };
  const category = sent.get('tribe_events_cat');
  const query = queryOf([], sent, context)!;
  if (category) return termPage('categories', '/', category, query);
  return { template: '/', path: '/events', query, leadsTo: '/' };
}

const COLLECTIONS = new Map([
  ['tribe_events', 'events'],
  ['tribe_venue', 'venues'],
  ['tribe_organizer', 'organizers'],
]);

/** A list of events: all of them, or those of a category or tag, in one of the views of the reference. */
function listPage(
  rest: readonly string[],
  sent: URLSearchParams,
  context: PageContext,
): SitePage | undefined {
  const [kind] = rest;
  if (kind !== 'category' && kind !== 'tag') {
    const query = queryOf(rest, sent, context);
    const leadsTo = rest.length === 0 ? { leadsTo: '/' } : {};
    return query && { template: '/events', path: '/events', query, ...leadsTo };
  }
  const end = rest.findIndex((segment, at) => at > 1 && VIEWS.has(segment));
  const slug = rest.slice(1, end < 0 ? rest.length : end).at(-1);
  const query = end < 0 ? queryOf([], sent, context) : queryOf(rest.slice(end), sent, context);
  if (slug === undefined || !query) return undefined;
  return kind === 'tag'
    ? termPage('tags', '/events/tag/:slug', slug, query)
    : termPage('categories', '/events/category/*', slug, query);
}

/** The views of a list. Those that arrange the same events differently show the same list. */
const VIEWS = new Set([
  ...['list', 'month', 'week', 'day', 'today', 'featured'],
  ...['photo', 'map', 'summary', 'past', 'upcoming'],
]);

/** The parameters for a view, with the date of its address or its query; undefined if there is no such view. */
function queryOf(
  view: readonly string[],
  sent: URLSearchParams,
  context: PageContext,
): Record<string, string> | undefined {
  const found = viewOf(view, sent);
  if (!found) return undefined;
  const search = sent.get('tribe-bar-search');
  const dates = datesOf(found, sent, context);
  return (
    dates && { ...dates, ...(search && { search }), ...(found.name === 'featured' && { featured: '1' }) }
  );
}

interface View {
  readonly name: string;
  /** The date that the path names. */
  readonly date: string | undefined;
}

function viewOf([name, date, ...more]: readonly string[], sent: URLSearchParams): View | undefined {
  if (more.length > 0) return undefined;
  if (name === undefined) return { name: sent.get('eventDisplay') ?? 'list', date: undefined };
  if (date === undefined && DAY.test(name)) return { name: 'day', date: name };
  if (date === undefined && MONTH.test(name)) return { name: 'month', date: name };
  const isDated = name === 'day' ? DAY : name === 'month' ? MONTH : name === 'week' ? DAY : NEVER;
  const isView = VIEWS.has(name) && (date === undefined || isDated.test(date));
  return isView ? { name, date } : undefined;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const MONTH = /^\d{4}-\d\d$/;
const NEVER = /^(?!)/;

/** The bounds of a view: events that run at any time within. Undefined if its path names a date that does not exist. */
function datesOf(
  { name, date }: View,
  sent: URLSearchParams,
  context: PageContext,
): Record<string, string> | undefined {
  const asked = date === undefined ? dateOfBar(sent, context) : dateIn(date);
  if (date !== undefined && !asked) return undefined;
  const day = asked ?? Temporal.PlainDate.from(toWall(context.now, context.config.TIME_ZONE.id).slice(0, 10));
  if (name === 'month') return running(day.with({ day: 1 }), day.with({ day: day.daysInMonth }));
  if (name === 'week') {
    const monday = day.subtract({ days: day.dayOfWeek - 1 });
    return running(monday, monday.add({ days: 6 }));
  }
  if (name === 'day' || name === 'today') return running(day, day);
  if (name === 'past') return { ends_before: String(day.subtract({ days: 1 })) };
  return asked ? { ends_after: String(day.subtract({ days: 1 })) } : {};
}

const running = (first: Temporal.PlainDate, last: Temporal.PlainDate): Record<string, string> => ({
  ends_after: String(first.subtract({ days: 1 })),
  starts_before: String(last),
});

/** A date or a month. */
function dateIn(text: string): Temporal.PlainDate | undefined {
  try {
    const date = Temporal.PlainDate.from(MONTH.test(text) ? `${text}-01` : text).withCalendar('iso8601');
    return date.year >= FIRST_YEAR && date.year <= LAST_YEAR ? date : undefined;
  } catch {
    return undefined;
  }
}

/** Events are in the years 1000 to 9999, and a week may reach into the next year. */
const [FIRST_YEAR, LAST_YEAR] = [1001, 9998];

/**
 * The date that a visitor chose.
 * @throws RestError 400 if it is not one
 */
function dateOfBar(sent: URLSearchParams, { config, now }: PageContext): Temporal.PlainDate | undefined {
  const text = sent.get('tribe-bar-date') ?? sent.get('eventDate') ?? '';
  if (text === '') return undefined;
  const found = dateIn(text) ?? dayOfWords(text, config, now);
  if (found) return found;
  throw invalidParameter(
    sent.has('tribe-bar-date') ? 'tribe-bar-date' : 'eventDate',
    new Refused('expected_date'),
  );
}

function dayOfWords(text: string, { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>, now: number) {
  const wall = parseDate(text, { zone: TIME_ZONE.id, now })?.wall;
  return wall === undefined ? undefined : dateIn(wall.slice(0, 10));
}
