import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import type { ImageRow, OrganizerRow, TermRow, VenueRow, WithImage } from '../db/tables.ts';
import type { LinkedTable } from '../kinds.ts';
import { RecordCache } from './records.ts';
import { type SeriesRecord, type SeriesRow, seriesRows, withOccurrences } from './series.ts';

export interface LinkedRecords {
  readonly venues: RecordCache<WithImage<VenueRow>, VenueRow>;
  readonly organizers: RecordCache<WithImage<OrganizerRow>, OrganizerRow>;
  readonly images: RecordCache<ImageRow>;
  readonly terms: RecordCache<TermRow>;
  readonly series: RecordCache<SeriesRecord, SeriesRow>;
}

export function linkedRecords(reads: Reads): LinkedRecords {
  const images = new RecordCache(reads, rowsOf<ImageRow>('images'), rows => rows);
  const withImages = <Row extends { image_id: number | null }>(rows: Row[]) => showingImages(images, rows);
  return {
    images,
    venues: new RecordCache(reads, rowsOf<VenueRow>('venues'), withImages),
    organizers: new RecordCache(reads, rowsOf<OrganizerRow>('organizers'), withImages),
    terms: new RecordCache(reads, rowsOf<TermRow>('terms'), rows => rows),
    series: new RecordCache(reads, seriesRows, rows => withOccurrences(reads, rows)),
  };
}

async function showingImages<Row extends { image_id: number | null }>(
  images: RecordCache<ImageRow>,
  rows: Row[],
): Promise<WithImage<Row>[]> {
  const found = await images.find(rows.flatMap(({ image_id }) => image_id ?? []));
  return rows.map(row => Object.assign(row, { image: found.get(row.image_id ?? 0) }));
}

/** A query for rows of a table by a list of ids. */
const rowsOf = <Row>(table: LinkedTable | 'images'): PreparedQuery<Row> =>
  // The caller names the row type of the table.
  (db =>
    db
      .selectFrom(table as 'venues')
      .selectAll()
      .where(dialectOf(db).among(sql.ref('id'), 0))) as PreparedQuery<never>;
