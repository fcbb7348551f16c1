import type { Db, EventRow } from '../db/tables.ts';
import { mayEditOthers } from '../users/rights.ts';
import { hashEventPassword, hasProtectedEvents } from '../users/secrets.ts';

/** Viewers who may edit every event need no password. */
export const mayOpenAll = mayEditOthers;

/** The hash of an offered password. Hashing is slow, so it is skipped if the event has no password. */
export async function hashOffered(
  db: Db,
  event: Pick<EventRow, 'password_hash'>,
  password: unknown,
): Promise<string | undefined> {
  const compare = event.password_hash !== null && typeof password === 'string';
  return compare ? hashEventPassword(db, password) : undefined;
}

/** The hash of a password offered for a list. It is skipped if no event has a password. */
export async function hashOfferedForList(db: Db, password: string | undefined): Promise<string | undefined> {
  const isNeeded = password !== undefined && (await hasProtectedEvents(db));
  return isNeeded ? hashEventPassword(db, password) : undefined;
}

/** The hash of a password to be set: null removes it, undefined leaves it unchanged. */
export async function newHash(db: Db, password: string | undefined): Promise<string | null | undefined> {
  if (password === undefined) return undefined;
  return password === '' ? null : hashEventPassword(db, password);
}
