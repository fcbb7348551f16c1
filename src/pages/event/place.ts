import { type Html, html } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { addressLines } from '../parts/address.ts';
import { textLanguage } from '../parts/card.ts';
import { phoneLink } from '../parts/contact-links.ts';
import { mapLinks } from '../parts/map-links.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { item, webLink } from './contact.ts';

/** A venue of an event: its name, its address, and where maps show it. */
export function placeOf(venue: VenueRecord, event: ShownEvent, view: PageView): Html {
  const href = permalink('venue', venue, view);
  const name = html`<a href="${href}"${textLanguage(venue, 'name', view)}>${venue.name}</a>`;
  const lines = addressLines(venue).filter(line => line !== venue.name);
  const ways = [item(venue.phone, phoneLink), webLink(venue.website)].filter(Boolean);
  return html`<p class="event-place">${hasMoved(event) ? html`<s>${name}</s>` : name}</p>
${lines.length > 0 && html`<address>${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</address>`}
${!hasMoved(event) && mapLinks(wishing(venue, event))}
${ways.length > 0 && html`<ul class="event-contact">${ways}</ul>`}`;
}

export const hasMoved = ({ event_status }: Pick<ShownEvent, 'event_status'>): boolean =>
  event_status === 'moved_online';

/** An event that wants a link to maps has one, also if its venue wants none. */
const wishing = (venue: VenueRecord, { show_map_link }: ShownEvent): VenueRecord => ({
  ...venue,
  show_map_link: show_map_link || venue.show_map_link,
});
