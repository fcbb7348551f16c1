import type { EventRecord } from '../../events/event.ts';
import { whenOf } from '../../formats/dates.ts';
import type { BareCall } from '../../http/call.ts';
import {
  asHeading,
  formatDateRange,
  formatMonth,
  formatTimes,
  formatWeekday,
} from '../../i18n/format-dates.ts';
import type { Language } from '../../i18n/language.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { parseZone } from '../../lib/time/zones.ts';
import type { CardDay, CardMonth, PreviewCard } from '../../pictures/cards/preview-card.ts';
import { recordOfList } from '../../reading/subject.ts';
import type { View } from '../../records/members.ts';
import { withName } from '../../records/no-name.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { siteName } from '../../site/name.ts';
import { dayNumber } from '../calendar/days.ts';
import { monthAt } from '../parts/month-dots.ts';
import type { PageEvent, PageView } from '../view.ts';

/** The card of an event, as its reader may see it. A series, which has many dates, shows none. */
export function eventCard(event: PageEvent, view: PageView): PreviewCard {
  const { language } = view;
  const isSeries = event.recurrence !== '';
  return {
    title: event.title,
    notice: noticeOf(event, view),
    lines: [isSeries ? undefined : timeLine(event, language, view), placeLine(event, view)].filter(
      line => line !== undefined,
    ),
    site: siteName(view),
    day: isSeries ? undefined : dayOf(event, language),
    month: isSeries ? undefined : eventMonth(event),
    accent: view.config.ACCENT_COLOR,
  };
}

export const eventCardText = (event: PageEvent, view: PageView): string =>
  [
    ...[noticeOf(event, view), event.title],
    ...[event.recurrence === '' ? whenOf(event, view.language, view) : undefined, placeLine(event, view)],
  ]
    .filter(text => text !== undefined)
    .join(', ');

/** What people must not overlook. */
const noticeOf = ({ event_status: status }: EventRecord, { language }: PageView): string | undefined =>
  status === 'scheduled' ? undefined : calendarWords[status][language];

function placeLine({ venues: [venue] }: EventRecord, view: PageView): string | undefined {
  if (!venue) return undefined;
  const { name, city } = withName(inLanguage(venue, view));
  const isNamed = city === '' || name.includes(city);
  return isNamed ? name : `${name}, ${city}`;
}

/** What the card of a list shows: the one record that the list is about, and its month. */
export interface ListCardArgs extends Pick<ListArgs, 'categories' | 'tags' | 'venue' | 'organizer'> {
  readonly month?: Temporal.PlainYearMonth | undefined;
}

/** The card of a list; that of the site if the list is about nothing in particular. */
export async function listCard({ month, ...about }: ListCardArgs, call: BareCall): Promise<PreviewCard> {
  const site = siteName(call);
  const record = (await recordOfList(about, call))?.title;
  const named = month && monthTitle(month, call.language);
  const [title = site, ...lines] = [record, named].filter(text => text !== undefined);
  return {
    ...{ title, lines, notice: undefined, day: undefined },
    site: title === site ? call.address.name : site,
    month: month && cardMonth(month),
    accent: call.config.ACCENT_COLOR,
  };
}

type CardDates = Pick<EventRecord, 'start_date' | 'end_date' | 'all_day' | 'timezone' | 'timezone_abbr'>;

export function dayOf({ start_date }: CardDates, language: Language): CardDay {
  return {
    weekday: formatWeekday(start_date, language),
    number: String(Number(start_date.slice(8, 10))),
    month: formatMonth(start_date, language),
  };
}

/** A month by its name: `May 2031`. */
export function monthTitle(month: Temporal.PlainYearMonth, language: Language): string {
  return asHeading(formatMonth(`${month}-01`, language), language);
}

/** When an event takes place, besides the day on which it begins; undefined if there is nothing more to say. */
export function timeLine(
  event: CardDates,
  language: Language,
  { config }: Pick<View, 'config'>,
): string | undefined {
  const { start_date: start, end_date: end } = event;
  if (!isOfOneDay(event)) return formatDateRange(start, end, language);
  if (isWholeDays(event)) return undefined;
  const times = formatTimes(start, end, language);
  const isFromHere = parseZone(event.timezone) === config.TIME_ZONE.id;
  return isFromHere ? times : `${times} (${event.timezone_abbr || event.timezone})`;
}

/** The month in which an event begins, with its days. */
export function eventMonth(event: CardDates): CardMonth {
  const { start_date: start, end_date: end } = event;
  const [month, first] = [monthAt(start.slice(0, 7)), Number(start.slice(8, 10))];
  const isWithin = start.slice(0, 7) === end.slice(0, 7);
  const last = isOfOneDay(event) ? first : isWithin ? Number(end.slice(8, 10)) : month.days;
  return { ...month, first, last };
}

/** A month, none of whose days stands out. Weeks begin on Monday. */
export const cardMonth = (month: Temporal.PlainYearMonth): CardMonth => ({
  ...monthAt(String(month)),
  ...{ first: 1, last: 0 },
});

const dayAt = (wall: string): number => dayNumber(wall.slice(0, 10));

const isSameDay = ({ start_date, end_date }: CardDates): boolean =>
  start_date.slice(0, 10) === end_date.slice(0, 10);

/** A night that ends in the morning belongs to the day on which it begins. */
const isOfOneDay = (event: CardDates): boolean =>
  isSameDay(event) ||
  (!isWholeDays(event) &&
    dayAt(event.end_date) - dayAt(event.start_date) === 1 &&
    event.end_date.slice(11) < NIGHT);

const NIGHT = '09:00:00';

const isWholeDays = ({ all_day, start_date, end_date }: CardDates): boolean =>
  all_day === 1 || (start_date.endsWith(' 00:00:00') && end_date.endsWith(' 23:59:59'));
