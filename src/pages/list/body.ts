import type { BareCall } from '../../http/call.ts';
import { formatDay, formatMonthOfDay, formatWeekday } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { dateOf, toWall } from '../../lib/time/zones.ts';
import { readFilter } from '../../search/event-filter.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { dayNumber } from '../calendar/days.ts';
import { type Card, countEvents } from '../find-cards.ts';
import { chips } from '../parts/chips.ts';
import { type Filtering, filterForm } from '../parts/filters.ts';
import { dataOf } from '../parts/json-ld.ts';
import { pager } from '../parts/pager.ts';
import { counted, formatNumber } from '../parts/plural.ts';
import { asQuery, queryOfPage, relOf, without, withValues } from '../parts/query.ts';
import { datesLink, onceInFeeds } from '../parts/series-once.ts';
import { COMING_NOW, subscribe } from '../parts/subscribe.ts';
import { wordsIn } from '../words.ts';
import type { FoundList, ListKind } from './find-list.ts';
import { namesFound } from './names-found.ts';
import type { Heading } from './titles.ts';

/** The content of a page with a list: the form beside the events. */
export async function listBody(
  call: BareCall,
  kind: ListKind,
  found: FoundList,
  filtering: Filtering,
  { text, days }: Heading,
): Promise<Html> {
  const { args, total, pages } = found;
  const words = wordsIn('listPages', call);
  const past = pastLink(call, filtering);
  const isSearch = args.search !== undefined && args.page === 1 && kind.section === 'list';
  return html`<div class="listing">
<header class="listing-head">
<h1${languageOfHeading(call, kind, text)}>${text.slice(0, text.length - days.length)}${days && html`<span class="unbroken">${days}</span>`}</h1>
${kind.intro?.(found, filtering)}</header>
${filterForm(call, filtering)}
<div class="listing-main">
${isSearch && (await namesFound(call, args.search!))}${
  total === 0
    ? await emptyList(call, kind, found, filtering)
    : html`<div class="listing-found"><p class="listing-count">${counted(words, 'events', total, call.language)}</p>
${await datesLink(call, found, kind.path, queryOfPage(call))}${chips(call, kind.path, filtering.chosen)}</div>
${band(call, kind, found, true)}${daysOfList(call, found)}
${pager(call, { path: kind.path, page: args.page, pages })}`
}
${found.ongoing && total > 0 && html`<p class="listing-past"><a href="${past}"${relOf(past)}>${words.past}${past.includes('?') && html`<span class="visually-hidden"${languageOfHeading(call, kind, text)}>, ${text}</span>`}</a></p>\n`}${subscribe(call, subscriptionOf(kind, found))}
</div>
${dataOf([...(found.ongoing?.cards ?? []), ...found.cards])}</div>`;
}

/** The name of a record may be in another language than the page. */
const languageOfHeading = (call: BareCall, { title, titleLanguage }: ListKind, heading: string): Html =>
  attribute('lang', heading === title && titleLanguage !== call.language ? titleLanguage : undefined);

/** Feeds begin with the same events as the page; a calendar keeps those of the last weeks as well. */
const subscriptionOf = ({ path, documents }: ListKind, { args, filter, ongoing }: FoundList) => ({
  ...{ path, ...documents, size: args.per_page + (ongoing?.total ?? 0) },
  now: { ...(ongoing && COMING_NOW), ...onceInFeeds(filter) },
});

/**
 * The running events, in few words; the first ones of many.
 * @param isFolded whether a phone shows a line that unfolds
 */
export function band(
  call: BareCall,
  kind: ListKind,
  { ongoing, args }: Pick<FoundList, 'ongoing' | 'args'>,
  isFolded: boolean,
): Html {
  if (!ongoing || ongoing.total === 0 || args.page > 1) return NOTHING;
  const words = wordsIn('listPages', call);
  const { cards, total } = ongoing;
  const all = pathTo(call, kind.path) + asQuery(withValues(queryOfPage(call), 'when', ['ongoing']));
  const content = html`<ul class="band-cards">${cards.map(card => html`<li>${card.html}</li>\n`)}</ul>
${total > cards.length && html`<p class="band-more"><a href="${all}"${relOf(all)}>${filled(words.all_ongoing, { count: formatNumber(total, call.language) })}</a></p>\n`}`;
  const count = counted(words, 'running', total, call.language);
  return html`<section class="band" aria-labelledby="on-now">
<h2 id="on-now">${words.ongoing}</h2>
${isFolded ? html`<details>\n<summary>${count}</summary>\n${content}</details>\n` : content}</section>
`;
}

