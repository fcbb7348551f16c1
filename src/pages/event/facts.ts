import { eventCost } from '../../events/stored-cost.ts';
import { type Html, html } from '../../lib/html.ts';
import { isWebAddress } from '../../lib/text/addresses.ts';
import { pathTo } from '../addresses.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { linkTo, organizerOf } from './contact.ts';
import { customFacts } from './custom-facts.ts';
import { hasMoved, placeOf } from './place.ts';

/** What everybody asks: where an event takes place, and for how much. */
export function mainFacts(event: ShownEvent, view: PageView): Html[] {
  const words = wordsIn('eventPage', view);
  const cost = eventCost(event, view);
  const places = event.venues.map(venue => placeOf(venue, event, view));
  return [
    ...fact(words.where, places),
    ...fact(words.online, onlineOf(event, view)),
    ...fact(words.price, cost ? [html`<p class="event-price">${cost}</p>`] : []),
  ];
}

/** Who runs an event, and what else is known of it. */
export function otherFacts(event: ShownEvent, view: PageView): Html[] {
  const words = wordsIn('eventPage', view);
  const { organizers, website } = event;
  const organized = organizers.map(organizer => organizerOf(organizer, view));
  return [
    ...fact(words.organizer, organized),
    ...fact(words.website, website && isWebAddress(website) ? [html`<p>${linkTo(website)}</p>`] : []),
    ...customFacts(event).flatMap(({ label, value }) => fact(label, [html`<p>${value}</p>`])),
    ...fact(words.tags, tagsOf(event, view)),
  ];
}

function tagsOf({ tags }: ShownEvent, view: PageView): Html[] {
  if (tags.length === 0) return [];
  const links = tags.map(
    tag =>
      html`<li><a href="${pathTo(view, `/tag/${tag.slug}/`)}"${textLanguage(tag, 'name', view)}>${tag.name}</a></li>`,
  );
  return [html`<ul class="event-tags">${links}</ul>`];
}

const fact = (name: string, values: readonly Html[]): Html[] =>
  values.length === 0
    ? []
    : [html`<div><dt>${name}</dt>${values.map(value => html`<dd>${value}</dd>`)}</div>`];

/** How to take part without going there. */
function onlineOf(event: ShownEvent, view: PageView): Html[] {
  const { is_virtual, virtual_url } = event;
  if (is_virtual !== 1 && !hasMoved(event)) return [];
  const words = wordsIn('eventPage', view);
  return [
    isWebAddress(virtual_url)
      ? html`<p><a href="${virtual_url}" rel="noopener">${words.join_online}</a></p>`
      : html`<p>${words.is_online}</p>`,
  ];
}
