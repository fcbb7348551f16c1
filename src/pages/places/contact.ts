import { type Html, html } from '../../lib/html.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { addressLines } from '../parts/address.ts';
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
  const words = wordsIn('placePages', view);
  const address = addressLines(venue);
  const links = mapLinks(venue);
  const where = html`${address.length > 0 && html`<address>${address.map((text, at) => html`${at > 0 && html`<br>`}${text}`)}</address>`}${links}`;
  return list([
    line(words.address, address.length > 0 || links ? where : undefined),
    line(words.phone, phoneLink(venue.phone)),
    line(words.website, websiteLink(venue.website)),
  ]);
}

/** How an organizer can be reached. */
export function organizerContact(organizer: OrganizerRecord, view: PageView): Html | undefined {
  const words = wordsIn('placePages', view);
  return list([
    line(words.phone, phoneLink(organizer.phone)),
    line(words.email, emailLink(organizer.email)),
    line(words.website, websiteLink(organizer.website)),
  ]);
}

/** A number that can be called, if it is one: the line may say more. */
function phoneLink(phone: string): Html | undefined {
  const number = phone.replace(/[\s().\-/]/g, '');
  if (phone === '') return undefined;
  return /^\+?\d{3,15}$/.test(number) ? html`<a href="tel:${number}">${phone}</a>` : html`${phone}`;
}

function emailLink(email: string): Html | undefined {
  if (email === '') return undefined;
  return /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(email)
    ? html`<a href="mailto:${email}">${email}</a>`
    : html`${email}`;
}

/** The address without what people do not read. Only addresses of the web are links. */
function websiteLink(website: string): Html | undefined {
  if (website === '') return undefined;
  const [, shown] = /^https?:\/\/(?:www\.)?(.*?)\/?$/i.exec(website) ?? [];
  return shown ? html`<a href="${website}" rel="nofollow">${shown}</a>` : html`${website}`;
}
