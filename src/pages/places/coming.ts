import { type Html, html } from '../../lib/html.ts';
import type { PlaceRow } from '../../places/store.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { pathTo } from '../addresses.ts';
import type { ShownList } from '../find.ts';
import { cardTemplate } from '../parts/card.ts';
import { counted } from '../parts/plural.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { ShownKind } from './kinds.ts';

/** What comes up at a place: one page of it. */
export interface ComingEvents {
  readonly found: ShownList;
  readonly args: ListArgs;
}

/** How many events come up, as people say it. */
export const countOf = ({ total }: ShownList, view: PageView): string =>
  counted(wordsIn('placePages', view), 'events', total, view.language);

/** The events of a place from now on, and the ways to the others. */
export function comingEvents<Row extends PlaceRow>(
  { kind }: ShownKind<Row>,
  { id }: PlaceRow,
  { found }: ComingEvents,
  view: PageView,
): Html {
  const words = wordsIn('placePages', view);
  const listOf = (path: string) => pathTo(view, `${path}?${kind.type}=${id}`);
  const { events, total } = found;
  return html`<section class="place-events" aria-labelledby="coming">
<h2 id="coming">${words.upcoming}${total > 0 && html` <span class="count">${countOf(found, view)}</span>`}</h2>
${total === 0 ? html`<p>${words.none}</p>` : html`<ul class="cards">${events.map(event => html`<li>${cardTemplate.write(event, view)}</li>`)}</ul>`}
<ul class="place-links">
${total > 0 && html`<li><a href="${listOf('/events/')}">${words.filter}</a></li>\n`}<li><a href="${listOf('/events/past/')}">${words.past}</a></li>
</ul>
</section>`;
}
