import type { EventRow, TermRow, Untokenized, WithImage } from '../db/tables.ts';
import type { OrganizerRecord } from '../organizers/members.ts';
import type { VenueRecord } from '../venues/members.ts';
import type { SeriesLinks } from './series.ts';

/** The columns of an event that is neither a series nor an occurrence of one. */
export const SINGLE = {
  recurrence: '',
  series_id: null,
  recurrence_id: null,
  own_members: '',
} as const satisfies Partial<EventRow>;

/** An event without its links. */
export type OwnRecord = WithImage<Untokenized<EventRow>>;

/** The linked records of an event that the viewer may read. */
export interface EventLinkRecords {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRow[];
  tags: TermRow[];
}

/** An event with its linked records; venues, organizers and the series are those that the viewer may read. */
export type EventRecord = OwnRecord &
  EventLinkRecords &
  SeriesLinks & {
    /** Occurrences that a series shows when it is read by itself: of each what the viewer may see. */
    readonly subEvents?: readonly EventRecord[];
  };
