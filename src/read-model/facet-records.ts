import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import type { OrganizerRow, TermRow } from '../db/tables.ts';
import { readVenueAddresses, type VenueAddress } from './addresses.ts';

type PlaceColumn = 'id' | 'slug' | 'name' | 'folded_name' | 'author_id' | 'status' | 'status_before_trash';
/** A venue or organizer. */
export type FacetPlace = Pick<OrganizerRow, PlaceColumn>;
export type FacetTerm = Pick<TermRow, 'id' | 'taxonomy' | 'name' | 'sort_name' | 'slug' | 'parent'>;

/** What facets need to know of the records that events link to. */
export interface FacetRecords {
  readonly terms: FacetTerm;
  readonly venues: FacetPlace;
  readonly organizers: FacetPlace;
  readonly addresses: VenueAddress;
}

/** Records per read: other requests are answered in between. */
const PAGE = 1000;

const readAll =
  <Row extends { id: number }>(query: PreparedQuery<Row>) =>
  async (reads: Reads): Promise<Row[]> => {
    const all: Row[] = [];
    for (let last = 0; ; last = all.at(-1)!.id) {
      const rows = await reads.rows(query, [last]);
      all.push(...rows);
      if (rows.length < PAGE) return all;
      await setImmediate();
    }
  };

const places = (table: 'venues' | 'organizers') =>
  readAll<FacetPlace>(db =>
    db
      // Both tables have these columns.
      .selectFrom(table as 'venues')
      .select(['id', 'slug', 'name', 'folded_name', 'author_id', 'status', 'status_before_trash'])
      .where('id', '>', 0)
      .orderBy('id')
      .limit(sql.lit(PAGE)),
  );

/** Reads all records of a kind. */
export const facetRecords: {
  readonly [Kind in keyof FacetRecords]: (reads: Reads) => Promise<FacetRecords[Kind][]>;
} = {
  terms: readAll<FacetTerm>(db =>
    db
      .selectFrom('terms')
      .select(['id', 'taxonomy', 'name', 'sort_name', 'slug', 'parent'])
      .where('id', '>', 0)
      .orderBy('id')
      .limit(sql.lit(PAGE)),
  ),
  venues: places('venues'),
  organizers: places('organizers'),
  addresses: readVenueAddresses,
};
