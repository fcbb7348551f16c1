import type { BareCall } from '../../http/call.ts';
import { sharedList } from '../../http/list-answer.ts';
import { type Route, recordRoute } from '../../http/route.ts';
import { asHeading, formatMonth, formatMonthName } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { eventFilters } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { dayEntriesTemplate } from '../calendar/day-entries.ts';
import { runningBand } from '../calendar/day-parts.ts';
import { dayNumber, daysOfMonth } from '../calendar/days.ts';
import { calendarFilter, calendarFilterForm } from '../calendar/filter-form.ts';
import { findDays } from '../calendar/find-days.ts';
import { calendarPath, hasPage, listingOf, monthJump, type Step, stepsOf } from '../calendar/navigation.ts';
import { page } from '../page.ts';
import { ALL_DATES, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { monthTable } from './table.ts';

/** The most events of a day, and of those that run for long. */
const LIMITS = { perDay: 6, running: 16 };

const template = dayEntriesTemplate('month', () => undefined);

/** A month as a table. Its target is a date in it, or the month alone. */
const monthPage = page<typeof eventFilters, string>({
  arguments: eventFilters,
  async show({ args: sent, target, ...call }) {
    const month = target.slice(0, 7);
    const range = daysOfMonth(month);
    const filter = await calendarFilter(sent, range, call);
    const found = await findDays(call, template, filter, range, LIMITS);
    const view = pageView(call);
    const isEmpty = found.total === 0;
    const title = asHeading(formatMonth(dateOf(range.from), call.language), call.language);
    const caption = filled(wordsIn('monthPages', call).caption, { month: title });
    const filters = await calendarFilterForm(call, sent, filter, range, `/events/month/${month}/`);
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
      ...listingOf(call, `/events/month/${month}/`, isEmpty),
      preview: await listPreview({ ...sent, month: Temporal.PlainYearMonth.from(month) }, call),
      ...sharedList(sent),
    };
  },
});

function steps({ from, to }: DayRange, isEmpty: boolean, call: BareCall) {
  const words = wordsIn('monthPages', call);
  const step = (day: number): Step | undefined =>
    hasPage(day)
      ? { href: calendarPath(call, `month/${dateOf(day).slice(0, 7)}/`), text: nameOf(day) }
      : undefined;
  const nameOf = (day: number) => {
    const isSameYear = dateOf(day).slice(0, 4) === dateOf(from).slice(0, 4);
    return asHeading((isSameYear ? formatMonthName : formatMonth)(dateOf(day), call.language), call.language);
  };
  const today = dayNumber(call.clock.today());
  const isCurrent = from <= today && today <= to;
  const now = { href: calendarPath(call, 'month/'), text: words.this_month, isCurrent };
  return stepsOf({ label: words.months, previous: step(from - 1), next: step(to + 1), now, isEmpty }, call);
}

export const monthPageRoutes = (): Route[] => [
  recordRoute<string>({
    ...{ root: '', path: '/events/month', operations: [monthPage] },
    find: async call => call.clock.today(),
  }),
  recordRoute<string>({
    ...{ root: '', path: '/events/month/:date', operations: [monthPage] },
    find: async (_, { date }) => date,
  }),
];
