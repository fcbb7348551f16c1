import { formatShortWeekday, formatWeekday } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import type { DayRange } from '../../search/facet-days.ts';
import type { ArrangedDay } from '../calendar/arrange.ts';
import { dayLink, dayOfMonth, entries, isBare } from '../calendar/day-parts.ts';
import { dayNumber, daysOf, weekNumber, weeksOf } from '../calendar/days.ts';
import type { FoundDays } from '../calendar/find-days.ts';
import { calendarPath } from '../calendar/navigation.ts';
import { relOf } from '../parts/query.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/**
 * A month as a table. Where it is narrow the style makes a list of it: each day with events has a heading, and the
 * others are not shown.
 */
export function monthTable(found: FoundDays, range: DayRange, caption: string, view: PageView): Html {
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
  const href = calendarPath(view, `week/${dateOf(monday)}/`);
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