/** A list without events: which filters could be left out, and whether there were such events in the past. */
async function emptyList(
  call: BareCall,
  { path }: ListKind,
  { args, ongoing }: FoundList,
  filtering: Filtering,
): Promise<Html> {
  const words = wordsIn('listPages', call);
  const { chosen } = filtering;
  const isPlain = chosen.length === 0;
  const past = ongoing ? await countPast(call, args) : 0;
  return html`<div class="empty" role="status">
<p class="empty-title">${!isPlain ? words.none : ongoing ? words.nothing_planned : wordsIn('calendarPages', call).none}</p>
${isPlain && ongoing && html`<p>${words.nothing_planned_text}</p>\n`}${!isPlain && html`<p>${words.try_without}</p>\n${chips(call, path, chosen)}\n`}${
  past > 0 &&
  html`<p>${counted(words, 'past_match', past, call.language)} <a href="${pastLink(call, filtering)}"${relOf(pastLink(call, filtering))}>${words.see_past}</a></p>\n`
}</div>`;
}

/** How many events that have ended match the same filters. */
async function countPast(call: BareCall, args: FoundList['args']): Promise<number> {
  return countEvents(call, await readFilter({ ...args, when: ['past'] }, call));
}

/** The address of the past events with the filters of a list, also those for which its own address stands. */
function pastLink(call: BareCall, { choices }: Pick<Filtering, 'choices'>): string {
  const query = without(queryOfPage(call), 'page', 'all_values');
  for (const { parameter, isFixed, choices: all } of choices) {
    const fixed = isFixed ? all.filter(({ isChosen }) => isChosen) : [];
    if (fixed.length > 0) query.set(parameter, fixed.map(({ value }) => value).join(','));
  }
  return pathTo(call, pathOf(PAGES.past)) + asQuery(query);
}

/** The events of a list below the headings of their days; those that began before its dates are a group of their own. */
export function daysOfList(call: BareCall, { cards, filter }: Pick<FoundList, 'cards' | 'filter'>): Html {
  if (filter.order && filter.order.by !== 'start') return listOf(cards);
  const since = beginningOf(filter);
  const { id: zone } = call.config.TIME_ZONE;
  const groups = Map.groupBy(cards, ({ start }) =>
    start < since ? BEGUN : toWall(start, zone).slice(0, 10),
  );
  return html`<ol class="list-days">${[...groups].map(([day, cards]) =>
    day === BEGUN
      ? html`<li class="list-day list-begun">\n<h2 class="list-date">${wordsIn('listPages', call).begun}</h2>\n${groups.size > 1 ? folded(cards, call) : listOf(cards)}</li>\n`
      : html`<li class="list-day">\n${headingOf(day, call)}\n${listOf(cards)}</li>\n`,
  )}</ol>
`;
}

const BEGUN = '';

/** What has begun is a line on a phone, so that the first day is not far below; other windows show all of it. */
const folded = (cards: readonly Card[], call: BareCall): Html =>
  html`<details>\n<summary>${counted(wordsIn('listPages', call), 'events', cards.length, call.language)}</summary>\n${listOf(cards)}</details>\n`;

/** Epoch seconds at which the list begins. */
const beginningOf = ({ overlaps, when }: FoundList['filter']): number =>
  Math.max(overlaps?.bounds.runsFrom ?? -Infinity, when?.runsFrom ?? -Infinity);

const listOf = (cards: readonly Card[]): Html =>
  html`<ul class="cards">${cards.map(({ html: card }) => html`<li>${card}</li>\n`)}</ul>\n`;

/** The eye sees a big number, and the weekday and month beside it; read aloud it is a date. */
function headingOf(day: string, call: BareCall): Html {
  const wall = `${day} 00:00:00`;
  const hasYear = day.slice(0, 4) !== call.clock.today().slice(0, 4);
  const month = formatMonthOfDay(day, call.language, hasYear);
  return html`<h2 class="list-date"><time datetime="${day}"><span class="list-number" aria-hidden="true">${Number(day.slice(8))}</span> <span class="list-weekday" aria-hidden="true">${formatWeekday(wall, call.language)}</span> <span class="list-month" aria-hidden="true">${month}</span><span class="visually-hidden">${formatDay(wall, call.language)}</span></time>${relativeTo(day, call)}</h2>`;
}

/** Where a date is near, people say how near. */
function relativeTo(day: string, call: BareCall): Html | undefined {
  const words = wordsIn('listPages', call);
  const today = call.clock.today();
  const tomorrow = dateOf(dayNumber(today) + 1);
  const name = day === today ? words.today : day === tomorrow ? words.tomorrow : undefined;
  return name === undefined ? undefined : html` <span class="list-near">${name}</span>`;
}
