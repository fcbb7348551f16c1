import { eventCost } from '../../events/stored-cost.ts';
import { type Html, html } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { isWebAddress, linkTo, organizerOf } from './contact.ts';
import { customFacts } from './custom-facts.ts';
import { hasMoved, placeOf } from './place.ts';

/** The facts of an event, each with its name. */
export function factsOf(event: ShownEvent, view: PageView): Html[] {
  const words = wordsIn('eventPage', view);
  const { venues, organizers, tags, website } = event;
  const cost = eventCost(event, view);
  return [
    ...fact(
      words.where,
      venues.map(venue => placeOf(venue, event, view)),
    ),
    ...fact(words.online, onlineOf(event, view)),
    ...fact(words.price, cost ? [html`<p class="event-price">${cost}</p>`] : []),
    ...fact(
      words.organizer,
      organizers.map(organizer => organizerOf(organizer, view)),
    ),
    ...fact(words.website, website && isWebAddress(website) ? [html`<p>${linkTo(website)}</p>`] : []),
    ...customFacts(event).flatMap(({ label, value }) => fact(label, [html`<p>${value}</p>`])),
    ...fact(
      words.tags,
      tags.length > 0
        ? [
            html`<ul class="event-tags">${tags.map(tag => html`<li><a href="${pathTo(view, `/tag/${tag.slug}/`)}"${textLanguage(tag, 'name', view)}>${tag.name}</a></li>`)}</ul>`,
          ]
        : [],
    ),
  ];
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
