import type { PageRange } from '../../db/list-page.ts';
import type { BareCall } from '../../http/call.ts';
import { assertPage, sharedList, totalsOf } from '../../http/list-answer.ts';
import { asHeading, formatDay, formatDayOfYear } from '../../i18n/format-dates.ts';
import { range as pageRange } from '../../input/common-arguments.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import { type EventFilter, eventFilters, type ListArgs } from '../../search/event-filter.ts';
import { findEvents, foundRecords } from '../../search/find-events.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { spanOf } from '../calendar/day-entries.ts';
import { dayNumber, mondayOf, periodOf } from '../calendar/days.ts';
import { besideEntry, entry, type OnDay } from '../calendar/entry.ts';
import { calendarFilter, calendarFilterForm } from '../calendar/filter-form.ts';
import { calendarPath, dateJump, dayPath, headOf, listingOf } from '../calendar/navigation.ts';
import { page } from '../page.ts';
import { dataOfEvents } from '../parts/json-ld.ts';
import { pager, queryOfNumber } from '../parts/pager.ts';
import { relOf } from '../parts/query.ts';
import { ALL_DATES, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { type PageView, pageView, type ShownEvent, shownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';

/** A day as a list by time. Its target is the date. */
export const dayPage = page<typeof eventFilters, string>({
  arguments: eventFilters,
  async show({ args: sent, target, ...call }) {
    const day = dayNumber(target);
    const path = pathOf(PAGES.day, { day: dateOf(day) });
    const range = { from: day, to: day };
    const filter = { ...(await calendarFilter(sent, range, call)), period: periodOf(range, call.config) };
    const size = pageSize(sent, call);
    const { events, total } = await findShown(call, filter, pageRange(size, call.config));
    const { totals } = totalsOf(total, size.per_page);
    assertPage(size, totals, 'event-archive-page-not-found');
    const isEmpty = total === 0;
    const title = asHeading(formatDay(dateOf(day), call.language), call.language);
    const filters = await calendarFilterForm(call, sent, filter, range, path);
    const main: Html = html`${head(title, day, isEmpty, call)}
${filters}
${total === 0 ? html`<p class="calendar-none">${wordsIn('calendarPages', call).none}</p>` : agenda(events, day, pageView(call))}
${pager(call, { path, page: size.page, pages: totals.total_pages })}
${wider(day, isEmpty, call)}
${subscribe(call, ALL_DATES)}
${await dataOfEvents(events, pageView(call))}`;
    return {
      ...{ title, main, ...(day === dayNumber(call.clock.today()) && { section: 'today' as const }) },
      ...listingOf(call, path + queryOfNumber(call, size.page), isEmpty),
      preview: await listPreview(sent, call),
      ...sharedList(sent),
    };
  },
});

/** Events on a page, unless the address says how many. */
const PER_PAGE = 100;

const pageSize = ({ page, per_page }: ListArgs, call: BareCall) => ({
  page,
  per_page: Math.min(call.page?.query.has('per_page') ? per_page : PER_PAGE, call.config.MAX_PER_PAGE),
});

function head(title: string, day: number, isEmpty: boolean, call: BareCall): Html {
  const words = wordsIn('calendarPages', call);
  const step = (day: number) => ({
    href: dayPath(call, day),
    text: asHeading(formatDayOfYear(dateOf(day), call.language), call.language),
  });
  const now = { href: calendarPath(call, pathOf(PAGES.today)), text: words.today };
  const label = wordsIn('dayPages', call).days;
  const jump = dateJump('day', day, call);
  return headOf({ label, range: { from: day, to: day }, step, now, jump, isEmpty, title }, call);
}

function wider(day: number, isEmpty: boolean, call: BareCall): Html {
  const words = wordsIn('dayPages', call);
  const date = dateOf(day);
  const link = (path: string, text: string) => {
    const href = calendarPath(call, path);
    return html`<a href="${href}"${relOf(href, isEmpty && 'nofollow')}>${text}</a>`;
  };
  const [week, month] = [
    pathOf(PAGES.week, { day: dateOf(mondayOf(day)) }),
    pathOf(PAGES.month, { month: date.slice(0, 7) }),
  ];
  return html`<p class="wider">${link(week, words.whole_week)} ${link(month, words.whole_month)}</p>`;
}

/** Finds events as every list does, and reads what the page shows of them. */
async function findShown(call: BareCall, filter: EventFilter, range: PageRange) {
  const view = pageView(call);
  return atOneVersion(call, async source => {
    const found = await findEvents(source, filter, call.viewer, range);
    const records = await foundRecords(found, source, call.viewer);
    return (
      records && {
        total: found.total,
        events: records.map(event => shownEvent(event, view, filter.offeredHash)),
      }
    );
  });
}

/** The events of a day: first those that last all day or longer, then the others by their times. */
function agenda(events: readonly ShownEvent[], day: number, view: PageView): Html {
  const words = wordsIn('dayPages', view);
  const all = events.map(event => ({
    event,
    span: spanOf(event.id, event.start_at, event.end_at, view.config),
    day,
  }));
  const through = all.filter(one => isThrough(one));
  const timed = all.filter(one => !isThrough(one));
  return html`${group('through', words.through, through, view)}${group('timed', words.timed, timed, view)}`;
}

const isThrough = ({ event, span, day }: OnDay): boolean => event.all_day === 1 || span.first < day;

function group(id: string, title: string, all: readonly OnDay[], view: PageView): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<section class="agenda is-${id}" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul class="entries">
${all.map(one => entry(one, view, besideEntry(one.event, view)))}</ul>
</section>
`;
}
