import type { BareCall } from '../../http/call.ts';
import { sharedList } from '../../http/list-answer.ts';
import { asHeading, formatDateRange } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { eventFilters } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { runningBand } from '../calendar/day-parts.ts';
import { daysOfWeek, weekNumber } from '../calendar/days.ts';
import { calendarFilter, calendarFilterForm } from '../calendar/filter-form.ts';
import { findDays } from '../calendar/find-days.ts';
import { calendarPath, dateJump, headOf, listingOf } from '../calendar/navigation.ts';
import { nothingOn } from '../calendar/nearest.ts';
import { calendarTable } from '../calendar/table.ts';
import { page } from '../page.ts';
import { ALL_DATES, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { pageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The most events of a day, and of those that run for long. */
const LIMITS = { perDay: 20, running: 16, lanes: 4 };

/** A week in columns. Its target is a date in it. */
export const weekPage = page<typeof eventFilters, string>({
  arguments: eventFilters,
  async show({ args: sent, target, ...call }) {
    const range = daysOfWeek(target);
    const path = pathOf(PAGES.week, { day: dateOf(range.from) });
    const filter = await calendarFilter(sent, range, call);
    const found = await findDays(call, filter, range, LIMITS);
    const view = pageView(call);
    const isEmpty = found.total === 0;
    const days = formatDateRange(dateOf(range.from), dateOf(range.to), call.language);
    const title = filled(wordsIn('weekPages', call).title, { week: weekNumber(range.from), days });
    const { form, legend } = await calendarFilterForm(call, sent, { filter, days: range, path, found });
    const main = html`${head(range, isEmpty, call)}
${form}
${isEmpty && (await nothingOn(call, sent, range))}${calendarTable('week', found, range, title, view)}
${runningBand(found, range, view)}
${legend}${subscribe(call, ALL_DATES)}
${found.data}`;
    return {
      ...{ title, section: 'week', main },
      ...listingOf(call, path, isEmpty),
      preview: await listPreview(sent, call),
      ...sharedList(sent),
    };
  },
});

function head(range: DayRange, isEmpty: boolean, call: BareCall): Html {
  const words = wordsIn('weekPages', call);
  const nameOf = (monday: number) => filled(wordsIn('monthPages', call).week, { week: weekNumber(monday) });
  const step = (monday: number) => ({
    href: calendarPath(call, pathOf(PAGES.week, { day: dateOf(monday) })),
    text: nameOf(monday),
  });
  const now = { href: calendarPath(call, pathOf(PAGES.thisWeek)), text: words.this_week };
  const jump = dateJump('week', range.from, call);
  const [first, last] = [dateOf(range.from), dateOf(range.to)];
  const isOfYear = last.slice(0, 4) === call.clock.today().slice(0, 4);
  const title = asHeading(formatDateRange(first, last, call.language, { isOfYear }), call.language);
  const above = nameOf(range.from);
  return headOf({ label: words.weeks, range, step, back: 7, now, jump, isEmpty, title, above }, call);
}
