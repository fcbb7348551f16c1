import type { Point } from '../../lib/geo.ts';

/** A point on a plan, in percent of its width and of its height. */
export interface PlanPoint {
  readonly x: number;
  readonly y: number;
}

/** Where points are on a plan that shows them all, north above. */
export interface Projection {
  place(point: Point): PlanPoint;
  /** The metres that the width of the plan shows. */
  readonly metres: number;
}

/** The width of a plan for each unit of its height. */
export const PLAN_RATIO = 4 / 3;

/** Percent of the plan at each side that stay free, for the marks of the outermost points. */
const MARGIN = 9;

/** Degrees of latitude that a plan shows at least: some hundred metres. */
const LEAST = 0.003;

const METRES_PER_DEGREE = 111_320;

/** A projection in which a degree of longitude is as long as it is in the middle of the points. */
export function projectionOf(points: readonly Point[]): Projection {
  const [south, north] = bounds(points.map(({ lat }) => lat));
  const middle = (south + north) / 2;
  const shrunk = Math.max(Math.cos((middle * Math.PI) / 180), 0.01);
  const [west, east] = bounds(points.map(({ lng }) => lng));
  const centre = (west + east) / 2;
  const height = Math.max(north - south, ((east - west) * shrunk) / PLAN_RATIO, LEAST);
  const room = 100 - 2 * MARGIN;
  return {
    place: ({ lat, lng }) => ({
      x: 50 + ((lng - centre) * shrunk * room) / (height * PLAN_RATIO),
      y: 50 - ((lat - middle) * room) / height,
    }),
    metres: (height * PLAN_RATIO * METRES_PER_DEGREE * 100) / room,
  };
}

function bounds(values: readonly number[]): [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

/** The longest round distance (1, 2 or 5 and zeros) of at most a number of metres. */
export function roundDistance(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres));
  return power * [5, 2, 1].find(digit => digit * power <= metres)!;
}
