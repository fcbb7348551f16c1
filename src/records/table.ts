import { type SelectQueryBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { raw, rowsOf } from '../db/prepared.ts';
import type { Db, RecordType } from '../db/tables.ts';
import { type ContactType, KINDS, type PublishedTable, type PublishedType } from '../kinds.ts';

export type { ContactType, PublishedType };

export const tableOf = (type: PublishedType): PublishedTable => KINDS[type].table;

/** The key of a record, in any status. */
export type SlugOrId = { id: number } | { slug: string };

// The link tables of events differ only in their names and the name of one column.
type LinkTableType = { type: ContactType };
export const linksOf = (kind: LinkTableType) => `event_${kind.type}s` as 'event_venues';
export const linkColumn = (kind: LinkTableType) => `${kind.type}_id` as 'venue_id';

/**
 * Draws the next id, for a record of this type.
 * @param created time and actor of the creation, see records/versions/record-change.ts
 */
export async function newId(db: Db, type: RecordType, created: string | null = null): Promise<number> {
  const [drawn] = await rowsOf(db, drawId, [type, created]);
  return drawn!.id;
}

const drawId = (db: Db) => db.insertInto('records').values({ type: 'event', created: '' }).returning('id');

/** Draws ids for records of this type, in ascending order. */
export async function newIds(
  db: Db,
  type: RecordType,
  count: number,
  created: string | null = null,
): Promise<number[]> {
  if (count < 2) return count === 1 ? [await newId(db, type, created)] : [];
  const rows = Array.from({ length: count }, () => ({ type, created }));
  const drawn = await db.insertInto('records').values(rows).returning('id').execute();
  return drawn.map(({ id }) => id).sort((a, b) => a - b);
}

/** Claims the free ones of these ids for records of this type, or for none, and returns them. */
export async function claimIds(
  db: Db,
  type: RecordType | 'deleted',
  ids: readonly number[],
  created: string | null = null,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const claimed = await rowsOf(db, claim, [type, created, dialectOf(db).listOf(ids)]);
  return new Set(claimed.map(({ id }) => id));
}

const claim = raw(
  db => sql<{ id: number }>`insert into records (id, type, created)
    select value, ${''}, ${''} from ${dialectOf(db).eachOf(0)} where true
    on conflict do nothing returning id`,
);

/** Claims this id for a record of this type; false if it is taken. */
export const claimId = async (
  db: Db,
  type: RecordType,
  id: number,
  created: string | null = null,
): Promise<boolean> => (await claimIds(db, type, [id], created)).size > 0;

/** The ids among these that belong to records of this type. */
export async function idsOfType(db: Db, type: RecordType, ids: readonly number[]): Promise<Set<number>> {
  const rows = await rowsOf(db, ofType, [type, dialectOf(db).listOf(ids)]);
  return new Set(rows.map(({ id }) => id));
}

const ofType = (db: Db) =>
  db
    .selectFrom('records')
    .select('id')
    .where('type', '=', 'event')
    .where(dialectOf(db).among(sql.ref('id'), 0));

/** The number of rows of a query that has selected nothing yet. */
export async function totalOf<DB, Table extends keyof DB & string>(
  rows: SelectQueryBuilder<DB, Table, unknown>,
): Promise<number> {
  const counted = rows.select(sql<number>`count(*)`.as('total'));
  return Number(((await counted.executeTakeFirstOrThrow()) as { total: number }).total);
}

/** The type of the record with this id; undefined if it does not exist or was deleted. */
export async function typeOf(db: Db, id: number): Promise<RecordType | undefined> {
  const found = await db.selectFrom('records').select('type').where('id', '=', id).executeTakeFirst();
  return found?.type === 'deleted' ? undefined : found?.type;
}
