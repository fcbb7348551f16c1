import { InvalidValue, Refused } from '../errors.ts';
import { parseDate } from '../lib/time/dates.ts';
import { toWall } from '../lib/time/zones.ts';
import { PAGES, type PageAddress, pathOf } from '../site/page-addresses.ts';
import { type HtmlPage, PAGED, type PageContext } from './site-pages.ts';

/** A view of a list, as sites of the reference have them. */
interface ListView {
  /** The page that shows it. */
  readonly page: PageAddress;
  /** What may follow its name. */
  readonly date?: RegExp | undefined;
  /** Its page for a date, if it has one of its own. */
  readonly dated?: (day: Temporal.PlainDate) => Pick<HtmlPage, 'at' | 'parameters' | 'path'>;
  /** The first and the last day that it shows, if it is bound to a period. */
  readonly period?: (
    day: Temporal.PlainDate,
  ) => readonly [first: Temporal.PlainDate, last: Temporal.PlainDate];
  /** The parameters for which it stands. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether it shows what was before a date. */
  readonly isPast?: true;
  /** Whether the query may ask for its past. */
  readonly hasPast?: true;
}

export const DAY = /^\d{4}-\d\d-\d\d$/;
const MONTH = /^\d{4}-\d\d$/;

const pageOfDay = (at: typeof PAGES.day | typeof PAGES.week, date: Temporal.PlainDate) => {
  const parameters = { day: String(date) };
  return { at, parameters, path: pathOf(at, parameters) };
};

const pageOfMonth = (date: Temporal.PlainDate) => {
  const parameters = { month: String(date).slice(0, 7) };
  return { at: PAGES.month, parameters, path: pathOf(PAGES.month, parameters) };
};

const mondayOf = (day: Temporal.PlainDate): Temporal.PlainDate => day.subtract({ days: day.dayOfWeek - 1 });

const LIST: ListView = { page: PAGES.list, hasPast: true };
const PAST: ListView = { page: PAGES.past, isPast: true };
const MONTHS: ListView = {
  ...{ page: PAGES.thisMonth, date: MONTH, dated: pageOfMonth },
  period: day => [day.with({ day: 1 }), day.with({ day: day.daysInMonth })],
};
const WEEKS: ListView = {
  ...{ page: PAGES.thisWeek, date: DAY, dated: day => pageOfDay(PAGES.week, mondayOf(day)) },
  period: day => [mondayOf(day), mondayOf(day).add({ days: 6 })],
};
const DAYS: ListView = {
  ...{ page: PAGES.today, date: DAY, dated: day => pageOfDay(PAGES.day, day) },
  period: day => [day, day],
};

/** The views by the segments that name them. Those that arrange the same events differently show the same list. */
const VIEWS: ReadonlyMap<string, ListView> = new Map(
  Object.entries({
    ...{ list: LIST, photo: LIST, summary: LIST, past: PAST, upcoming: { page: PAGES.list } },
    ...{ month: MONTHS, week: WEEKS, day: DAYS, today: { ...DAYS, date: undefined } },
    ...{ map: { page: PAGES.map, hasPast: true }, featured: { page: PAGES.list, query: { featured: '1' } } },
  }),
);

/** The pages that show a view. */
export const viewPages: ReadonlySet<PageAddress> = new Set([
  ...[...VIEWS.values()].map(({ page }) => page),
  ...[PAGES.month, PAGES.week, PAGES.day],
]);

const NAMES = [...VIEWS.keys()].join('|');
const DATE = String.raw`\d{4}-\d\d(?:-\d\d)?`;
/** Several segments, none of which but the first is that of a view. */
const SLUGS = `[^/]+(?:/(?!(?:${NAMES}|${DATE})/)[^/]+)*?`;

/** What may follow the address of a list, without a slash at its end. */
export const VIEW_ENDING = `(?:/(?:${NAMES}))?(?:/${DATE})?(?:/page/[1-9]\\d{0,8})?`;

