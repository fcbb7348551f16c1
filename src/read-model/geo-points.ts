import type { PreparedQuery } from '../db/prepared.ts';
import type { VenueRow } from '../db/tables.ts';

/** A venue's coordinates, and the columns that decide who may read it. */
export type GeoPoint = Pick<VenueRow, 'id' | 'author_id' | 'status' | 'status_before_trash'> & {
  lat: number;
  lng: number;
};

export const geoPoints: PreparedQuery<GeoPoint> = db =>
  db
    .selectFrom('venues')
    .select(['id', 'author_id', 'status', 'status_before_trash'])
    .select(eb => [eb.ref('geo_lat').$notNull().as('lat'), eb.ref('geo_lng').$notNull().as('lng')])
    .where('geo_lat', 'is not', null)
    .where('geo_lng', 'is not', null);

/** Located venues from south to north: a circle looks at those between its latitudes. */
export class GeoPoints {
  readonly points: readonly GeoPoint[];
  readonly lats: Float64Array;
  readonly lngs: Float64Array;

  constructor(points: readonly GeoPoint[]) {
    this.points = points.toSorted((a, b) => a.lat - b.lat);
    this.lats = Float64Array.from(this.points, ({ lat }) => lat);
    this.lngs = Float64Array.from(this.points, ({ lng }) => lng);
  }
}
