import type { PageRange } from '../../db/list-page.ts';
import type { BareCall } from '../../http/call.ts';
import { assertPage, sharedList, totalsOf } from '../../http/list-answer.ts';
import { asHeading, formatDay, formatDayOfYear } from '../../i18n/format-dates.ts';
import { timeGrammarOf } from '../../i18n/language.ts';
import { range as pageRange } from '../../input/common-arguments.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { dateOf, toWall } from '../../lib/time/zones.ts';
import { type EventFilter, eventFilters, type ListArgs } from '../../search/event-filter.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { spanOf } from '../calendar/day-entries.ts';
import { dayHeading } from '../calendar/day-parts.ts';
import { dayNumber, instantsOf, mondayOf } from '../calendar/days.ts';
import { calendarFilter, calendarFilterForm } from '../calendar/filter-form.ts';
import { calendarPath, dateJump, dayPath, headOf, listingOf } from '../calendar/navigation.ts';
import { nothingOn } from '../calendar/nearest.ts';
import { type Card, type CardTemplate, findCards } from '../find-cards.ts';
import { page } from '../page.ts';
import { begunCard, cardTemplate } from '../parts/card.ts';
import { dataOf } from '../parts/json-ld.ts';
import { pager, queryOfNumber } from '../parts/pager.ts';
import { isPlain, relOf } from '../parts/query.ts';
import { ALL_DATES, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { wordsIn } from '../words.ts';

/** A day as a list by time. Its target is the date. */
export const dayPage = page<typeof eventFilters, string>({
  arguments: eventFilters,
  async show({ args: sent, target, ...call }) {
    const day = dayNumber(target);
    const path = pathOf(PAGES.day, { day: dateOf(day) });
    const range = { from: day, to: day };
    const filter = await calendarFilter(sent, range, call);
    const size = pageSize(sent, call);
    const { timed, open, total, isFull } = await findDay(call, filter, day, pageRange(size, call.config));
    const { totals } = totalsOf(total, size.per_page);
    assertPage(size, totals, 'event-archive-page-not-found');
    const isEmpty = total === 0;
    const words = wordsIn('dayPages', call);
    const title = asHeading(formatDay(dateOf(day), call.language), call.language);
    const { form } = await calendarFilterForm(call, sent, { filter, days: range, path });
    const groups = isFull ? partsOfDay(timed, call) : group('timed', words.timed, timed);
    const main: Html = html`${head(day, isEmpty, call)}
${form}
${isEmpty && (await nothingOn(call, sent, range))}${groups}${group('open', words.through, open)}
${pager(call, { path, page: size.page, pages: totals.total_pages })}
${wider(day, isEmpty, call)}
${subscribe(call, ALL_DATES)}
${dataOf([...timed, ...open])}`;
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

function head(day: number, isEmpty: boolean, call: BareCall): Html {
  const step = (day: number) => ({
    href: dayPath(call, day),
    text: asHeading(formatDayOfYear(dateOf(day), call.language), call.language),
  });
  // Without filters, the navigation of the site leads there.
  const now = isPlain(call)
    ? undefined
    : { href: calendarPath(call, pathOf(PAGES.today)), text: wordsIn('calendarPages', call).today };
  const label = wordsIn('dayPages', call).days;
  const jump = dateJump('day', day, call);
  const title = dayHeading(day, call, 'calendar-date-rest');
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

/** The events of a day: those that begin on it before those that go on; without an hour, those that end on it first. */
async function findDay(call: BareCall, filter: EventFilter, day: number, { limit, offset }: PageRange) {
  const { from, before, nightEnds } = instantsOf({ from: day, to: day }, call.config);
  const find = (template: CardTemplate, period: EventFilter['period'], range: PageRange) =>
    findCards(call, template, { ...filter, period }, range);
  const own = await find({ ...cardTemplate, isMarkedUp: true }, { from, before }, { limit, offset });
  const rest = { limit: limit - own.cards.length, offset: Math.max(0, offset - own.total) };
  const begun = await find(begunCard, { before: from, endAbove: nightEnds }, rest);
  const isLast = ({ id, start, end }: Card) => spanOf(id, start, end, call.config).last === day;
  const others = begun.cards.map(card => ({ ...card, html: card.views[Number(isLast(card))]! }));
  const isWhole = ({ start, end }: Card) => start === from && end >= before - 1;
  const open = [...own.cards.filter(isWhole), ...others];
  return {
    total: own.total + begun.total,
    isFull: own.total > HANDFUL,
    timed: own.cards.filter(card => !isWhole(card)),
    open: [...open.filter(isLast), ...open.filter(card => !isLast(card))],
  };
}

/** Events that are found at a glance without headings between them. */
const HANDFUL = 5;

/** The events of a full day by the part of it in which they begin. What begins after midnight belongs to a night. */
function partsOfDay(timed: readonly Card[], { config, language }: BareCall): Html[] {
  const [afternoon, evening] = timeGrammarOf(language).partsOfDay;
  const partAt = (time: string) =>
    time < config.DAY_ENDS
      ? 'night'
      : time < afternoon
        ? 'morning'
        : time < evening
          ? 'afternoon'
          : 'evening';
  const words = wordsIn('dayPages', { config, language });
  const parts = Map.groupBy(timed, ({ start }) => partAt(toWall(start, config.TIME_ZONE.id).slice(11)));
  return [...parts].map(([part, cards]) => group(part, words[part], cards));
}

const group = (id: string, title: string, cards: readonly Card[]): Html =>
  cards.length === 0
    ? NOTHING
    : html`<section class="agenda" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul class="cards">${cards.map(({ html: card }) => html`<li>${card}</li>\n`)}</ul>
</section>
`;
