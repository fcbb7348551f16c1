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

/** The slug that answers show: an occurrence has that of its series, with its date behind it (`concert/2031-05-06`). */
export const ownSlug = (slug: string | null): string => slug?.split('/', 1)[0] ?? '';

/**
 * The slug of an occurrence, by its series and the name of its date: `2031-05-06`, or `2031-05-06-2` for the second one
 * of the day. Undefined if it is no such name.
 */
export function occurrenceSlug(series: string, date: string): string | undefined {
  const [, day, number] = /^(\d{4}-\d\d-\d\d)(?:-([1-9]\d{0,3}))?$/.exec(date) ?? [];
  return day && [series, day, ...(number ? [number] : [])].join('/');
}

/**
 * The identity of an event in calendar files, which stays the same wherever the event moves: that of its source if it
 * was imported, else one of its own.
 * @param storeId the id of this store, see `storeId`
 */
export const uidOf = ({ uid, id }: Pick<EventRow, 'uid' | 'id'>, storeId: string): string =>
  uid ?? ownUid(id, storeId);

/**
 * The identity in the documents of a reader: an occurrence has that of its series, if the reader may read the series.
 * For others it is a single event.
 */
export const shownUid = (
  event: Pick<EventRecord, 'uid' | 'id' | 'series_id' | 'series'>,
  storeId: string,
): string =>
  event.series?.uid ?? (event.series_id === null ? uidOf(event, storeId) : ownUid(event.id, storeId));

/** The identity of an event that was created in this store. */
export const ownUid = (id: number, storeId: string): string => `${id}@${storeId}`;
