import type { EventRow } from '../db/tables.ts';

/**
 * The identity of an event in calendar files, which stays the same wherever the event moves: that of its source if it
 * was imported, else one of its own. An occurrence has that of its series.
 * @param storeId the id of this store, see `storeId`
 */
export const uidOf = (
  { uid, id, series_id }: Pick<EventRow, 'uid' | 'id'> & Partial<Pick<EventRow, 'series_id'>>,
  storeId: string,
): string => uid ?? ownUid(series_id ?? id, storeId);

/** The identity of an event that was created in this store. */
export const ownUid = (id: number, storeId: string): string => `${id}@${storeId}`;
