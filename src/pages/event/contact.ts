import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isWebAddress } from '../../lib/text/addresses.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { permalink } from '../../records/published-members.ts';
import { textLanguage } from '../parts/card.ts';
import { emailLink, ifSaid, phoneLink } from '../parts/contact-links.ts';
import type { PageView } from '../view.ts';

/** An organizer of an event, and how to reach it. */
export function organizerOf(organizer: OrganizerRecord, view: PageView): Html {
  const { name, phone, email, website } = organizer;
  const link = html`<a href="${permalink('organizer', organizer, view)}"${textLanguage(organizer, 'name', view)}>${name}</a>`;
  const ways = [item(phone, phoneLink), item(email, emailLink), webLink(website)].filter(Boolean);
  return html`<p>${link}</p>${ways.length > 0 && html`<ul class="event-contact">${ways}</ul>`}`;
}

/** A line of a contact as an item of a list; nothing if it is empty. */
export const item = (line: string, link: (line: string) => Html): Html | undefined =>
  ifSaid(line, line => html`<li>${link(line)}</li>`);

/** A website as an item of a list, under its name. */
export const webLink = (address: string | null): Html | '' =>
  address && isWebAddress(address) ? html`<li>${linkTo(address)}</li>` : '';

/** A link to a website under the name of its host. */
export const linkTo = (address: string): Html =>
  isWebAddress(address)
    ? html`<a href="${address}" rel="noopener">${URL.parse(address)?.hostname.replace(/^www\./, '') ?? address}</a>`
    : NOTHING;
