import type { BareCall } from '../../http/call.ts';
import { type Html, html } from '../../lib/html.ts';
import { readFilter } from '../../search/event-filter.ts';
import { pathTo } from '../addresses.ts';
import { findCards } from '../find-cards.ts';
import { cardTemplate } from '../parts/card.ts';
import { chips } from '../parts/chips.ts';
import type { Filtering } from '../parts/filtering.ts';
import { counted } from '../parts/plural.ts';
import { asQuery, queryOfPage, relOf, without } from '../parts/query.ts';
import { wordsIn } from '../words.ts';
import type { FoundList, ListKind } from './found-list.ts';

/** A list without events: which filters could be left out, and whether there were such events in the past. */
export async function emptyList(
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
export function pastLink(call: BareCall, { choices }: Pick<Filtering, 'choices'>): string {
  const query = without(queryOfPage(call), 'page', 'all_values');
  for (const { parameter, isFixed, choices: all } of choices) {
    const fixed = isFixed ? all.filter(({ isChosen }) => isChosen) : [];
    if (fixed.length > 0) query.set(parameter, fixed.map(({ value }) => value).join(','));
  }
  return pathTo(call, '/events/past/') + asQuery(query);
}