/** The expression for a list: a view or a date may follow its address, and the number of the page. */
export const listExpression = ({ path }: PageAddress): RegExp =>
  new RegExp(
    `^${path.replace(':slugs', `(?<slugs>${SLUGS})`)}(?:(?<name>${NAMES})/)?(?:(?<date>${DATE})/)?(?:page/(?<number>[1-9]\\d{0,8})/)?$`,
  );

/** The names of parameters that sites of the reference, or its filter bar, have beside those that are known here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  tribe_event_display: 'eventDisplay',
  s: 'tribe-bar-search',
  tribe_eventcategory: 'categories',
  tribe_tags: 'tags',
  tribe_venues: 'venue',
  tribe_organizers: 'organizer',
};
const NAMED = new RegExp(`(?<=[?&])(?:${Object.keys(OTHER_NAMES).join('|')})(?=[=&[%]|$)`, 'g');

/** A query with one name for each parameter: `?tribe_venues[]=5` → `?venue[]=5`. */
export const byOneName = (query: string): string => query.replace(NAMED, name => OTHER_NAMES[name]!);

/** What a list shows: the parameters of the interface, and the page. */
export interface ShownView {
  readonly query: Readonly<Record<string, string>>;
  readonly html: HtmlPage;
}

/**
 * The view that a path names, otherwise the query; undefined if there is no such view, or no such date.
 * @throws InvalidValue for a date in the query that is none
 */
export function viewOf(
  { name, date }: { readonly name?: string | undefined; readonly date?: string | undefined },
  sent: URLSearchParams,
  context: PageContext,
): ShownView | undefined {
  const view = viewNamed(name, date, sent);
  const day = date === undefined ? dateAsked(sent, context) : dateIn(date);
  if (!view || (date !== undefined && !day)) return undefined;
  const search = sent.get('tribe-bar-search');
  return {
    query: { ...boundsOf(view, day, sent, context), ...(search && { search }), ...view.query },
    html: pageOf(view, day, sent),
  };
}

function viewNamed(
  name: string | undefined,
  date: string | undefined,
  sent: URLSearchParams,
): ListView | undefined {
  const display = sent.get('eventDisplay');
  if (name === undefined && date === undefined) return VIEWS.get(display ?? '') ?? LIST;
  if (name === undefined) return DAY.test(date!) ? DAYS : MONTHS;
  const view = VIEWS.get(name);
  if (date !== undefined && !view?.date?.test(date)) return undefined;
  return view?.hasPast && display === 'past' ? PAST : view;
}

/** The bounds of a view: events that run at any time within. */
function boundsOf(
  { period, isPast }: ListView,
  asked: Temporal.PlainDate | undefined,
  sent: URLSearchParams,
  { now, config }: PageContext,
): Record<string, string> {
  const day = asked ?? Temporal.PlainDate.from(toWall(now, config.TIME_ZONE.id).slice(0, 10));
  if (period) return running(...period(day), sent);
  if (isPast) return { ends_before: String(day.subtract({ days: 1 })) };
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

function pageOf(
  { page, dated, query, isPast, period }: ListView,
  day: Temporal.PlainDate | undefined,
  sent: URLSearchParams,
): HtmlPage {
  if (day && dated) return { ...dated(day), query: ownQuery(sent) };
  const shown = { at: page, parameters: {}, path: page.path, query: ownQuery(sent) };
  const overlaps = day && !period && (isPast ? `../${day}` : `${day}/`);
  return withQuery(shown, { ...query, ...(overlaps && { overlaps }) });
}

export function withQuery(page: HtmlPage, add: Readonly<Record<string, string>>): HtmlPage {
  const query = new URLSearchParams(page.query);
  for (const [name, value] of Object.entries(add)) query.set(name, value);
  return { ...page, query };
}

const NUMBER = /^[1-9]\d{0,8}$/;

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
