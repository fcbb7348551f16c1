import { InvalidValue, Refused } from '../errors.ts';
import { parseDate } from '../lib/time/dates.ts';
import { toWall } from '../lib/time/zones.ts';
import type { HtmlPage, PageContext } from './site-pages.ts';

/** A view of a list, as sites of the reference have them. */
export interface SiteView {
  readonly name: string;
  /** The date that the path names. */
  readonly date: string | undefined;
}

/** The views of a list. Those that arrange the same events differently show the same list. */
const VIEWS: ReadonlySet<string> = new Set([
  ...['list', 'month', 'week', 'day', 'today', 'featured'],
  ...['photo', 'map', 'summary', 'past', 'upcoming'],
]);

/** The view that a path names, otherwise the query; undefined if there is no such view. */
export function viewOf(
  [name, date, ...more]: readonly string[],
  sent: URLSearchParams,
): SiteView | undefined {
  if (more.length > 0) return undefined;
  if (name === undefined) return { name: sent.get('eventDisplay') ?? 'list', date: undefined };
  if (date === undefined && DAY.test(name)) return { name: 'day', date: name };
  if (date === undefined && MONTH.test(name)) return { name: 'month', date: name };
  const isDated = name === 'day' ? DAY : name === 'month' ? MONTH : name === 'week' ? DAY : NEVER;
  const isView = VIEWS.has(name) && (date === undefined || isDated.test(date));
  // The views of the reference that arrange the same events differently have their past in the query.
  const isPast = !CALENDARS.has(name) && sent.get('eventDisplay') === 'past';
  return isView ? { name: isPast ? 'past' : name, date } : undefined;
}

/** The views of a list that are bound to a period or to a choice of events. */
const CALENDARS: ReadonlySet<string> = new Set(['month', 'week', 'day', 'today', 'featured', 'upcoming']);

/** Whether a segment within the path of a list is a view, or a date that stands for one. */
export const isViewName = (segment: string): boolean =>
  VIEWS.has(segment) || DAY.test(segment) || MONTH.test(segment);

/** The segments without the number of the page that they end with, as in `/events/list/page/2/`. */
export function withoutNumber(segments: readonly string[]): { path: readonly string[]; number?: string } {
  const [word, number] = segments.slice(-2);
  return word === 'page' && NUMBER.test(number!)
    ? { path: segments.slice(0, -2), number: number! }
    : { path: segments };
}

const NUMBER = /^[1-9]\d{0,8}$/;

export const DAY = /^\d{4}-\d\d-\d\d$/;
const MONTH = /^\d{4}-\d\d$/;
const NEVER = /^(?!)/;

/** The parameters of the interface for a view; undefined if its path names a date that does not exist. */
export function queryOfView(
  view: SiteView,
  sent: URLSearchParams,
  context: PageContext,
): Record<string, string> | undefined {
  const search = sent.get('tribe-bar-search');
  const dates = datesOf(view, sent, context);
  return dates && { ...dates, ...(search && { search }), ...(view.name === 'featured' && { featured: '1' }) };
}

/** The bounds of a view: events that run at any time within. Undefined if its path names a date that does not exist. */
function datesOf(
  { name, date }: SiteView,
  sent: URLSearchParams,
  context: PageContext,
): Record<string, string> | undefined {
  const asked = date === undefined ? dateAsked(sent, context) : dateIn(date);
  if (date !== undefined && !asked) return undefined;
  const day = asked ?? Temporal.PlainDate.from(toWall(context.now, context.config.TIME_ZONE.id).slice(0, 10));
  if (name === 'month') return running(day.with({ day: 1 }), day.with({ day: day.daysInMonth }), sent);
  if (name === 'week') return running(mondayOf(day), mondayOf(day).add({ days: 6 }), sent);
  if (name === 'day' || name === 'today') return running(day, day, sent);
  if (name === 'past') return { ends_before: String(day.subtract({ days: 1 })) };
  return asked ? { ends_after: String(day.subtract({ days: 1 })) } : {};
}

/** Dates that were sent stay beside those of the view. */
const running = (
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  sent: URLSearchParams,
): Record<string, string> =>
  sent.has('ends_after') || sent.has('starts_before')
    ? { overlaps: `${first}/${last}` }
    : { ends_after: String(first.subtract({ days: 1 })), starts_before: String(last) };

