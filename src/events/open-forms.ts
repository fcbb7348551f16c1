import { isUnavailable } from '../db/errors.ts';
import type { Db } from '../db/tables.ts';

/** Seconds after its last sign for which the form of an event counts as open. */
const OPEN = 900;

/** Somebody who has the form of an event open. */
export interface OpenForm {
  readonly login: string;
  readonly name: string;
  /** Epoch seconds of the last sign. */
  readonly at: number;
}

/** Notes that an account has the form of an event open. It locks nothing. @returns who else has it open */
export async function noteOpenForm(
  db: Db,
  event_id: number,
  user_id: number,
  at: number,
): Promise<OpenForm[]> {
  try {
    const sign = db.insertInto('open_forms').values({ event_id, user_id, at });
    await sign.onConflict(all => all.columns(['event_id', 'user_id']).doUpdateSet({ at })).execute();
    const old = db.deleteFrom('open_forms').where('at', '<', at - OPEN);
    await old.execute();
  } catch (error) {
    // A disk that takes no writes keeps nobody from reading the form.
    if (!isUnavailable(error)) throw error;
  }
  return db
    .selectFrom('open_forms')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['login', 'name', 'at'])
    .where('event_id', '=', event_id)
    .where('user_id', '!=', user_id)
    .orderBy('at', 'desc')
    .execute();
}
