import type { BareCall } from '../../http/call.ts';
import { type Html, html } from '../../lib/html.ts';
import { readFilter } from '../../search/event-filter.ts';
import { pathTo } from '../addresses.ts';
import { findCards } from '../find-cards.ts';
import { cardTemplate } from '../parts/card.ts';
import { chips } from '../parts/chips.ts';
import type { Filtering } from '../parts/filtering.ts';
import { counted } from '../parts/plural.ts';
import { asQuery, queryOfPage, without } from '../parts/query.ts';
import { wordsIn } from '../words.ts';
import type { FoundList, ListKind } from './found-list.ts';

/** A list without events: which filters could be left out, and whether there were such events in the past. */
export async function emptyList(
  call: BareCall,
  { path }: ListKind,
  { args, ongoing }: FoundList,
  { choices, chosen }: Filtering,
): Promise<Html> {
  const words = wordsIn('listPages', call);
  const isPlain = chosen.length === 0;
  const past = ongoing ? await countPast(call, args) : 0;
  const query = without(queryOfPage(call), 'page', 'all_values');
  for (const { parameter, isFixed, choices: values } of choices) {
    const fixed = isFixed ? values.filter(({ isChosen }) => isChosen) : [];
    if (fixed.length > 0) query.set(parameter, fixed.map(({ value }) => value).join(','));
  }
  return html`<div class="empty" role="status">
<p class="empty-title">${isPlain ? words.nothing_planned : words.none}</p>
${!isPlain && html`<p>${words.try_without}</p>\n${chips(call, path, chosen)}\n`}${
  past > 0 &&
  html`<p>${counted(words, 'past_match', past, call.language)} <a href="${pathTo(call, '/events/past/')}${asQuery(query)}">${words.see_past}</a></p>\n`
}</div>`;
}

/** How many events that have ended match the same filters. */
async function countPast(call: BareCall, args: FoundList['args']): Promise<number> {
  const filter = await readFilter({ ...args, when: ['past'] }, call);
  return (await findCards(call, cardTemplate, filter, { limit: 0, offset: 0 })).total;
}
