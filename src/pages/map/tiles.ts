import type { Config } from '../../config.ts';
import { securityPolicy } from '../../http/headers.ts';
import { type Html, html } from '../../lib/html.ts';
import { textOf } from '../../lib/text/text.ts';
import { assetAddress } from '../assets.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The map: the plan, in whose place the script draws tiles where there are any. */
export function mapFrame(plan: Html | undefined, view: PageView): Html | undefined {
  const { TILES_URL: tiles, TILES_ATTRIBUTION } = view.config;
  if (!plan || !tiles) return plan && html`<div class="map-frame">${plan}</div>`;
  const words = wordsIn('mapPage', view);
  return html`<div class="map-frame" data-tiles="${tiles.template}" data-label="${words.map}" data-zoom-in="${words.zoom_in}" data-zoom-out="${words.zoom_out}" data-close="${words.close}" data-together="${words.together}">
${plan}
<p class="map-attribution" hidden>${attribution(TILES_ATTRIBUTION)}</p>
</div>`;
}

/** What the page needs for its tiles. */
export const tileHead = (view: PageView): Html | undefined =>
  view.config.TILES_URL &&
  html`<link rel="stylesheet" href="${assetAddress(view, 'leaflet.css')}">
<script src="${assetAddress(view, 'leaflet.js')}" defer></script>
<script src="${assetAddress(view, 'map.js')}" type="module"></script>
`;

/** This page alone may load images from the server of the tiles. */
export const tileHeaders = ({ TILES_URL: tiles }: Pick<Config, 'TILES_URL'>): Record<string, string> =>
  tiles ? { 'content-security-policy': securityPolicy([tiles.origin]) } : {};

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
