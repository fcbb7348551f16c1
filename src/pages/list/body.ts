import type { BareCall } from '../../http/call.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { readFilter } from '../../search/event-filter.ts';
import { pathTo } from '../addresses.ts';
import { findCards } from '../find-cards.ts';
import { cardTemplate } from '../parts/card.ts';
import { chips } from '../parts/chips.ts';
import type { Filtering } from '../parts/filtering.ts';
import { filterForm } from '../parts/filters.ts';
import { dataOf } from '../parts/json-ld.ts';
import { pager } from '../parts/pager.ts';
import { counted, formatNumber } from '../parts/plural.ts';
import { asQuery, queryOfPage, relOf, without, withValues } from '../parts/query.ts';
import { subscribe } from '../parts/subscribe.ts';
import { wordsIn } from '../words.ts';
import { daysOfList } from './days.ts';
import type { FoundList, ListKind } from './found-list.ts';

/** The content of a page with a list: the form beside the events. */
export async function listBody(
  call: BareCall,
  kind: ListKind,
  found: FoundList,
  filtering: Filtering,
  heading: string,
): Promise<Html> {
  const { args, total, pages } = found;
  const words = wordsIn('listPages', call);
  const past = pastLink(call, filtering);
  return html`<div class="listing">
<header class="listing-head">
<h1${languageOfHeading(call, kind, heading)}>${heading}</h1>
${kind.intro?.(found, filtering)}</header>
${filterForm(call, filtering)}
<div class="listing-main">
${
  total === 0
    ? await emptyList(call, kind, found, filtering)
    : html`<div class="listing-found"><p class="listing-count">${counted(words, 'events', total, call.language)}</p>
${chips(call, kind.path, filtering.chosen)}</div>
${band(call, kind, found)}${daysOfList(call, found)}
${pager(call, { path: kind.path, page: args.page, pages })}`
}
${found.ongoing && total > 0 && html`<p class="listing-past"><a href="${past}"${relOf(past)}>${words.past}</a></p>\n`}${subscribe(call, subscriptionOf(kind, found))}
</div>
${dataOf([...(found.ongoing?.cards ?? []), ...found.cards])}</div>`;
}

/** The name of a record may be in another language than the page. */
const languageOfHeading = (call: BareCall, { title, titleLanguage }: ListKind, heading: string): Html =>
  attribute('lang', heading === title && titleLanguage !== call.language ? titleLanguage : undefined);

/** Feeds begin with the same events as the page; a calendar keeps those of the last weeks as well. */
const subscriptionOf = ({ path, documents }: ListKind, { args, ongoing }: FoundList) => ({
  ...{ path, ...documents, size: args.per_page + (ongoing?.total ?? 0) },
  ...(ongoing && { coming: { when: 'ongoing,upcoming' } }),
});

/** The running events, in few words; the first ones of many. */
function band(call: BareCall, kind: ListKind, { ongoing, args }: FoundList): Html {
  if (!ongoing || ongoing.total === 0 || args.page > 1) return NOTHING;
  const words = wordsIn('listPages', call);
  const { cards, total } = ongoing;
  const all = pathTo(call, kind.path) + asQuery(withValues(queryOfPage(call), 'when', ['ongoing']));
  return html`<section class="band" aria-labelledby="on-now">
<h2 id="on-now">${words.ongoing}</h2>
<ul class="band-cards">${cards.map(card => html`<li>${card.html}</li>\n`)}</ul>
${total > cards.length && html`<p class="band-more"><a href="${all}"${relOf(all)}>${filled(words.all_ongoing, { count: formatNumber(total, call.language) })}</a></p>\n`}</section>
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
<p class="empty-title">${isPlain ? words.nothing_planned : words.none}</p>
${isPlain && ongoing && html`<p>${words.nothing_planned_text}</p>\n`}${!isPlain && html`<p>${words.try_without}</p>\n${chips(call, path, chosen)}\n`}${
  past > 0 &&
  html`<p>${counted(words, 'past_match', past, call.language)} <a href="${pastLink(call, filtering)}"${relOf(pastLink(call, filtering))}>${words.see_past}</a></p>\n`
}</div>`;
}

/** How many events that have ended match the same filters. */
async function countPast(call: BareCall, args: FoundList['args']): Promise<number> {
  const filter = await readFilter({ ...args, when: ['past'] }, call);
  return (await findCards(call, cardTemplate, filter, { limit: 0, offset: 0 })).total;
}

/** The address of the past events with the filters of a list, also those for which its own address stands. */
function pastLink(call: BareCall, { choices }: Pick<Filtering, 'choices'>): string {
  const query = without(queryOfPage(call), 'page', 'all_values');
  for (const { parameter, isFixed, choices: all } of choices) {
    const fixed = isFixed ? all.filter(({ isChosen }) => isChosen) : [];
    if (fixed.length > 0) query.set(parameter, fixed.map(({ value }) => value).join(','));
  }
  return pathTo(call, '/events/past/') + asQuery(query);
}
