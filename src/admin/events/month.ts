import {
  asHeading,
  formatDateRange,
  formatDayOfYear,
  formatMonth,
  formatShortWeekday,
  formatTime,
} from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { dayNumber, daysOfMonth, weeksOf } from '../../pages/calendar/days.ts';
import { bodyOf } from '../ask.ts';
import type { AdminCall } from '../page.ts';
import { stateWord } from './event-form.ts';
import type { EventsPage } from './filters.ts';
import { EVENTS, type ListedEvent } from './record.ts';

/** Events of a month that are read at most: more do not fit on a screen. */
const MOST = 400;
const PER_PAGE = 50;

/** What a month shows of an event. */
const MEMBERS: ReadonlySet<string> = new Set<keyof ListedEvent>([
  ...(['id', 'title', 'status', 'event_status', 'start_date', 'end_date', 'all_day'] as const),
]);

/** Days from which on an event stands above the month instead of on each of its days. */
const LONG = 7;

/**
 * A month of events as a table of weeks, on phones as a list of days; this month's from today on, over a link to the others.
 * @param asked the filters as values of the interface
 * @param links the address of another month with the same filters, and that of this one without filters, if some are set
 */
export async function monthOf(
  call: AdminCall,
  month: string,
  asked: Readonly<Record<string, unknown>>,
  { addressOf, unfiltered }: { addressOf: (month: string) => string; unfiltered: string | undefined },
): Promise<Html> {
  const { events, total } = await findEvents(call, month, asked);
  const words = call.words.eventList;
  const long = events.filter(event => lastDayOf(event) - firstDayOf(event) >= LONG);
  const others = events.filter(event => !long.includes(event));
  return html`${navigation(call, month, addressOf)}${events.length === 0 && html`<p class="lead">${unfiltered === undefined ? words.empty : html`${words.nothing_found} <a href="${unfiltered}">${words.without_filters}</a>`}</p>\n`}${
    total > events.length &&
    html`<p class="lead">${filled(words.first_of, { shown: events.length, total })}</p>\n`
  }${
    long.length > 0 &&
    html`<section aria-labelledby="long"><h3 id="long">${words.long}</h3><ul class="long">${long.map(event => html`<li>${linkTo(call, event)} <small>${formatDateRange(event.start_date, event.end_date, call.language, { isOfYear: true })}</small></li>\n`)}</ul></section>\n`
  }${table(call, month, others)}`;
}

async function findEvents(call: AdminCall, month: string, asked: object) {
  const { from, to } = daysOfMonth(month);
  // What runs in the month, whenever it began.
  const period = { ends_after: dateOf(from - 1), starts_before: dateOf(to) };
  const events: ListedEvent[] = [];
  for (let page = 1; ; page++) {
    const values = { ...asked, ...period, per_page: PER_PAGE, page };
    const found = await bodyOf<EventsPage>(call.ask('GET', EVENTS, values, { members: MEMBERS }));
    events.push(...(found?.events ?? []));
    if (!found || page >= found.total_pages || events.length >= MOST)
      return { events, total: found?.total ?? 0 };
  }
}

function navigation(call: AdminCall, month: string, addressOf: (month: string) => string): Html {
  const { previous, next, this_month } = call.words.eventList;
  const first = Temporal.PlainYearMonth.from(month);
  const link = (to: Temporal.PlainYearMonth, text: string, rel?: string) =>
    html`<a class="button low" href="${addressOf(String(to))}"${attribute('rel', rel)}>${text}</a>\n`;
  const today = Temporal.PlainYearMonth.from(call.clock.today().slice(0, 7));
  return html`<div class="month-head">
<h2>${asHeading(formatMonth(`${month}-01`, call.language), call.language)}</h2>
<nav aria-label="${call.words.eventList.month}">
${link(first.subtract({ months: 1 }), previous, 'prev')}${String(today) !== month && link(today, this_month)}${link(first.add({ months: 1 }), next, 'next')}</nav>
</div>
`;
}

function table(call: AdminCall, month: string, events: readonly ListedEvent[]): Html {
  const range = daysOfMonth(month);
  const weeks = weeksOf(range);
  const week = Array.from({ length: 7 }, (_, at) => at);
  const onDay = Map.groupBy(
    events.flatMap(event => daysIn(event).map(day => ({ day, event }))),
    ({ day }) => day,
  );
  const cell = (day: number) =>
    day < range.from || day > range.to
      ? html`<td class="other"></td>`
      : dayCell(call, day, onDay.get(day)?.map(({ event }) => event) ?? []);
  const isNow = call.clock.today().startsWith(month);
  return html`${isNow && html`<p class="past-days"><a href="#days">${call.words.eventList.past}</a></p>\n`}<table class="month" id="days">
<caption class="hidden">${formatMonth(`${month}-01`, call.language)}</caption>
<thead><tr>${week.map(at => html`<th scope="col">${formatShortWeekday(dateOf(weeks[0]! + at), call.language)}</th>`)}</tr></thead>
<tbody>
${weeks.map(first => html`<tr>${week.map(at => cell(first + at))}</tr>\n`)}</tbody>
</table>
`;
}

function dayCell(call: AdminCall, day: number, events: readonly ListedEvent[]): Html {
  const [date, today] = [dateOf(day), call.clock.today()];
  const shown = events.map(event => {
    const isStart = firstDayOf(event) === day && !event.all_day;
    return html`<li>${isStart && html`<span class="time">${formatTime(event.start_date, call.language)}</span> `}${linkTo(call, event)}</li>\n`;
  });
  return html`<td class="${date === today ? 'today' : date < today && 'past'}${events.length === 0 && ' empty'}"><p class="day"${attribute('aria-current', date === today && 'date')}><span class="long-day">${formatDayOfYear(date, call.language)}</span><b aria-hidden="true">${Number(date.slice(8))}</b></p>${events.length > 0 ? html`<ul>${shown}</ul>` : NOTHING}</td>`;
}

/** The title of an event that leads to its form, with its state unless it is public and takes place. */
function linkTo(call: AdminCall, event: ListedEvent): Html {
  const { id, title, status, event_status } = event;
  const isUsual = status === 'publish' && event_status === 'scheduled';
  return html`<a href="${call.at('event', { id })}">${title}</a>${!isUsual && html` <small>(${stateWord(event, call)})</small>`}`;
}

const firstDayOf = ({ start_date }: ListedEvent): number => dayNumber(start_date.slice(0, 10));

/** What ends at midnight or soon after it belongs to the evening before. */
function lastDayOf(event: ListedEvent): number {
  const { all_day, end_date } = event;
  const last = dayNumber(end_date.slice(0, 10));
  const isNight = !all_day && end_date.slice(11) < '06:00';
  return Math.max(firstDayOf(event), isNight ? last - 1 : last);
}

const daysIn = (event: ListedEvent): number[] =>
  Array.from({ length: lastDayOf(event) - firstDayOf(event) + 1 }, (_, at) => firstDayOf(event) + at);