const mondayOf = (day: Temporal.PlainDate): Temporal.PlainDate => day.subtract({ days: day.dayOfWeek - 1 });

/** The page of a view that `queryOfView` knows. */
export function pageOfView(view: SiteView, sent: URLSearchParams, context: PageContext): HtmlPage {
  const day = view.date === undefined ? dateAsked(sent, context) : dateIn(view.date);
  const at = (...path: string[]) => pageAt(['events', ...path], ownQuery(sent));
  switch (view.name) {
    case 'month':
      return at('month', ...(day ? [String(day).slice(0, 7)] : []));
    case 'week':
      return at('week', ...(day ? [String(mondayOf(day))] : []));
    case 'day':
    case 'today':
      return day ? at('day', String(day)) : at('today');
    case 'map':
      return withQuery(at('map'), day && { overlaps: `${day}/` });
    case 'past':
      return withQuery(at('past'), day && { overlaps: `../${day}` });
    case 'featured':
      return withQuery(at(), { featured: '1', ...(day && { overlaps: `${day}/` }) });
    default:
      return withQuery(at(), day && { overlaps: `${day}/` });
  }
}

/** The page at a path, given by its segments. */
export function pageAt(segments: readonly string[], query: URLSearchParams): HtmlPage {
  const route = `/${segments.map(encodeURIComponent).join('/')}`;
  return { route, path: segments.length > 0 ? `${route}/` : '/', query };
}

export function withQuery(page: HtmlPage, add: Readonly<Record<string, string>> | undefined): HtmlPage {
  const query = new URLSearchParams(page.query);
  for (const [name, value] of Object.entries(add ?? {})) query.set(name, value);
  return { ...page, query };
}

/** The number of the page in addresses of the reference. */
const PAGED = ['tribe_paged', 'paged'] as const;

/** Parameters of the reference, and fields of our forms, for which a page has others. */
const TRANSLATED: ReadonlySet<string> = new Set([
  ...['tribe-bar-search', 'tribe-bar-date', 'eventDate', 'eventDisplay', 'post_type', 'tribe_events_cat'],
  ...['tribe_events', 'tribe_venue', 'tribe_organizer', 'from', 'to', 'date', 'month', 'year', ...PAGED],
]);

/**
 * The parameters of a page, of those that were sent: fields that a form left empty are dropped, and its two dates are
 * one interval.
 */
export function ownQuery(sent: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(
    [...sent].filter(([name, value]) => value !== '' && !TRANSLATED.has(name)),
  );
  const search = sent.get('tribe-bar-search');
  if (search) query.set('search', search);
  const number = PAGED.map(name => sent.get(name) ?? '').find(sent => NUMBER.test(sent));
  if (number && !query.has('page')) query.set('page', number);
  const [from, to] = [sent.get('from'), sent.get('to')];
  if (from || to) query.set('overlaps', `${from || '..'}/${to || '..'}`);
  return query;
}

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

/** The parameters of a visitor's date: those of the reference, and the fields of our forms. */
const DATES = ['tribe-bar-date', 'eventDate', 'date', 'month'] as const;

/**
 * The date that a visitor chose; of a month its first day.
 * @throws RestError 400 if it is not one
 */
function dateAsked(sent: URLSearchParams, context: PageContext): Temporal.PlainDate | undefined {
  const name = DATES.find(name => sent.get(name));
  if (!name) return undefined;
  const text = name === 'month' ? monthAsked(sent, context) : sent.get(name)!;
  const found = dateIn(text) ?? dayOfWords(text, context);
  if (found) return found;
  throw new InvalidValue(name, new Refused('expected_date'));
}

/** A month may be sent as `2031-05`, or by its number with a year, which otherwise is this one. */
function monthAsked(sent: URLSearchParams, { config, now }: PageContext): string {
  const month = sent.get('month')!;
  if (!/^\d{1,2}$/.test(month)) return month;
  const year = sent.get('year') || toWall(now, config.TIME_ZONE.id).slice(0, 4);
  return `${year}-${month.padStart(2, '0')}`;
}

function dayOfWords(text: string, { config: { TIME_ZONE }, now }: PageContext) {
  const wall = parseDate(text, { zone: TIME_ZONE.id, now })?.wall;
  return wall === undefined ? undefined : dateIn(wall.slice(0, 10));
}
