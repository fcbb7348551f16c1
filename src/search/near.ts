import { type Expression, type SqlBool, sql } from 'kysely';
import { type Area, dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { firstIndex } from '../lib/bits.ts';
import { EARTH_RADIUS, haversine, type Point, radians } from '../lib/geo.ts';
import type { GeoPoint, GeoPoints } from '../read-model/geo-points.ts';

export function placesWithin({ points, lats, lngs }: GeoPoints, circle: Circle): GeoPoint[] {
  const areas = areasAround(circle);
  const most = farthest(circle);
  // All areas have the same latitudes.
  const { south, north } = areas[0]!;
  const found: GeoPoint[] = [];
  for (let at = firstIndex(lats.length, at => lats[at]! >= south); lats[at]! <= north; at++) {
    const lng = lngs[at]!;
    const isInArea = areas.some(({ west, east }) => lng >= west && lng <= east);
    if (isInArea && haversine(circle, lats[at]!, lng) <= most) found.push(points[at]!);
  }
  return found;
}

const farthest = ({ radius }: Circle) => Math.sin(Math.min(radius / EARTH_RADIUS / 2, Math.PI / 2)) ** 2;

export interface Circle extends Point {
  /** Kilometres. */
  radius: number;
}

/**
 * True for venues within a circle. A database index finds the venues in the areas around it, then the distance
 * decides.
 */
export function near(db: Db, circle: Circle): Expression<SqlBool> {
  const areas = areasAround(circle).map(area => dialectOf(db).venueWithin(area));
  return sql<SqlBool>`((${sql.join(areas, sql` or `)}) and ${within(circle)})`;
}

/** Areas that contain the circle: two if it crosses the 180th meridian, all longitudes if it contains a pole. */
function areasAround({ lat, lng, radius }: Circle): Area[] {
  const reach = degrees(radius / EARTH_RADIUS) + ROUNDING;
  const [south, north] = [lat - reach, lat + reach];
  const wide = { south: Math.max(south, -90), north: Math.min(north, 90) };
  if (south <= -90 || north >= 90) return [{ ...wide, west: -180, east: 180 }];
  // The circle reaches farthest east and west at another latitude than that of its centre.
  const sine = Math.sin(radius / EARTH_RADIUS) / Math.cos(radians(lat));
  const aside = degrees(Math.asin(Math.min(sine, 1))) + ROUNDING;
  const [west, east] = [lng - aside, lng + aside];
  if (west < -180)
    return [
      { ...wide, west: -180, east },
      { ...wide, west: west + 360, east: 180 },
    ];
  if (east > 180)
    return [
      { ...wide, west, east: 180 },
      { ...wide, west: -180, east: east - 360 },
    ];
  return [{ ...wide, west, east }];
}

/** Degrees, about one metre: the areas may be slightly too large, but not too small. */
const ROUNDING = 1e-5;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Compares the haversines of the distance and the radius, so that no inverse function is needed. */
function within(circle: Circle) {
  const { lat, lng } = circle;
  const half = (column: string, degrees: number) => sql`sin(radians(${sql.ref(column)} - ${degrees}) / 2)`;
  const [byLat, byLng] = [half('venues.geo_lat', lat), half('venues.geo_lng', lng)];
  const most = farthest(circle);
  return sql<SqlBool>`${byLat} * ${byLat} + cos(radians(${lat})) * cos(radians(venues.geo_lat)) * ${byLng} * ${byLng} <= ${most}`;
}
