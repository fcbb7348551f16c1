import type { BareCall } from '../../http/call.ts';
import { sharedList } from '../../http/list-answer.ts';
import {
  asHeading,
  formatMonth,
  formatMonthName,
  formatShortWeekday,
  formatWeekday,
} from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { eventFilters } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import type { ArrangedDay } from '../calendar/arrange.ts';
import { dayEntriesTemplate } from '../calendar/day-entries.ts';
import { dayLink, dayOfMonth, entries, isBare, runningBand } from '../calendar/day-parts.ts';
import { dayNumber, daysOf, daysOfMonth, weekNumber, weeksOf } from '../calendar/days.ts';
import { calendarFilter, calendarFilterForm } from '../calendar/filter-form.ts';
import { type FoundDays, findDays } from '../calendar/find-days.ts';
import { calendarPath, listingOf, monthJump, stepsOf } from '../calendar/navigation.ts';
import { page } from '../page.ts';
import { relOf } from '../parts/query.ts';
import { ALL_DATES, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { type PageView, pageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The most events of a day, and of those that run for long. */
const LIMITS = { perDay: 6, running: 16 };

const template = dayEntriesTemplate('month', () => undefined);

/** A month as a table. Its target is a date in it, or the month alone. */
export const monthPage = page<typeof eventFilters, string>({
  arguments: eventFilters,
  async show({ args: sent, target, ...call }) {
    const month = target.slice(0, 7);
    const path = pathOf(PAGES.month, { month });
    const range = daysOfMonth(month);
    const filter = await calendarFilter(sent, range, call);
    const found = await findDays(call, template, filter, range, LIMITS);
    const view = pageView(call);
    const isEmpty = found.total === 0;
    const title = asHeading(formatMonth(dateOf(range.from), call.language), call.language);
    const caption = filled(wordsIn('monthPages', call).caption, { month: title });
    const filters = await calendarFilterForm(call, sent, filter, range, path);
    const main = html`<header class="calendar-head">
<h1>${title}</h1>
${steps(range, isEmpty, call)}
${monthJump(range.from, call)}
</header>
${filters}
${runningBand(found, range, view)}
${monthTable(found, range, caption, view)}
${found.total === 0 && html`<p class="calendar-none">${wordsIn('calendarPages', call).none}</p>`}
${subscribe(call, ALL_DATES)}
${found.data}`;
    return {
      ...{ title, description: caption, section: 'month', main },
      ...listingOf(call, path, isEmpty),
      preview: await listPreview({ ...sent, month: Temporal.PlainYearMonth.from(month) }, call),
      ...sharedList(sent),
    };
  },
});

function steps(range: DayRange, isEmpty: boolean, call: BareCall) {
  const words = wordsIn('monthPages', call);
  const step = (day: number) => {
    const isSameYear = dateOf(day).slice(0, 4) === dateOf(range.from).slice(0, 4);
    const name = (isSameYear ? formatMonthName : formatMonth)(dateOf(day), call.language);
    return {
      href: calendarPath(call, pathOf(PAGES.month, { month: dateOf(day).slice(0, 7) })),
      text: asHeading(name, call.language),
    };
  };
  const now = { href: calendarPath(call, pathOf(PAGES.thisMonth)), text: words.this_month };
  return stepsOf({ label: words.months, range, step, now, isEmpty }, call);
}

/**
 * A month as a table. Where it is narrow the style makes a list of it: each day with events has a heading, and the
 * others are not shown.
 */
function monthTable(found: FoundDays, range: DayRange, caption: string, view: PageView): Html {
  const days = new Map(found.days.map(day => [day.day, day]));
  const weeks = weeksOf(range);
  const weekdays = daysOf({ from: weeks[0]!, to: weeks[0]! + 6 });
  return html`<table class="month">
<caption class="visually-hidden">${caption}</caption>
<thead>
<tr><th scope="col" class="month-week"><span class="visually-hidden">${wordsIn('monthPages', view).week_column}</span></th>${weekdays.map(day => weekday(day, view))}</tr>
</thead>
<tbody>
${weeks.map(monday => week(monday, days, found, view))}</tbody>
</table>`;
}

const weekday = (day: number, { language }: PageView): Html =>
  html`<th scope="col"><span aria-hidden="true">${formatShortWeekday(dateOf(day), language)}</span><span class="visually-hidden">${formatWeekday(dateOf(day), language)}</span></th>`;

type Days = ReadonlyMap<number, ArrangedDay>;

function week(monday: number, days: Days, found: FoundDays, view: PageView): Html {
  const all = daysOf({ from: monday, to: monday + 6 });
  const hasEvents = all.some(day => (days.get(day)?.total ?? 0) > 0);
  return html`<tr><th scope="row" class="month-week">${weekLink(monday, hasEvents, view)}</th>
${all.map(day => html`${cell(day, days.get(day), found, view)}\n`)}</tr>
`;
}

function weekLink(monday: number, hasEvents: boolean, view: PageView): Html {
  const number = weekNumber(monday);
  const said = filled(wordsIn('monthPages', view).week, { week: number });
  const texts = html`<span aria-hidden="true">${number}</span><span class="visually-hidden">${said}</span>`;
  const href = calendarPath(view, pathOf(PAGES.week, { day: dateOf(monday) }));
  return hasEvents ? html`<a href="${href}"${relOf(href)}>${texts}</a>` : texts;
}

function cell(number: number, day: ArrangedDay | undefined, found: FoundDays, view: PageView): Html {
  if (!day)
    return html`<td class="is-outside"><span class="calendar-date-number">${dayOfMonth(number)}</span></td>`;
  const isToday = number === dayNumber(view.clock.today());
  const classes = [...(isToday ? ['is-today'] : []), ...(isBare(day) ? ['is-empty'] : [])].join(' ');
  return html`<td${attribute('class', classes || undefined)}${attribute('aria-current', isToday ? 'date' : undefined)}>${content(day, found, view)}</td>`;
}

function content(day: ArrangedDay, found: FoundDays, view: PageView): Html {
  if (day.total === 0)
    return html`<time class="calendar-date-number" datetime="${dateOf(day.day)}">${dayOfMonth(day.day)}</time>`;
  const link = dayLink(day.day, view);
  return isBare(day) ? link : html`<h2 class="month-date">${link}</h2>\n${entries(day, found, view)}`;
}
