import type { BareCall } from '../../http/call.ts';
import { formatDayOfYear, formatShortMonth } from '../../i18n/format-dates.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { dayDot, weekdayHead } from '../calendar/day-parts.ts';
import { DAYS_OF_WEEK, dayNumber, daysOf, instantsOf, mondayOf } from '../calendar/days.ts';
import { calendarFilter } from '../calendar/filter-form.ts';
import { countDays } from '../calendar/find-days.ts';
import { sharedPart } from '../parts/shared-part.ts';
import { wordsIn } from '../words.ts';

const WEEKS = 5;

const ALL: ListArgs = { page: 1, per_page: 1, strict_dates: false };

/** This week and the next ones as dots, the larger the more begins on a day. Each leads to the page of its day. */
export const comingWeeks = (call: BareCall): Promise<Html> => sharedPart(call, 'weeks', writeWeeks);

async function writeWeeks(call: BareCall): Promise<Html> {
  const today = dayNumber(call.clock.today());
  const monday = mondayOf(today);
  const ahead = { from: today, to: monday + WEEKS * DAYS_OF_WEEK - 1 };
  const { from, before } = instantsOf(ahead, call.config);
  // What has begun long before would make every day the same.
  const filter = { ...(await calendarFilter(ALL, ahead, call)), period: { from, before } };
  const counts = await atOneVersion(call, source => countDays(source, filter, ahead, call));
  const most = Math.max(...counts.values());
  const cell = (day: number) => {
    const date = dateOf(day);
    const dot = {
      ...{ count: counts.get(day) ?? 0, most, label: formatDayOfYear(date, call.language) },
      href: pathTo(call, pathOf(PAGES.day, { day: date })),
    };
    const isToday = day === today;
    const month =
      date.endsWith('-01') &&
      html`<small aria-hidden="true">${formatShortMonth(date, call.language)}</small>`;
    return html`<td${attribute('class', day < today ? 'is-past' : isToday && 'is-today')}${attribute('aria-current', isToday && 'date')}>${dayDot(day, dot)}${month}</td>`;
  };
  const weeks = Array.from({ length: WEEKS }, (_, week) => monday + week * DAYS_OF_WEEK);
  const week = (first: number) => daysOf({ from: first, to: first + DAYS_OF_WEEK - 1 });
  return html`<table class="coming-weeks">
<caption>${wordsIn('home', call).weeks}</caption>
<thead>
<tr>${week(monday).map(day => weekdayHead(day, call))}</tr>
</thead>
<tbody>
${weeks.map(first => html`<tr>${week(first).map(cell)}</tr>\n`)}</tbody>
</table>
<p><a href="${pathTo(call, pathOf(PAGES.thisMonth))}">${wordsIn('dayPages', call).whole_month}</a></p>
`;
}
