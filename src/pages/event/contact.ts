import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { permalink } from '../../records/published-members.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView } from '../view.ts';

/** An organizer of an event, and how to reach it. */
export function organizerOf(organizer: OrganizerRecord, view: PageView): Html {
  const { name, phone, email, website } = organizer;
  const link = html`<a href="${permalink('organizer', organizer, view)}"${textLanguage(organizer, 'name', view)}>${name}</a>`;
  const mail = email && html`<li><a href="mailto:${encodeURI(email)}">${email}</a></li>`;
  const ways = [phoneLink(phone), mail, webLink(website)].filter(Boolean);
  return html`<p>${link}</p>${ways.length > 0 && html`<ul class="event-contact">${ways}</ul>`}`;
}

/** A telephone number as an item of a list; a line without digits is text. */
export function phoneLink(phone: string): Html | '' {
  const number = phone.replace(/(?!^\+)\D/g, '');
  if (phone === '') return '';
  return number.length > 2 ? html`<li><a href="tel:${number}">${phone}</a></li>` : html`<li>${phone}</li>`;
}

/** A website as an item of a list, under its name. */
export const webLink = (address: string | null): Html | '' =>
  address && isWebAddress(address) ? html`<li>${linkTo(address)}</li>` : '';

/** A link to a website under the name of its host. */
export const linkTo = (address: string): Html =>
  isWebAddress(address)
    ? html`<a href="${address}" rel="noopener">${URL.parse(address)?.hostname.replace(/^www\./, '') ?? address}</a>`
    : NOTHING;

export const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);
