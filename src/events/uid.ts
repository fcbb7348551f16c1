import type { EventRow } from '../db/tables.ts';
import type { EventRecord } from './event.ts';

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
