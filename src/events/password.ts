import type { Db, EventRow, Untokenized } from '../db/tables.ts';
import { mayEdit, mayEditOthers, type Viewer } from '../users/rights.ts';
import { hashEventPassword, sameHash } from '../users/secrets.ts';

/** A password stands between the viewer and the event. The same rule as `unlocked` is for queries. */
export const isLocked = (
  viewer: Viewer,
  event: Untokenized<EventRow>,
  offered: string | undefined,
): boolean =>
  event.password_hash !== null &&
  !(offered !== undefined && sameHash(event.password_hash, offered)) &&
  !mayEdit(viewer, event);

/** No password stands in the way of who may edit every event. */
export const mayOpenAll = mayEditOthers;

/** Deriving the hash takes its time: only where there is something to compare it with. */
export async function offeredHash(
  db: Db,
  event: Pick<EventRow, 'password_hash'>,
  password: unknown,
): Promise<string | undefined> {
  const compare = event.password_hash !== null && typeof password === 'string';
  return compare ? hashEventPassword(db, password) : undefined;
}

/** The same for a list: where no event has a password there is nothing to compare. */
export async function offeredToAll(db: Db, password: string | undefined): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const any = await db
    .selectFrom('events')
    .select('id')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return any && hashEventPassword(db, password);
}

/** The hash of a password to be set: null for none, undefined where nothing is said of it. */
export async function newHash(db: Db, password: string | undefined): Promise<string | null | undefined> {
  if (password === undefined) return undefined;
  return password === '' ? null : hashEventPassword(db, password);
}
