import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import type { VenueRow } from '../db/tables.ts';

/** The members of a venue's address that filters compare, and the columns that decide who may read it. */
export type VenueAddress = Pick<
  VenueRow,
  'id' | 'author_id' | 'status' | 'status_before_trash' | 'city' | 'zip' | 'country'
>;

/** Venues per read: other requests are answered in between. */
const PAGE = 1000;

/** The addresses of all venues. */
export async function readVenueAddresses(reads: Reads): Promise<VenueAddress[]> {
  const all: VenueAddress[] = [];
  for (let last = 0; ; last = all.at(-1)!.id) {
    const rows = await reads.rows(addressesAfter, [last]);
    all.push(...rows);
    if (rows.length < PAGE) return all;
    await setImmediate();
  }
}

const addressesAfter: PreparedQuery<VenueAddress> = db =>
  db
    .selectFrom('venues')
    .select(['id', 'author_id', 'status', 'status_before_trash', 'city', 'zip', 'country'])
    .where('id', '>', 0)
    .orderBy('id')
    .limit(sql.lit(PAGE));
