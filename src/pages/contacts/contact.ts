import { type Html, html } from '../../lib/html.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { addressLines } from '../parts/address.ts';
import { emailLink, ifSaid, phoneLink } from '../parts/contact-links.ts';
import { mapLinks } from '../parts/map-links.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** A line of the list of contacts; nothing if there is no value. */
const line = (label: string, value: Html | undefined) =>
  value && html`<div class="contact-line"><dt>${label}</dt><dd>${value}</dd></div>`;

const list = (lines: readonly (Html | undefined)[]): Html | undefined =>
  lines.some(Boolean) ? html`<dl class="contact">${lines}</dl>` : undefined;

/** Where a venue is and how it can be reached. */
export function venueContact(venue: VenueRecord, view: PageView): Html | undefined {
  const words = wordsIn('contactPages', view);
  const address = addressLines(venue);
  const links = mapLinks(venue);
  const where = html`${address.length > 0 && html`<address>${address.map((text, at) => html`${at > 0 && html`<br>`}${text}`)}</address>`}${links}`;
  return list([
    line(words.address, address.length > 0 || links ? where : undefined),
    line(words.phone, ifSaid(venue.phone, phoneLink)),
    line(words.website, ifSaid(venue.website, websiteLink)),
  ]);
}

/** How an organizer can be reached. */
export function organizerContact(organizer: OrganizerRecord, view: PageView): Html | undefined {
  const words = wordsIn('contactPages', view);
  return list([
    line(words.phone, ifSaid(organizer.phone, phoneLink)),
    line(words.email, ifSaid(organizer.email, emailLink)),
    line(words.website, ifSaid(organizer.website, websiteLink)),
  ]);
}

/** The address without what people do not read. Only addresses of the web are links. */
function websiteLink(website: string): Html {
  const [, shown] = /^https?:\/\/(?:www\.)?(.*?)\/?$/i.exec(website) ?? [];
  return shown ? html`<a href="${website}" rel="nofollow">${shown}</a>` : html`${website}`;
}
