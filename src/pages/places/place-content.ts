import type { WithImage } from '../../db/tables.ts';
import { imageUrl } from '../../images/image.ts';
import { type Html, html } from '../../lib/html.ts';
import type { PlaceRow } from '../../places/store.ts';
import { pathTo } from '../addresses.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { type ComingEvents, comingEvents } from './coming.ts';
import type { ShownKind } from './kinds.ts';

/** The content of the page of a place. */
export function placeContent<Row extends PlaceRow>(
  shown: ShownKind<Row>,
  place: WithImage<Row>,
  events: ComingEvents,
  view: PageView,
): Html {
  const words = wordsIn('placePages', view);
  const contact = shown.contact(place, view);
  const about = aboutOf(place, view);
  return html`<article class="place">
<header class="place-header">
<p class="place-kind"><a href="${pathTo(view, `/${shown.plural}/`)}">${words[shown.plural]}</a></p>
<h1${textLanguage(place, 'name', view)}>${place.name}</h1>
</header>
${(about || contact) && html`<div class="place-body">\n${about}${contact}</div>\n`}${comingEvents(shown, place, events, view)}
</article>`;
}

/** The picture and the description. */
function aboutOf(place: WithImage<PlaceRow>, view: PageView): Html | undefined {
  const { image, description } = place;
  if (!image && !description) return undefined;
  return html`<div class="place-about">
${image && html`<img class="place-picture" src="${imageUrl(image, view)}" width="${image.width}" height="${image.height}" alt="${image.alt_text}">`}
${description && html`<div class="rich-text"${textLanguage(place, 'description', view)}>${description}</div>`}
</div>
`;
}
