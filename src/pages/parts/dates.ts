import type { Config } from '../../config.ts';
import type { EventRecord } from '../../events/event.ts';
import { ownInstant } from '../../events/whole-days.ts';
import type { BareCall } from '../../http/call.ts';
import {
  formatDate,
  formatDateRange,
  formatMonth,
  formatMonthOfDay,
  formatShortDay,
  formatShortDayAndYear,
  formatTime,
  formatTimes,
  formatWeekday,
} from '../../i18n/format-dates.ts';
import { type Language, recurrenceGrammarOf } from '../../i18n/language.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import { dateOf, isoAt, parseZone, toWall } from '../../lib/time/zones.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import { dayNumber } from '../calendar/days.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** What stands before the time of a card: by default its day. */
interface DayForm {
  readonly hasDay?: boolean;
  readonly hasYear?: boolean;
}

/** When an event takes place, in few words. Below the heading of its day, styles hide the day, or there is none. */
export function cardWhen(event: PageEvent, view: PageView, form: DayForm = {}): Html {
  const { hasDay = true, hasYear = false } = form;
  const { language } = view;
  const isLong = isOfDays(event, view);
  const { start_date: start, end_date: end } = event;
  const times = isLong ? formatTime(start, language) : formatTimes(start, end, language);
  const allDay = isLong ? '' : wordsIn('listPages', view).all_day;
  const begin = event.all_day === 1 ? allDay : times;
  const day = html`<span class="card-day">${(hasYear ? formatShortDayAndYear : formatShortDay)(start, language)}${begin !== '' && ', '}</span>`;
  const moment = html`${hasDay && day}${begin}`;
  // Below the heading of its day, nothing but its end may say when.
  const until = isLong && html` <span${begin && html` class="card-until"`}>${untilOf(event, view)}</span>`;
  return html`${timeElement(event, 'start', moment)}${until}${zoneOf(event, view)}`;
}

/** The same where nothing else says the day: whole days as a range. */
export function whenAlone(event: PageEvent, view: PageView): Html {
  if (event.all_day !== 1 || !isOfDays(event, view)) return cardWhen(event, view);
  const { start_date, end_date } = event;
  return timeElement(
    event,
    'start',
    formatDateRange(start_date, end_date, view.language, { isOfYear: true }),
  );
}

/** How long a running event is still on. */
export const runningUntil = (event: PageEvent, view: PageView): Html =>
  isOfDays(event, view) ? untilOf(event, view) : cardWhen(event, view);

/** How long an event is on that began before: until its last day, and on that day until its end. */
export function whenBegun(event: PageEvent, view: PageView, isLastDay: boolean): Html {
  if (!isLastDay) return runningUntil(event, view);
  return html`${timeElement(event, 'end', onLastDay(event, event.end_date, view))}${zoneOf(event, view)}`;
}

/** `until 8 pm`, or that it is the last day of an event that lasts all of it. */
export const onLastDay = ({ all_day }: PageEvent, end: string, view: PageView): string =>
  all_day === 1 || end.slice(11, 16) === '23:59'
    ? wordsIn('calendarPages', view).last_day
    : recurrenceGrammarOf(view.language).untilTime(end.slice(11, 16));

/** Its year is named if the event begins in another one. */
export const untilOf = (event: PageEvent, { config, language }: PageView): Html =>
  timeElement(event, 'end', formatUntil(lastDate(event, config), event.start_date.slice(0, 4), language));

/** Whether an event ends on another day, and not in the night after its first one. */
const isOfDays = (event: PageEvent, { config }: PageView): boolean =>
  event.start_date.slice(0, 10) < lastDate(event, config);

/** The zone of times that are not those of the site. */
function zoneOf(event: PageEvent, { config }: PageView): Html | undefined {
  const zone = parseZone(event.timezone) ?? 'UTC';
  if (event.all_day === 1 || toWall(event.start_at, zone) === toWall(event.start_at, config.TIME_ZONE.id))
    return undefined;
  return html` <span class="card-zone">(${event.timezone_abbr || event.timezone})</span>`;
}

