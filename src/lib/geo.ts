/** A point on earth, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** An angle without the ten centimetres that JavaScript would write with an exponent, which most formats do not know. */
export const degrees = (angle: number): number => (Math.abs(angle) < 1e-6 ? 0 : angle);

/** Kilometres. */
export const EARTH_RADIUS = 6371.0088;

export const radians = (angle: number): number => (angle * Math.PI) / 180;

/** The haversine of the angle between two points: it grows with their distance. */
export function haversine(point: Point, lat: number, lng: number): number {
  const byLat = Math.sin(radians(lat - point.lat) / 2);
  const byLng = Math.sin(radians(lng - point.lng) / 2);
  return byLat * byLat + Math.cos(radians(point.lat)) * Math.cos(radians(lat)) * byLng * byLng;
}

export const metresTo = (point: Point, lat: number, lng: number): number =>
  Math.round(2000 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(haversine(point, lat, lng), 1))));
