import { sayingIn } from '../../i18n/date-format.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { pathTo } from '../addresses.ts';
import { linkOf, textLanguage } from '../parts/card.ts';
import { timeElement, timeSaid } from '../parts/dates.ts';
import { counted } from '../parts/plural.ts';
import { asQuery, queryOfPage, SHAPING, without } from '../parts/query.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { ListedVenue } from './listed-venues.ts';

/** A venue in the list beside the map. The script of the map reads where it is. */
export function venueItem(listed: ListedVenue, heading: 'h2' | 'h3', view: PageView): Html {
  const { venue, count, next, number, point } = listed;
  const words = wordsIn('mapPage', view);
  const name = html`<a href="${permalink('venue', venue, view)}"${textLanguage(venue, 'name', view)}>${venue.name}</a>`;
  return html`<li class="map-venue" id="venue-${venue.id}"${attribute('data-lat', point?.lat)}${attribute('data-lng', point?.lng)}>
${point && html`<span class="map-number" aria-hidden="true">${number}</span>\n`}${heading === 'h2' ? html`<h2 class="map-name">${name}</h2>` : html`<h3 class="map-name">${name}</h3>`}
${venue.address && html`<p class="map-address">${venue.address}</p>\n`}<p class="map-next">${nextOf(next, view)}</p>
<p class="map-count"><a href="${listOf(venue.id, view)}" rel="nofollow">${counted(words, 'events', count, view.language)}<span class="visually-hidden">, ${venue.name}</span></a></p>
</li>
`;
}

/** The list of the same events at a venue. */
function listOf(id: number, view: PageView): string {
  const query = without(queryOfPage(view), ...SHAPING, 'venue');
  query.set('venue', String(id));
  return pathTo(view, `/events/${asQuery(query)}`);
}

/** The next event, or the one that is on: then its date tells nothing. */
function nextOf(event: ShownEvent, view: PageView): Html {
  const words = wordsIn('mapPage', view);
  const link = linkOf(event, view);
  if (view.clock.hasCome(event.start_at)) return html`${words.now} ${link}`;
  return html`${words.next} ${link}, ${timeElement(event, 'start', startSaid(event, view))}`;
}

/** `Sat 10 May, 18:30`, with the year if it is another one. */
function startSaid({ start_date, all_day }: ShownEvent, { language, clock }: PageView): string {
  const isThisYear = start_date.slice(0, 4) === clock.today().slice(0, 4);
  const day = (isThisYear ? shortDay : shortDayAndYear)(language)(start_date);
  return all_day === 1 ? day : `${day}, ${timeSaid(language)(start_date)}`;
}

const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const shortDay = sayingIn(SHORT);
const shortDayAndYear = sayingIn({ ...SHORT, year: 'numeric' });
