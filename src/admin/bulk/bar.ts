import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { mayPublish } from '../../users/rights.ts';
import { addressWith, type EventListFilters, queryOf } from '../events/filters.ts';
import type { AdminCall } from '../page.ts';
import { hidden } from '../parts.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { ACTIONS, type ActionName } from './actions.ts';

/** What can be done to the events of a list that are ticked, or to all that match. */
export function bulkBar(call: AdminCall, filters: EventListFilters, total: number): Html {
  const words = wordsIn('bulk', call);
  const isAll = call.query.has('all');
  const chosen = isAll
    ? filled(words.all_chosen, { total })
    : html`<span class="count">${words.chosen}</span>`;
  const other = isAll
    ? html`<a class="button low" href="${addressWith(call, filters, {})}">${words.choose_some}</a>`
    : html`<button type="submit" class="button low" name="all" value="${total}" formaction="${at(call, 'events')}">${filled(words.choose_all, { total })}</button>`;
  const names = ACTIONS.filter(name => name !== 'publish' || mayPublish(call.viewer));
  const button = (name: ActionName) =>
    html`<button type="submit" class="button low${name === names[0] && ' far'}${name === 'trash' && ' last'}" name="do" value="${name}">${words[name]}</button>\n`;
  const sent = { ...queryOf({ ...filters, page: 1 }), ...(isAll && { all: String(total) }) };
  return html`<div class="bar bulk" role="group" aria-label="${words.with_chosen}">
${hidden(Object.entries(sent))}<p class="state">${chosen}</p>
${other}
<button class="button low more-button" type="button" popovertarget="bulk">${words.what}</button>
<div class="more" id="bulk" popover>
${names.map(button)}</div>
</div>
`;
}
