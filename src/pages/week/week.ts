import { sharedList } from '../../api/events/horizon.ts';
import type { BareCall } from '../../http/call.ts';
import { type Route, recordRoute } from '../../http/route.ts';
import { filled } from '../../i18n/say.ts';
import { html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { eventFilters } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { calendarFilter } from '../calendar/arguments.ts';
import { daysSaid, weekNumber } from '../calendar/dates.ts';
import { placeOf } from '../calendar/day-parts.ts';
import { dayNumber, daysOfWeek } from '../calendar/days.ts';
import { calendarFilters } from '../calendar/filters.ts';
import { findDays } from '../calendar/find.ts';
import { dateJump } from '../calendar/jump.ts';
import { calendarPath, hasPage, listingOf, type Step, stepsOf } from '../calendar/links.ts';
import { piecesTemplate } from '../calendar/pieces.ts';
import { runningBand } from '../calendar/running.ts';
import { page } from '../page.ts';
import { ALL_DATES, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { weekDays } from './days.ts';

/** The most events of a day, and of those that run for long. */
const LIMITS = { perDay: 20, running: 16 };

const template = piecesTemplate('week', placeOf);

/** A week in columns. Its target is a date in it. */
const weekPage = page<typeof eventFilters, string>({
  arguments: eventFilters,
  async show({ args: sent, target, ...call }) {
    const range = daysOfWeek(target);
    const filter = await calendarFilter(sent, range, call);
    const found = await findDays(call, template, filter, range, LIMITS);
    const view = pageView(call);
    const isEmpty = found.total === 0;
    const days = daysSaid(range.from, range.to, call.language);
    const title = filled(wordsIn('weekPages', call).title, { week: weekNumber(range.from), days });
    const filters = await calendarFilters(call, sent, filter, range, `/events/week/${dateOf(range.from)}/`);
    const main = html`<header class="calendar-head">
<h1>${title}</h1>
${steps(range, isEmpty, call)}
${dateJump('week', range.from, call)}
</header>
${filters}
${runningBand(found, range, view)}
${weekDays(found, view)}
${subscribe(call, ALL_DATES)}
${found.data}`;
    return {
      ...{ title, section: 'week', main },
      ...listingOf(call, `/events/week/${dateOf(range.from)}/`, isEmpty),
      preview: await listPreview(sent, call),
      ...sharedList(sent),
    };
  },
});

function steps({ from, to }: DayRange, isEmpty: boolean, call: BareCall) {
  const words = wordsIn('weekPages', call);
  const step = (monday: number): Step | undefined =>
    hasPage(monday)
      ? {
          href: calendarPath(call, `week/${dateOf(monday)}/`),
          text: filled(wordsIn('monthPages', call).week, { week: weekNumber(monday) }),
        }
      : undefined;
  const today = dayNumber(call.clock.today());
  const now = {
    ...{ href: calendarPath(call, 'week/'), text: words.this_week },
    isCurrent: from <= today && today <= to,
  };
  return stepsOf({ label: words.weeks, previous: step(from - 7), next: step(to + 1), now, isEmpty }, call);
}

export const weekPageRoutes = (): Route[] => [
  recordRoute<string>({
    ...{ root: '', path: '/events/week', operations: [weekPage] },
    find: async call => call.clock.today(),
  }),
  recordRoute<string>({
    ...{ root: '', path: '/events/week/:date', operations: [weekPage] },
    find: async (_, { date }) => date,
  }),
];
