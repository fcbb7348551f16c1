import type { EventRow } from '../db/tables.ts';

/**
 * The identity of an event in calendar files, which stays the same wherever the event moves: that of its source if it
 * was imported, else one of its own.
 * @param storeId the id of this store, see `storeId`
 */
export const uidOf = ({ uid, id }: Pick<EventRow, 'uid' | 'id'>, storeId: string): string =>
  uid ?? ownUid(id, storeId);

/** The identity of an event that was created in this store. */
export const ownUid = (id: number, storeId: string): string => `${id}@${storeId}`;
