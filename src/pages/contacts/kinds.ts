import type { ContactKind, ContactRow } from '../../contacts/store.ts';
import type { PublishedRow, WithImage } from '../../db/tables.ts';
import { organizationNode, placeNode } from '../../formats/json-ld/contacts.ts';
import { organizerWords, venueWords } from '../../i18n/messages.ts';
import { type Html, html } from '../../lib/html.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { venueKind } from '../../venues/venue.ts';
import { addressLines, directionsTo, emailLink, ifFilled, phoneLink } from '../parts/address.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** How pages show venues or organizers. */
export interface ShownKind<Row extends ContactRow> {
  readonly kind: ContactKind<Row>;
  readonly words: typeof venueWords | typeof organizerWords;
  /** The word for all of them. */
  readonly plural: 'venues' | 'organizers';
  /** Where or how it can be reached. */
  details(contact: WithImage<Row>, view: PageView): Html | undefined;
  node(contact: WithImage<Row>, view: PageView): object;
}

export const shownVenues: ShownKind<Omit<VenueRecord, 'image'> & PublishedRow> = {
  ...{ kind: venueKind, words: venueWords, plural: 'venues' },
  details: venueDetails,
  node: placeNode,
};

export const shownOrganizers: ShownKind<Omit<OrganizerRecord, 'image'> & PublishedRow> = {
  ...{ kind: organizerKind, words: organizerWords, plural: 'organizers' },
  details: organizerDetails,
  node: organizationNode,
};

/** A line of the list of contacts; nothing if there is no value. */
const line = (label: string, value: Html | undefined) =>
  value && html`<div class="contact-line"><dt>${label}</dt><dd>${value}</dd></div>`;

const list = (lines: readonly (Html | undefined)[]): Html | undefined =>
  lines.some(Boolean) ? html`<dl class="contact">${lines}</dl>` : undefined;

function venueDetails(venue: VenueRecord, view: PageView): Html | undefined {
  const words = wordsIn('contactPages', view);
  const address = addressLines(venue);
  const way = directionsTo(venue, venue.show_map_link === 1, wordsIn('eventPage', view).directions);
  const where = html`${address.length > 0 && html`<address>${address.map((text, at) => html`${at > 0 && html`<br>`}${text}`)}</address>`}${way}`;
  return list([
    line(words.address, address.length > 0 || way ? where : undefined),
    line(words.phone, ifFilled(venue.phone, phoneLink)),
    line(words.website, ifFilled(venue.website, websiteLink)),
  ]);
}

function organizerDetails(organizer: OrganizerRecord, view: PageView): Html | undefined {
  const words = wordsIn('contactPages', view);
  return list([
    line(words.phone, ifFilled(organizer.phone, phoneLink)),
    line(words.email, ifFilled(organizer.email, emailLink)),
    line(words.website, ifFilled(organizer.website, websiteLink)),
  ]);
}

/** The address without what people do not read. Only addresses of the web are links. */
function websiteLink(website: string): Html {
  const [, shown] = /^https?:\/\/(?:www\.)?(.*?)\/?$/i.exec(website) ?? [];
  return shown ? html`<a href="${website}" rel="nofollow">${shown}</a>` : html`${website}`;
}
