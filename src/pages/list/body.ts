import type { BareCall } from '../../http/call.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import { chips } from '../parts/chips.ts';
import type { Filtering } from '../parts/filtering.ts';
import { filterForm } from '../parts/filters.ts';
import { dataOf } from '../parts/json-ld.ts';
import { pager } from '../parts/pager.ts';
import { counted, formatNumber } from '../parts/plural.ts';
import { asQuery, queryOfPage, relOf, withValues } from '../parts/query.ts';
import { subscribe } from '../parts/subscribe.ts';
import { wordsIn } from '../words.ts';
import { daysOfList } from './days.ts';
import { emptyList, pastLink } from './empty.ts';
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
