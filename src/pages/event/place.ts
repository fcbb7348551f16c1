import { type Html, html } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { stateOrProvince } from '../../venues/venue.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { phoneLink, webLink } from './contact.ts';

/** A venue of an event: its name, its address, and where maps show it. */
export function placeOf(venue: VenueRecord, event: ShownEvent, view: PageView): Html {
  const words = wordsIn('eventPage', view);
  const name = html`<a href="${permalink('venue', venue, view)}"${textLanguage(venue, 'name', view)}>${venue.name}</a>`;
  const lines = addressOf(venue);
  return html`<p class="event-place">${hasMoved(event) ? html`<s>${name}</s>` : name}</p>
${lines.length > 0 && html`<address>${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</address>`}
${(venue.phone || venue.website) && html`<ul class="event-contact">${phoneLink(venue.phone)}${webLink(venue.website)}</ul>`}
${showsMapLink(venue, event) && html`<p class="event-maps"><span>${words.maps}</span> ${mapLinks(venue).map(({ title, href }) => html`<a href="${href}" rel="noopener nofollow">${title}</a> `)}</p>`}`;
}

export const hasMoved = ({ event_status }: Pick<ShownEvent, 'event_status'>): boolean =>
  event_status === 'moved_online';

/** A new event has no wish of its own; that of its venue then counts. */
const showsMapLink = (venue: VenueRecord, event: ShownEvent): boolean =>
  !hasMoved(event) && (event.show_map_link === 1 || venue.show_map_link === 1) && mapQuery(venue) !== '';

/** The lines of a postal address, each said once. */
export function addressOf(venue: VenueRecord): string[] {
  const town = [venue.zip, venue.city].filter(Boolean).join(' ');
  const lines = [venue.address, town, stateOrProvince(venue), venue.country];
  return [...new Set(lines)].filter(line => line && line !== venue.city && line !== venue.name) as string[];
}

const pointOf = ({ geo_lat, geo_lng }: VenueRecord): string | undefined =>
  geo_lat === null || geo_lng === null ? undefined : `${geo_lat},${geo_lng}`;

/** What a map searches for; '' if neither an address nor a point is known. */
const mapQuery = (venue: VenueRecord): string => {
  const lines = addressOf(venue);
  return lines.length > 0 || venue.city ? [venue.name, ...lines].join(', ') : (pointOf(venue) ?? '');
};

/** Links to maps of others, which load nothing until a reader follows them. */
export function mapLinks(venue: VenueRecord): { title: string; href: string }[] {
  const [point, query] = [pointOf(venue), encodeURIComponent(mapQuery(venue))];
  const [lat, lng] = point?.split(',') ?? [];
  return [
    {
      title: 'OpenStreetMap',
      href: point
        ? `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`
        : `https://www.openstreetmap.org/search?query=${query}`,
    },
    { title: 'Google Maps', href: `https://www.google.com/maps/search/?api=1&query=${point ?? query}` },
    {
      title: 'Apple Maps',
      href: `https://maps.apple.com/?${point ? `ll=${point}&q=${encodeURIComponent(venue.name)}` : `q=${query}`}`,
    },
  ];
}
