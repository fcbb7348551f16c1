import type { BareCall } from '../../http/call.ts';
import { sharedList } from '../../http/list-answer.ts';
import { asHeading, formatMonth, formatMonthName } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { eventFilters } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { assetAddress } from '../assets.ts';
import { runningBand } from '../calendar/day-parts.ts';
import { daysOfMonth, wholeWeeks } from '../calendar/days.ts';
import { calendarFilter, calendarFilterForm } from '../calendar/filter-form.ts';
import { findDays } from '../calendar/find-days.ts';
import { calendarPath, headOf, listingOf, monthJump } from '../calendar/navigation.ts';
import { nothingOn } from '../calendar/nearest.ts';
import { calendarTable } from '../calendar/table.ts';
import { page } from '../page.ts';
import { ALL_DATES, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { pageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The most events of a day, and of those that run for long. */
const LIMITS = { perDay: 6, running: 16, lanes: 3 };

/** A month as a table. Its target is a date in it, or the month alone. */
export const monthPage = page<typeof eventFilters, string>({
  arguments: eventFilters,
  async show({ args: sent, target, ...call }) {
    const month = target.slice(0, 7);
    const path = pathOf(PAGES.month, { month });
    const range = daysOfMonth(month);
    const weeks = wholeWeeks(range);
    const filter = await calendarFilter(sent, weeks, call);
    const found = await findDays(call, filter, weeks, LIMITS);
    const view = pageView(call);
    const isEmpty = found.days.every(({ day, total }) => total === 0 || day < range.from || day > range.to);
    const title = asHeading(formatMonth(dateOf(range.from), call.language), call.language);
    const caption = filled(wordsIn('monthPages', call).caption, { month: title });
    const { form, legend } = await calendarFilterForm(call, sent, { filter, days: weeks, path, found });
    const main = html`${head(title, range, isEmpty, call)}
${form}
${isEmpty && (await nothingOn(call, sent, range))}${calendarTable('month', found, range, caption, view)}
${runningBand(found, range, view)}
${legend}${subscribe(call, ALL_DATES)}
${found.data}`;
    return {
      ...{ title, description: caption, section: 'month', main },
      ...listingOf(call, path, isEmpty),
      head: html`<script type="module" src="${assetAddress(call, 'calendar.js')}"></script>\n`,
      preview: await listPreview({ ...sent, month: Temporal.PlainYearMonth.from(month) }, call),
      ...sharedList(sent),
    };
  },
});

function head(title: string, range: DayRange, isEmpty: boolean, call: BareCall): Html {
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
  const jump = monthJump(range.from, call);
  return headOf({ label: words.months, range, step, now, jump, isEmpty, title }, call);
}
