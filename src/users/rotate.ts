import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { addPassword, listPasswords, type NewPassword } from './store.ts';

export interface Rotation {
  /** Epoch seconds. */
  readonly now: number;
  /** Seconds for which the old password stays valid, unless it expires before. */
  readonly overlap: number;
  /** When the new password expires, in epoch seconds; undefined for the same lifetime as the old one. */
  readonly expires_at: number | undefined;
}

/** The new password, and the time at which the old one expires. */
export interface Rotated {
  readonly made: NewPassword;
  readonly until: number;
}

/** Why a password was not rotated: no password has this id, it was already replaced, or it has expired. */
export type NotRotated = 'unknown' | 'replaced' | 'expired';

/**
 * Replaces a password by a new one with the same name and scope. The old one stays valid for a while, until clients
 * know the new one.
 */
export const rotatePassword = (
  db: Db,
  user_id: number,
  id: number,
  { now, overlap, expires_at }: Rotation,
): Promise<Rotated | NotRotated> =>
  inTransaction(db, async db => {
    await dialectOf(db).lockRow(db, 'app_passwords', id);
    const old = (await listPasswords(db, user_id)).find(password => password.id === id);
    if (!old) return 'unknown';
    if (old.replaced_by !== null) return 'replaced';
    if (old.expires_at !== null && old.expires_at <= now) return 'expired';
    const same = old.expires_at === null ? null : now + old.expires_at - old.created_at;
    const limits = { scope: old.scope, expires_at: expires_at ?? same };
    const made = await addPassword(db, user_id, old.name, now, limits);
    const until = Math.min(old.expires_at ?? Number.POSITIVE_INFINITY, now + overlap);
    await db
      .updateTable('app_passwords')
      .set({ expires_at: until, replaced_by: made.id })
      .where('id', '=', id)
      .execute();
    return { made, until };
  });
