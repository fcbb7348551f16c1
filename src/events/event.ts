import type { EventRow, TermRow, Untokenized, WithImage } from '../db/tables.ts';
import type { OrganizerRecord } from '../organizers/members.ts';
import type { VenueRecord } from '../venues/members.ts';

/** An event without what it is linked to. */
export type OwnRecord = WithImage<Untokenized<EventRow>>;

/** What an event is linked to, as far as its reader may read it. */
export interface EventLinkRecords {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRow[];
  tags: TermRow[];
}

/** An event with all that it shows; venues and organizers are those that its reader may read. */
export type EventRecord = OwnRecord & EventLinkRecords;
