import type { Language } from '../../i18n/language.ts';
import type { Point } from '../../lib/geo.ts';
import { type Html, html } from '../../lib/html.ts';
import { framedOf, type PlacedVenue, placedIn, type Town } from './find-on-map.ts';

/** The plan in pixels where it is as narrow as on a phone, and where it begins to show names. */
const [SMALL, WITH_NAMES] = [300, 512];
/** Half the width of a mark, with the room around it. */
const HALF = 15;

/**
 * A plan of the venues, which needs no tiles; nothing if nobody knows where they are. It shows the main town, if there is
 * one. The list beside it says the same as text, so it is silent for screen readers, and its links are for pointers alone.
 */
export function planOf(towns: readonly Town[], language: Language): Html | undefined {
  const framed = framedOf(towns);
  if (framed.length === 0) return undefined;
  const projection = projectionOf(framed.map(({ point }) => point));
  const marks = marksOf(towns.flatMap(placedIn), projection);
  return html`<svg class="plan" aria-hidden="true" focusable="false">
${scaleOf(projection, language)}
${marks.map(drawn)}
</svg>`;
}

/** Venues that would hide each other are one mark. */
interface MapMark extends PlanPoint {
  readonly venues: PlacedVenue[];
  readonly box: LabelBox;
  /** Where there is room for the name of a single venue. */
  side?: 'left' | 'right' | undefined;
}

function marksOf(placed: readonly PlacedVenue[], projection: Projection): MapMark[] {
  const marks: MapMark[] = [];
  for (const venue of placed) {
    const { x, y } = projection.place(venue.point);
    const box = boxAt({ x, y }, SMALL);
    const near = marks.find(mark => overlaps(box, mark.box));
    if (near) near.venues.push(venue);
    else if (x > 0 && x < 100 && y > 0 && y < 100) marks.push({ x, y, box, venues: [venue] });
  }
  const taken = marks.map(mark => boxAt(mark, WITH_NAMES));
  for (const mark of marks.filter(({ venues }) => venues.length === 1)) {
    const length = HALF + 8 + 8 * mark.venues[0]!.venue.name.length;
    const spans = { right: [HALF, length], left: [-length, -HALF] } as const;
    mark.side = (['right', 'left'] as const).find(side => {
      const name = boxAt(mark, WITH_NAMES, ...spans[side]);
      const isCut = name.left < 0 || name.right > WITH_NAMES;
      return !isCut && !taken.some(other => overlaps(name, other)) && taken.push(name) > 0;
    });
  }
  return marks;
}

/** What a mark, or a name beside it, covers of a plan with this width, in pixels. */
function boxAt({ x, y }: PlanPoint, width: number, from = -HALF, to = HALF) {
  const [left, top] = [(x * width) / 100, (y * width) / 100 / PLAN_RATIO];
  return { left: left + from, right: left + to, top: top - HALF, bottom: top + HALF };
}

type LabelBox = ReturnType<typeof boxAt>;

const overlaps = (one: LabelBox, other: LabelBox): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const percent = (value: number): string => `${Math.round(value * 100) / 100}%`;

function drawn({ x, y, venues, side }: MapMark): Html {
  const [{ number, venue }] = venues as [PlacedVenue];
  const isOne = venues.length === 1;
  const name =
    side &&
    html`<text class="plan-name plan-name-${side}" x="${side === 'right' ? 20 : -20}">${venue.name}</text>`;
  return html`<a href="#venue-${venue.id}" tabindex="-1" class="plan-mark"><title>${venues.map(({ venue }) => venue.name).join(', ')}</title><svg x="${percent(x)}" y="${percent(y)}" overflow="visible"><circle r="13"/><text class="plan-number">${isOne ? number : `×${venues.length}`}</text>${name}</svg></a>
`;
}

/** A bar that tells how long a distance is. */
function scaleOf({ metres }: Projection, language: Language): Html {
  const length = roundDistance(metres / 4);
  const [number, unit] = length < 1000 ? [length, 'meter'] : [length / 1000, 'kilometer'];
  const label = new Intl.NumberFormat(language, { style: 'unit', unit }).format(number);
  return html`<svg x="4%" y="95%" overflow="visible" class="plan-scale"><line x2="${percent((length / metres) * 100)}"/><text y="-8">${label}</text></svg>`;
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