/** `until 10 May`, with the year if it is another one than this. */
export function formatUntil(wall: string, year: string, language: Language): string {
  const grammar = recurrenceGrammarOf(language);
  const [own = '', month, day] = wall.slice(0, 10).split('-');
  const dayAndMonth = grammar.daysInMonth([Number(day)], grammar.months[Number(month) - 1]!);
  return grammar.until(own === year ? dayAndMonth : grammar.inYear(dayAndMonth, own));
}

/** The start or the end of an event as an element, which programs can read. */
export function timeElement(event: EventRecord, edge: 'start' | 'end', content: HtmlValue): Html {
  const wall = event[`${edge}_date`];
  const datetime =
    event.all_day === 1
      ? wall.slice(0, 10)
      : isoAt(ownInstant(event, edge), parseZone(event.timezone) ?? 'UTC');
  return html`<time datetime="${datetime}">${content}</time>`;
}

/** The first and the last day of a span, both inclusive; undefined where it is open. */
interface DaySpan {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The days that a reader has chosen, in the zone of the site. */
export function daysOf({ overlaps }: EventFilter, { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>): DaySpan {
  const { runsFrom = -Infinity, before = Infinity } = overlaps?.bounds ?? {};
  const dayAt = (epoch: number) =>
    Number.isFinite(epoch) ? toWall(epoch, TIME_ZONE.id).slice(0, 10) : undefined;
  return { from: dayAt(runsFrom), to: dayAt(before - 1) };
}

/** A span as people say it: `May 2031`, a day, `from 10 May 2031`, or `1–10 May 2031`. */
export function formatSpan({ from, to }: DaySpan, { language }: Pick<BareCall, 'language'>): string {
  const grammar = recurrenceGrammarOf(language);
  if (from && to) {
    if (from === to) return formatDate(from, language);
    return isMonth(from, to) ? formatMonth(from, language) : formatDateRange(from, to, language);
  }
  return from ? grammar.since(dated(from, language)) : to ? grammar.until(dated(to, language)) : '';
}

const dated = (day: string, language: Language): string => {
  const date = Temporal.PlainDate.from(day);
  return recurrenceGrammarOf(language).inYear(dayInMonth(date, language), String(date.year));
};

function dayInMonth({ day, month }: Temporal.PlainDate, language: Language): string {
  const { daysInMonth, months } = recurrenceGrammarOf(language);
  return daysInMonth([day], months[month - 1]!);
}

function isMonth(from: string, to: string): boolean {
  const first = Temporal.PlainDate.from(from);
  return first.day === 1 && to === String(first.with({ day: first.daysInMonth }));
}

/** The first and the last day of an event as large numbers: they repeat what is said beside them in words. */
export function dateBlock(event: PageEvent, { language, config }: PageView): Html {
  const [first, last] = [event.start_date.slice(0, 10), lastDate(event, config)];
  const isOne = first === last;
  const days = isOne || first.slice(0, 7) === last.slice(0, 7) ? [first] : [first, last];
  const toLast = isOne ? '' : days.length > 1 ? '–' : `–${dayOf(last)}`;
  const number = (day: string) => `${dayOf(day)}${day === first ? toLast : ''}`;
  const weekday = (day: string) => isOne && html`<span>${formatWeekday(wallOf(day), language)}</span> `;
  return html`<p class="date-block" aria-hidden="true">${days.map(day => html`<span class="date-block-day">${weekday(day)}<b>${number(day)}</b> <span>${formatMonthOfDay(day, language)}</span></span> `)}</p>`;
}

const dayOf = (date: string): number => Number(date.slice(8));

const wallOf = (date: string): string => `${date} 00:00:00`;

/** The last date of an event, in its own zone: what ends by the end of a day belongs to the evening before. */
export function lastDate(
  { start_date, end_date, all_day }: Dates,
  { DAY_ENDS }: Pick<Config, 'DAY_ENDS'>,
): string {
  const [last = '', time = ''] = end_date.split(' ');
  if (last <= start_date.slice(0, 10) || all_day === 1 || time > DAY_ENDS) return last;
  return dateOf(dayNumber(last) - 1);
}

type Dates = Pick<PageEvent, 'start_date' | 'end_date' | 'all_day'>;

export const endsInNight = (event: Dates, config: Pick<Config, 'DAY_ENDS'>): boolean =>
  event.start_date.slice(0, 10) === lastDate(event, config) &&
  !event.end_date.startsWith(lastDate(event, config));
