import type { Language } from '../../i18n/language.ts';
import type { Point } from '../../lib/geo.ts';
import { type Html, html } from '../../lib/html.ts';
import type { ListedVenue, Town } from './find-on-map.ts';
import { type Projection, projectionOf, roundDistance } from './projection.ts';

/** A venue that has a place on the plan. */
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
