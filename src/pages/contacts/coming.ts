import type { ContactRow } from '../../contacts/store.ts';
import { type Html, html } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import type { FoundCards } from '../find-cards.ts';
import { daysOfList } from '../list/days.ts';
import type { FoundList } from '../list/found-list.ts';
import { dataOf } from '../parts/json-ld.ts';
import { pager } from '../parts/pager.ts';
import { counted } from '../parts/plural.ts';
import { relOf } from '../parts/query.ts';
import { subscribe } from '../parts/subscribe.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { ShownKind } from './kinds.ts';

/** How many events come up, as people say it. */
export const countOf = ({ total }: FoundCards, view: PageView): string =>
  counted(wordsIn('contactPages', view), 'events', total, view.language);

/** The events of a place from now on, one page of them, and the ways to the others. */
export function comingEvents<Row extends ContactRow>(
  { kind }: ShownKind<Row>,
  { id }: ContactRow,
  found: FoundList,
  view: PageView,
): Html {
  const words = wordsIn('contactPages', view);
  const listOf = (path: string) => {
    const href = pathTo(view, `${path}?${kind.type}=${id}`);
    return html`href="${href}"${relOf(href)}`;
  };
  const { args, total, pages } = found;
  return html`<section class="place-events" aria-labelledby="coming">
<h2 id="coming">${words.upcoming}${total > 0 && html` <span class="count">${countOf(found, view)}</span>`}</h2>
${
  total === 0
    ? html`<p>${words.none}</p>\n`
    : html`${daysOfList(view, found)}${pager(view, { path: view.page!.path, page: args.page, pages })}`
}<ul class="place-links">
${total > 0 && html`<li><a ${listOf('/events/')}>${words.filter}</a></li>\n`}<li><a ${listOf('/events/past/')}>${words.past}</a></li>
</ul>
${subscribe(view, {
  ...{ path: '/events/', query: { [kind.type]: String(id) }, coming: { when: 'ongoing,upcoming' } },
  size: args.per_page,
})}
${dataOf(found.cards)}</section>`;
}
