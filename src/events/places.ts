import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';
import { readable, type Viewer } from '../users/rights.ts';

/** Where events take place: at venues with coordinates or without, and around a point. */
export interface Near {
  located: boolean | undefined;
  point: { lat: number; lng: number; radius: number } | undefined;
}

const EARTH_RADIUS = 6371.0088;

/** The conditions on the venues of an event, of those that the viewer may read; `radius` is in kilometres. */
export function placed(
  eb: ExpressionBuilder<Tables, 'events'>,
  db: Db,
  { located, point }: Near,
  viewer: Viewer,
): Expression<SqlBool>[] {
  const located_ = () =>
    db
      .selectFrom('event_venues')
      .innerJoin('venues', 'venues.id', 'event_venues.venue_id')
      .where(readable(viewer, 'venues'))
      .where('venues.geo_lat', 'is not', null)
      .where('venues.geo_lng', 'is not', null)
      .select('event_venues.event_id');
  return [
    ...(located === undefined ? [] : [eb('events.id', located ? 'in' : 'not in', located_())]),
    ...(point ? [eb('events.id', 'in', located_().where(within(point)))] : []),
  ];
}

/** The haversine of the distance on a sphere, compared with that of the radius: no inverse is needed. */
function within({ lat, lng, radius }: { lat: number; lng: number; radius: number }) {
  const half = (column: string, degrees: number) => sql`sin(radians(${sql.ref(column)} - ${degrees}) / 2)`;
  const [byLat, byLng] = [half('venues.geo_lat', lat), half('venues.geo_lng', lng)];
  const most = Math.sin(Math.min(radius / EARTH_RADIUS / 2, Math.PI / 2)) ** 2;
  return sql<SqlBool>`${byLat} * ${byLat} + cos(radians(${lat})) * cos(radians(venues.geo_lat)) * ${byLng} * ${byLng} <= ${most}`;
}
