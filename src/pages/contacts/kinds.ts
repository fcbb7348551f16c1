import type { ContactKind, ContactRow } from '../../contacts/store.ts';
import type { PublishedRow, WithImage } from '../../db/tables.ts';
import { organizationNode, placeNode } from '../../formats/json-ld/contact-nodes.ts';
import { organizerWords, venueWords } from '../../i18n/messages.ts';
import type { Html } from '../../lib/html.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { venueKind } from '../../venues/venue.ts';
import type { PageView } from '../view.ts';
import { organizerContact, venueContact } from './contact.ts';

/** How pages show venues or organizers. */
export interface ShownKind<Row extends ContactRow> {
  readonly kind: ContactKind<Row>;
  readonly words: typeof venueWords | typeof organizerWords;
  /** The word for all of them. */
  readonly plural: 'venues' | 'organizers';
  contact(place: WithImage<Row>, view: PageView): Html | undefined;
  /** Its structured data. */
  node(place: WithImage<Row>, view: PageView): object;
}

export const shownVenues: ShownKind<Omit<VenueRecord, 'image'> & PublishedRow> = {
  ...{ kind: venueKind, words: venueWords, plural: 'venues' },
  contact: venueContact,
  node: placeNode,
};

export const shownOrganizers: ShownKind<Omit<OrganizerRecord, 'image'> & PublishedRow> = {
  ...{ kind: organizerKind, words: organizerWords, plural: 'organizers' },
  contact: organizerContact,
  node: organizationNode,
};
