import type { Config } from '../../config.ts';
import { securityPolicy } from '../../http/headers.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { textOf } from '../../lib/text/text.ts';
import type { VenueRecord } from '../../venues/members.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The map in pixels, those of a tile, and how many tiles are around the world: streets have their names. */
const [WIDTH, HEIGHT, TILE, ZOOM] = [336, 210, 256, 16];
const AROUND = 2 ** ZOOM;

/** Degrees of latitude, on both sides of the equator, that tiles show. */
const FARTHEST = 85;

/** A venue among its streets, without a script; undefined without tiles, or if nobody knows where it is. */
export function smallMap(venue: VenueRecord, view: PageView): Html | undefined {
  const { TILES_URL: tiles, TILES_ATTRIBUTION } = view.config;
  const { geo_lat: lat, geo_lng: lng } = venue;
  if (!tiles || lat === null || lng === null || Math.abs(lat) > FARTHEST) return undefined;
  const { left, top } = cornerAt(lat, lng);
  const images = tilesOf(left, WIDTH).flatMap(x =>
    tilesOf(top, HEIGHT).map(y => {
      const place = { z: ZOOM, x: (x + AROUND) % AROUND, y, r: '@2x' };
      return html`<image href="${filled(tiles.template, place)}" x="${x * TILE - left}" y="${y * TILE - top}" width="${TILE}" height="${TILE}"/>`;
    }),
  );
  const label = filled(wordsIn('eventPage', view).on_map, { name: venue.name });
  return html`<div class="small-map"><svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${images}<circle cx="${WIDTH / 2}" cy="${HEIGHT / 2}" r="9"/></svg>
<p class="map-attribution">${attribution(TILES_ATTRIBUTION)}</p></div>`;
}

/** The left upper corner of a map around a point, in pixels of the whole world (Web Mercator). */
function cornerAt(lat: number, lng: number) {
  const size = AROUND * TILE;
  const down = 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
  return {
    left: Math.round((lng / 360 + 0.5) * size - WIDTH / 2),
    top: Math.round(down * size - HEIGHT / 2),
  };
}

/** The numbers of the tiles that cover a length from a pixel on. */
function tilesOf(from: number, length: number): number[] {
  const first = Math.floor(from / TILE);
  return Array.from({ length: Math.floor((from + length - 1) / TILE) - first + 1 }, (_, at) => first + at);
}

/** What lets a page load images from the server of the tiles. */
export const tileHeaders = ({ TILES_URL: tiles }: Pick<Config, 'TILES_URL'>): Record<string, string> =>
  tiles ? { 'content-security-policy': securityPolicy({ images: [tiles.origin] }) } : {};

/** A link in HTML, as providers of tiles tell how they want to be named. */
const LINK = /<a\s[^>]*?href=(["'])(https?:\/\/[^"'>]+)\1[^>]*>(.*?)<\/a>/gis;

/** The text with its links, and nothing else of its HTML. */
export function attribution(text: string): Html[] {
  const parts: Html[] = [];
  let at = 0;
  const plain = (until: number) => parts.push(html`${spaced(text.slice(at, until))}`);
  for (const { index, 0: all, 2: href, 3: name } of text.matchAll(LINK)) {
    plain(index);
    parts.push(html`<a href="${textOf(href!)}">${textOf(name!)}</a>`);
    at = index + all.length;
  }
  plain(text.length);
  return parts;
}

/** The text of HTML, with the spaces that part it from what stands beside it. */
const spaced = (text: string): string => {
  const [before, after] = [/^\s/.test(text) ? ' ' : '', /\s$/.test(text) ? ' ' : ''];
  return before + textOf(text) + after;
};
