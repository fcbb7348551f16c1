import type { Point } from '../../lib/geo.ts';
import { decodedUri } from '../../lib/text/addresses.ts';

const DEGREES = String.raw`(-?\d{1,3}(?:\.\d{1,20})?(?:e-\d{1,3})?)`;
const PAIR = String.raw`${DEGREES}\s*,\s*${DEGREES}`;

/** Where addresses of maps have the point that they mark; what they only show is the last resort. */
const IN_ADDRESSES = [
  // Google Maps: the place itself, then what is searched for, as at Apple Maps.
  new RegExp(`!3d${DEGREES}!4d${DEGREES}`),
  // OpenStreetMap: the marker.
  new RegExp(`[?&]mlat=${DEGREES}&mlon=${DEGREES}`),
  new RegExp(`[?&](?:coordinate|ll|q|query|daddr|destination|center|sll)=(?:loc:)?${PAIR}`),
  new RegExp(`^geo:${PAIR}`, 'i'),
  new RegExp(`/@${PAIR}`),
  new RegExp(`[#&?]map=\\d+(?:\\.\\d+)?/${DEGREES}/${DEGREES}`),
].map(expression => (text: string) => expression.exec(text)?.slice(1).map(Number));

/** Two numbers, whose decimals a point or a comma parts from the rest. */
function inNumbers(text: string): number[] | undefined {
  const [, lat, lng] =
    new RegExp(`^${PAIR}$`).exec(text) ??
    /^(-?\d{1,3}(?:[.,]\d{1,20})?)(?:\s*;\s*|\s+)(-?\d{1,3}(?:[.,]\d{1,20})?)$/.exec(text) ??
    [];
  return lat === undefined ? undefined : [lat, lng!].map(number => Number(number.replace(',', '.')));
}

const ANGLE = String.raw`(\d{1,3}(?:\.\d{1,20})?)\s*°?\s*(?:(\d{1,2}(?:\.\d{1,20})?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d{1,20})?)\s*(?:"|″|”|'')\s*)?`;
const ANGLES = new RegExp(`^${ANGLE}([NS])[,;\\s]*${ANGLE}([EWO])$`, 'i');

/** Degrees, minutes and seconds with the points of the compass; west is `O` in French, Catalan and Spanish. */
function inAngles(text: string): number[] | undefined {
  const found = ANGLES.exec(text);
  if (!found) return undefined;
  const angle = (at: number) => {
    const [degrees, minutes = 0, seconds = 0] = found.slice(at, at + 3).map(part => Number(part ?? 0));
    const size = degrees! + minutes / 60 + seconds / 3600;
    return Math.round((/[SWO]/i.test(found[at + 3]!) ? -size : size) * 1e7) / 1e7;
  };
  return [angle(1), angle(5)];
}

/**
 * The point that a text names: two numbers, or the address of a map (OpenStreetMap, Google Maps, Apple Maps, `geo:`).
 * Nothing is fetched, so a shortened address names none.
 */
export function pointIn(text: string): Point | undefined {
  const typed = decodedUri(text.trim().slice(0, 4000).replaceAll('+', ' ')).replaceAll('−', '-');
  for (const read of [inNumbers, inAngles, ...IN_ADDRESSES]) {
    const [lat, lng] = read(typed) ?? [];
    // `geo:0,0?q=` has its point behind the question mark, which is read before.
    if (lat !== undefined && Math.abs(lat) <= 90 && Math.abs(lng!) <= 180) return { lat, lng: lng! };
  }
  return undefined;
}
