import { rowsOf } from '../db/prepared.ts';
import type { Db, RecordType } from '../db/tables.ts';

/** The kinds of record that are published: they share statuses, slugs, dates, authors and the trash. */
export type PublishedType = Exclude<RecordType, 'image'>;

export type RecordTable = `${PublishedType}s`;

export const tableOf = (type: PublishedType): RecordTable => `${type}s`;

/** Draws the next id, which from then on is known to be of this type. */
export async function newId(db: Db, type: RecordType): Promise<number> {
  const [drawn] = await rowsOf(db, drawId, [type]);
  return drawn!.id;
}

const drawId = (db: Db) => db.insertInto('records').values({ type: 'event' }).returning('id');

/** Takes this very id for a record of this type; false where it is taken already. */
export async function claimId(db: Db, type: RecordType, id: number): Promise<boolean> {
  const claimed = await db
    .insertInto('records')
    .values({ id, type })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The type of the record with this id; undefined where there is none. */
export async function typeOf(db: Db, id: number): Promise<RecordType | undefined> {
  return (await db.selectFrom('records').select('type').where('id', '=', id).executeTakeFirst())?.type;
}
