import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { type Area, dialectOf } from '../db/dialect.ts';
import type { Db, Tables } from '../db/tables.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { firstIndex } from '../lib/bits.ts';
import { EARTH_RADIUS, haversine, metresTo, type Point, radians } from '../lib/geo.ts';
import type { GeoPoint, GeoPoints } from '../read-model/geo-points.ts';
import { mayRead, readable, type Viewer } from '../users/rights.ts';
import type { Condition, IndexContext, SqlContext } from './filter.ts';

interface PointArgs {
  readonly geoloc_lat?: number;
  readonly geoloc_lng?: number;
  readonly geoloc_radius?: number;
}

/** The circle of the parameters; undefined if they have no point. 400 for only one coordinate. */
export function pointOf(
  { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius }: PointArgs,
  { GEOLOCATION, GEOLOCATION_RADIUS }: Config,
): Circle | undefined {
  if (lat !== undefined && lng === undefined) throw lacksOther('geoloc_lat', 'geoloc_lng');
  if (lng !== undefined && lat === undefined) throw lacksOther('geoloc_lng', 'geoloc_lat');
  if (!GEOLOCATION || lat === undefined || lng === undefined) return undefined;
  return { lat, lng, radius: geoloc_radius ?? GEOLOCATION_RADIUS };
}

const lacksOther = (name: string, other: string) =>
  new InvalidValue(name, new Refused('expected_with', { other }));

/** True for events at a readable venue with coordinates; if `isLocated` is false, for all other events. */
export const atLocatedVenue = ({ eb, db, viewer }: SqlContext, isLocated: boolean): Condition =>
  isLocated ? eb('events.id', 'in', located(db, viewer)) : unlocated(hasCoordinates(viewer));

export const around = ({ eb, db, viewer }: SqlContext, circle: Circle): Condition =>
  eb('events.id', 'in', located(db, viewer).where(near(db, circle)));

const located = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('event_venues')
    .innerJoin('venues', 'venues.id', 'event_venues.venue_id')
    .where(hasCoordinates(viewer))
    .select('event_venues.event_id');

const hasCoordinates = (viewer: Viewer): Condition =>
  expressionBuilder<Tables, 'venues'>().and([
    readable(viewer, 'venues'),
    sql<SqlBool>`venues.geo_lat is not null and venues.geo_lng is not null`,
  ]);

/**
 * True for events without a venue that has coordinates. This is no `not in`: PostgreSQL scans a list that is too long
 * for its memory once for each event. The cross join keeps SQLite from scanning all venues for each event: SQLite
 * does not reorder it.
 */
const unlocated = (isLocated: Condition) => sql<SqlBool>`not exists (
  select 1 from event_venues cross join venues
  where event_venues.event_id = events.id and venues.id = event_venues.venue_id and ${isLocated}
)`;

/** The readable venues within a circle, each with its distance in metres. */
export async function venueDistances(
  { readModel, viewer }: IndexContext,
  circle: Circle,
): Promise<Map<number, number>> {
  const within = placesWithin(await readModel.places(), circle).filter(place => mayRead(viewer, place));
  return distances(within, circle);
}

/** The same from the store. */
export async function venueDistancesInStore(
  db: Db,
  viewer: Viewer,
  circle: Circle,
): Promise<Map<number, number>> {
  const within = db
    .selectFrom('venues')
    .select('id')
    .select(eb => [eb.ref('geo_lat').$notNull().as('lat'), eb.ref('geo_lng').$notNull().as('lng')])
    .where(hasCoordinates(viewer))
    .where(near(db, circle));
  return distances(await within.execute(), circle);
}

const distances = (places: readonly Pick<GeoPoint, 'id' | 'lat' | 'lng'>[], circle: Circle) =>
  new Map(places.map(({ id, lat, lng }) => [id, metresTo(circle, lat, lng)]));

/**
 * The readable venues with coordinates, within the circle if there is one. The same viewer gets the same list again: by
 * its identity the index knows the events at them.
 */
export async function locatedVenues({ readModel, viewer }: IndexContext, circle?: Circle): Promise<number[]> {
  const places = await readModel.places();
  const known = recent.getOrInsertComputed(places, () => new LRUCache({ max: MAX_RECENT }));
  const around = circle ? `${circle.lat} ${circle.lng} ${circle.radius}` : '';
  const key = `${viewer?.role} ${viewer?.id} ${around}`;
  const ids = known.get(key) ?? venuesWithin(places, viewer, circle);
  known.set(key, ids);
  return ids;
}

const recent = new WeakMap<GeoPoints, LRUCache<string, number[]>>();
/** Circles: the index may keep a bit for each event and circle. */
const MAX_RECENT = 8;

const venuesWithin = (places: GeoPoints, viewer: Viewer, circle: Circle | undefined): number[] =>
  (circle ? placesWithin(places, circle) : places.points)
    .filter(place => mayRead(viewer, place))
    .map(({ id }) => id);

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
