import type { EventRow } from '../../db/tables.ts';
import { withLinks } from '../../events/linked.ts';
import { ruleOnPage } from '../../events/series-members.ts';
import { assertPage, sharedList } from '../../http/list-answer.ts';
import { range } from '../../input/common-arguments.ts';
import { type Html, html } from '../../lib/html.ts';
import { assertReadable } from '../../reading/readable.ts';
import { permalink } from '../../records/published-members.ts';
import { pageLanguages } from '../../records/translations/alternates.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { eventFilters, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { type Card, findCards } from '../find-cards.ts';
import { page } from '../page.ts';
import { textLanguage } from '../parts/card.ts';
import { dataOf } from '../parts/json-ld.ts';
import { pager, queryOfNumber } from '../parts/pager.ts';
import { isPlain, relOf } from '../parts/query.ts';
import { type PageEvent, type PageView, pageView, shownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { datesList, dateTemplate } from './dates.ts';

const MOST = 100;

/** All dates of a series: those to come, or with `when=past` those that are over, the latest first. */
export const allDatesPage = page<typeof eventFilters, EventRow>({
  arguments: eventFilters,
  async show({ args: sent, target, ...call }) {
    assertReadable(target, call.viewer);
    const isPast = sent.when?.includes('past') === true;
    const args: ListArgs = {
      ...sent,
      ...{ series: [target.id], when: sent.when ?? ['ongoing', 'upcoming'], per_page: MOST },
      ...(isPast && { orderby: sent.orderby ?? 'start', order: sent.order ?? 'desc' }),
    };
    const filter = await readFilter(args, call);
    const view = pageView(call);
    const [record] = await withLinks(call.db, [target], call.viewer);
    const series = shownEvent(record!, view, filter.offeredHash);
    const { cards, total } = await findCards(
      call,
      { ...dateTemplate, isMarkedUp: true },
      filter,
      range(args, call.config),
    );
    assertPage(args, { total_pages: Math.ceil(total / MOST) }, 'event-archive-page-not-found');
    return {
      title: `${headingOf(isPast, view)} – ${series.title}`,
      main: mainOf({ series, cards, total, isPast, page: args.page }, view),
      path: language =>
        pathOf(PAGES.series, { slug: inLanguage(target, { textLanguage: language }).slug! }) +
        queryOfNumber(call, args.page),
      ...{ languages: pageLanguages(target, call.config), isListed: isPlain(call) },
      ...sharedList(args),
    };
  },
});

interface AllDates {
  readonly series: PageEvent;
  readonly cards: readonly Card[];
  readonly total: number;
  readonly isPast: boolean;
  readonly page: number;
}

function headingOf(isPast: boolean, view: PageView): string {
  const words = wordsIn('eventPage', view);
  return isPast ? words.past_dates : words.coming_dates;
}

function mainOf({ series, cards, total, isPast, page }: AllDates, view: PageView): Html {
  const words = wordsIn('eventPage', view);
  const rule = series.isLocked ? undefined : ruleOnPage(series, view);
  const path = pathOf(PAGES.series, { slug: series.slug! });
  const [others, query] = isPast ? [words.coming_dates, ''] : [words.past_dates, '?when=past'];
  return html`<article class="event">
<h1>${headingOf(isPast, view)}\u00a0– <a href="${permalink('event', series, view)}"${textLanguage(series, 'title', view)}>${series.title}</a></h1>
${rule && html`<p class="event-rule">${rule}</p>`}
${cards.length > 0 ? datesList(cards) : html`<p>${words.no_dates}</p>`}
${pager(view, { path, page, pages: Math.ceil(total / MOST) })}
<p><a href="${pathTo(view, path)}${query}"${relOf(query)}>${others}</a></p>
${dataOf(cards)}</article>`;
}
