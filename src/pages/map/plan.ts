import type { Language } from '../../i18n/language.ts';
import type { Point } from '../../lib/geo.ts';
import { type Html, html } from '../../lib/html.ts';
import type { ListedVenue, Town } from './find-on-map.ts';

type PlacedVenue = ListedVenue & { readonly point: Point };

const isPlaced = (venue: ListedVenue): venue is PlacedVenue => venue.point !== undefined;

/** Numbers of more venues would hide each other. */
const MOST_NUMBERS = 60;

/** Names of more venues would. */
const MOST_VENUE_NAMES = 12;

/** Names of more towns would. */
const MOST_NAMES = 8;

/**
 * A plan of the venues, which needs no tiles; nothing if nobody knows where they are. The list beside it says the same
 * as text, so it is silent for screen readers, and its links are for pointers alone.
 */
export function planOf(towns: readonly Town[], language: Language): Html | undefined {
  const placed = towns.flatMap(({ venues }) => venues.filter(isPlaced));
  if (placed.length === 0) return undefined;
  const projection = projectionOf(placed.map(({ point }) => point));
  return html`<svg class="plan" aria-hidden="true" focusable="false">
${scaleOf(projection, language)}
${placed.map(venue => markOf(venue, projection, placed.length))}
${towns.length > 1 && namesOf(towns, projection)}
</svg>`;
}

const percent = (value: number): string => `${Math.round(value * 100) / 100}%`;

function markOf({ number, point, venue }: PlacedVenue, projection: Projection, count: number): Html {
  const { x, y } = projection.place(point);
  const hasNumber = count <= MOST_NUMBERS;
  const side = x < 55 ? 'right' : 'left';
  const name =
    count <= MOST_VENUE_NAMES &&
    html`<text class="plan-name plan-name-${side}" x="${side === 'right' ? 20 : -20}">${venue.name}</text>`;
  return html`<a href="#venue-${venue.id}" tabindex="-1" class="plan-mark"><title>${venue.name}</title><svg x="${percent(x)}" y="${percent(y)}" overflow="visible"><circle r="${hasNumber ? 13 : 6}"/>${hasNumber && html`<text class="plan-number">${number}</text>`}${name}</svg></a>
`;
}

/** The names of the towns with the most venues, above their northernmost one. */
function namesOf(towns: readonly Town[], projection: Projection): Html[] {
  return towns
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.venues.length - one.venues.length)
    .slice(0, MOST_NAMES)
    .flatMap(({ name, venues }) => {
      const [top] = venues.filter(isPlaced).sort((one, other) => other.point.lat - one.point.lat);
      if (!top) return [];
      const { x, y } = projection.place(top.point);
      return html`<text class="plan-town" x="${percent(x)}" y="${percent(y)}" dy="-22">${name}</text>
`;
    });
}

/** A bar that tells how long a distance is. */
function scaleOf({ metres }: Projection, language: Language): Html {
  const length = roundDistance(metres / 4);
  const [number, unit] = length < 1000 ? [length, 'meter'] : [length / 1000, 'kilometer'];
  const said = new Intl.NumberFormat(language, { style: 'unit', unit }).format(number!);
  return html`<svg x="4%" y="95%" overflow="visible" class="plan-scale"><line x2="${percent((length / metres) * 100)}"/><text y="-8">${said}</text></svg>`;
}

/** A point on a plan, in percent of its width and of its height. */
interface PlanPoint {
  readonly x: number;
  readonly y: number;
}

/** Where points are on a plan that shows them all, north above. */
interface Projection {
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
