import { expressionBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Db, Tables } from '../db/tables.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { metresTo } from '../lib/geo.ts';
import type { GeoPoint, GeoPoints } from '../read-model/geo-points.ts';
import { mayRead, readable, type Viewer } from '../users/rights.ts';
import type { Condition, IndexContext, SqlContext } from './filter.ts';
import { type Circle, near, placesWithin } from './near.ts';

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
  if (lat !== undefined && lng === undefined) throw alone('geoloc_lat', 'geoloc_lng');
  if (lng !== undefined && lat === undefined) throw alone('geoloc_lng', 'geoloc_lat');
  if (!GEOLOCATION || lat === undefined || lng === undefined) return undefined;
  return { lat, lng, radius: geoloc_radius ?? GEOLOCATION_RADIUS };
}

const alone = (name: string, other: string) =>
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
