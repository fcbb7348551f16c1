import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Query, Reads } from '../db/prepared.ts';
import type { ImageRow, OrganizerRow, TermRow, VenueRow } from '../db/tables.ts';
import type { WithImage } from '../records/named.ts';
import { Records } from './records.ts';

/** What events are linked to. */
export interface Linked {
  readonly venues: Records<WithImage<VenueRow>, VenueRow>;
  readonly organizers: Records<WithImage<OrganizerRow>, OrganizerRow>;
  readonly images: Records<ImageRow>;
  readonly terms: Records<TermRow>;
}

export function linkedRecords(reads: Reads): Linked {
  const images = new Records(reads, rowsOf<ImageRow>('images'), rows => rows);
  const withImages = <Row extends { image_id: number | null }>(rows: Row[]) => showingImages(images, rows);
  return {
    images,
    venues: new Records(reads, rowsOf<VenueRow>('venues'), withImages),
    organizers: new Records(reads, rowsOf<OrganizerRow>('organizers'), withImages),
    terms: new Records(reads, rowsOf<TermRow>('terms'), rows => rows),
  };
}

async function showingImages<Row extends { image_id: number | null }>(
  images: Records<ImageRow>,
  rows: Row[],
): Promise<WithImage<Row>[]> {
  const found = await images.find(rows.flatMap(({ image_id }) => image_id ?? []));
  return rows.map(row => Object.assign(row, { image: found.get(row.image_id ?? 0) }));
}

/** The rows of a table by a list of their ids. */
const rowsOf = <Row>(table: 'venues' | 'organizers' | 'images' | 'terms'): Query<Row> =>
  // The row type of the table goes with the table.
  (db =>
    db
      .selectFrom(table as 'venues')
      .selectAll()
      .where(dialectOf(db).among(sql.ref('id'), 0))) as Query<never>;
