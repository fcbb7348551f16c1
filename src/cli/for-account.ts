import type { Db, UserRow } from '../db/tables.ts';
import { findUser } from '../users/store.ts';
import { type Called, refuse, withStore } from './command.ts';

/** Calls `use` with the opened store and the account of this login or e-mail address; refuses if there is none. */
export function forAccount(
  { config }: Called,
  login: string,
  use: (db: Db, user: UserRow) => Promise<number>,
): Promise<number> {
  return withStore(config, async db => {
    const user = await findUser(db, login);
    return user ? use(db, user) : refuse(`There is no account "${login}".`);
  });
}

/** Epoch seconds as `2031-05-10T18:30:00.000Z`. */
export const iso = (epoch: number): string => new Date(epoch * 1000).toISOString();

export const isoOrNull = (epoch: number | null): string | null => (epoch === null ? null : iso(epoch));
