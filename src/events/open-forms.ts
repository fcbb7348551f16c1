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
  await db
    .insertInto('open_forms')
    .values({ event_id, user_id, at })
    .onConflict(conflict => conflict.columns(['event_id', 'user_id']).doUpdateSet({ at }))
    .execute();
  await db
    .deleteFrom('open_forms')
    .where('at', '<', at - OPEN)
    .execute();
  return db
    .selectFrom('open_forms')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['login', 'name', 'at'])
    .where('event_id', '=', event_id)
    .where('user_id', '!=', user_id)
    .orderBy('at', 'desc')
    .execute();
}
