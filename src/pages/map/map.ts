import { sharedListToHorizon } from '../../http/list-answer.ts';
import { formatShortDay, formatShortDayAndYear, formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { MAX_FACET_VALUES } from '../../limits.ts';
import { permalink } from '../../records/published-members.ts';
import { readFilter } from '../../search/event-filter.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { assetAddress } from '../assets.ts';
import { listArguments } from '../list/list.ts';
import { page } from '../page.ts';
import { linkOf, textLanguage } from '../parts/card.ts';
import { chips } from '../parts/chips.ts';
import { timeElement } from '../parts/dates.ts';
import { filterRequest } from '../parts/facet-choices.ts';
import { type Filtering, filterForm, readFiltering } from '../parts/filters.ts';
import { dataOfEvents } from '../parts/json-ld.ts';
import { counted } from '../parts/plural.ts';
import { asQuery, comingUp, queryOfPage, SHAPING, without, withValues } from '../parts/query.ts';
import { onceInFeeds } from '../parts/series-once.ts';
import { COMING_NOW, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { type PageEvent, type PageView, pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { type FoundOnMap, findOnMap, framedOf, type ListedVenue, type Town, townsOf } from './find-on-map.ts';
import { planOf } from './plan.ts';
import { attribution, tileHeaders } from './small-map.ts';

const PATH = pathOf(PAGES.map);

/** The map of the venues with coming events: a list of them beside a plan, or beside tiles where there are any. */
export const mapPage = page({
  arguments: listArguments,
  async show({ args: sent, ...call }) {
    const args = comingUp(sent);
    const [view, words] = [pageView(call), wordsIn('mapPage', call)];
    const filter = await readFilter(args, call);
    const request = { ...filterRequest(call, args), limit: MAX_FACET_VALUES };
    const found = await findOnMap(call, filter, view, request);
    const filtering = await readFiltering(call, { args, filter, facets: found.facets, path: PATH });
    const { headers, ...caching } = await sharedListToHorizon(args, filter, call);
    const events = found.venues.map(({ next }) => next);
    const main = html`${mapContent(found, filtering, view)}
${await dataOfEvents(new Set(events), view)}`;
    const isListed = queryOfPage(call).size === 0;
    return {
      ...{ title: words.title, section: 'map', main },
      ...{ description: counted(words, 'text', found.total, view.language), head: tileHead(view) },
      ...{ path: () => PATH + asQuery(queryOfPage(call)), isListed },
      ...(isListed && { preview: await listPreview(args, call) }),
      ...{ ...caching, headers: { ...headers, ...tileHeaders(view.config) } },
    };
  },
});

/** The content of the map: the filters, the map, and the list of its venues. */
function mapContent(found: FoundOnMap, filtering: Filtering, view: PageView): Html {
  const words = wordsIn('mapPage', view);
  const towns = townsOf(found.venues, view.language);
  return html`<div class="map-page">
<h1>${words.title}</h1>
${filterForm(view, filtering)}
<div class="listing-found">
<p class="listing-count">${towns.length > 0 ? counted(words, 'text', found.total, view.language) : noVenues(filtering, view)}</p>
${chips(view, filtering.path, filtering.chosen)}</div>
${found.total > found.venues.length && townLinks(found, filtering, view)}
${
  towns.length > 0 &&
  html`<div class="map-body">
${mapFrame(planOf(towns, view.language), framedOf(towns).length, view)}
<div class="map-list">
${towns.length === 1 ? townList(towns[0]!, 'h2', view) : towns.map(town => townOf(town, view))}
</div>
</div>
`
}${subscribe(view, { path: pathOf(PAGES.list), now: { ...COMING_NOW, ...onceInFeeds(filtering.filter) } })}
</div>`;
}

const noVenues = ({ chosen }: Filtering, view: PageView): string =>
  chosen.length > 0 ? wordsIn('mapPage', view).none : wordsIn('contactPages', view).venues_none;

function townOf(town: Town, view: PageView): Html {
  return html`<section class="map-town">
<h2>${town.name || wordsIn('mapPage', view).elsewhere}</h2>
${townList(town, 'h3', view)}
</section>
`;
}

const townList = ({ venues }: Town, heading: 'h2' | 'h3', view: PageView): Html =>
  html`<ul class="map-venues">${venues.map(venue => venueItem(venue, heading, view))}</ul>`;

/** The way to the venues that the map does not show. */
function townLinks({ venues, facets }: FoundOnMap, { path }: Filtering, view: PageView): Html {
  const towns = facets.get('city')!.values.slice(0, MOST_TOWNS);
  const href = (town: string) => pathTo(view, path) + asQuery(withValues(queryOfPage(view), 'city', [town]));
  return html`<div class="map-more">
<p>${filled(wordsIn('mapPage', view).most, { count: venues.length })}</p>
<ul>${towns.map(({ label }) => html`<li><a href="${href(label.name)}" rel="nofollow">${label.name}</a></li>`)}</ul>
</div>`;
}

const MOST_TOWNS = 100;

/** A venue in the list beside the map. The script of the map reads where it is. */
function venueItem(listed: ListedVenue, heading: 'h2' | 'h3', view: PageView): Html {
  const { venue, count, next, number, point } = listed;
  const words = wordsIn('mapPage', view);
  const name = html`<a href="${permalink('venue', venue, view)}"${textLanguage(venue, 'name', view)}>${venue.name}</a>`;
  return html`<li class="map-venue" id="venue-${venue.id}"${attribute('data-lat', point?.lat)}${attribute('data-lng', point?.lng)}>
${point && html`<span class="map-number" aria-hidden="true">${number}</span>\n`}${heading === 'h2' ? html`<h2 class="map-name">${name}</h2>` : html`<h3 class="map-name">${name}</h3>`}
${venue.address && html`<p class="map-address">${venue.address}</p>\n`}<p class="map-next">${nextOf(next, view)}</p>
<p class="map-count"><a href="${eventsAt(venue.id, view)}" rel="nofollow">${counted(words, 'events', count, view.language)}<span class="visually-hidden">, ${venue.name}</span></a></p>
</li>
`;
}

function eventsAt(id: number, view: PageView): string {
  const query = without(queryOfPage(view), ...SHAPING, 'venue');
  query.set('venue', String(id));
  return pathTo(view, pathOf(PAGES.list) + asQuery(query));
}

/** The next event, or the one that is on: then its date tells nothing. */
function nextOf(event: PageEvent, view: PageView): Html {
  const words = wordsIn('mapPage', view);
  const link = linkOf(event, view);
  if (view.clock.hasCome(event.start_at)) return html`${words.now} ${link}`;
  return html`${words.next} ${link}, ${timeElement(event, 'start', formatStart(event, view))}`;
}

/** `Sat 10 May, 18:30`, with the year if it is another one. */
function formatStart({ start_date, all_day }: PageEvent, { language, clock }: PageView): string {
  const isThisYear = start_date.slice(0, 4) === clock.today().slice(0, 4);
  const day = (isThisYear ? formatShortDay : formatShortDayAndYear)(start_date, language);
  return all_day === 1 ? day : `${day}, ${formatTime(start_date, language)}`;
}

/** The map: the plan, in whose place the script draws tiles where there are any. */
function mapFrame(plan: Html | undefined, framed: number, view: PageView): Html | undefined {
  const { TILES_URL: tiles, TILES_ATTRIBUTION } = view.config;
  if (!plan || !tiles) return plan && html`<div class="map-frame">${plan}</div>`;
  const words = wordsIn('mapPage', view);
  return html`<div class="map-frame" data-tiles="${tiles.template}" data-framed="${framed}" data-label="${words.map}" data-zoom-in="${words.zoom_in}" data-zoom-out="${words.zoom_out}" data-close="${words.close}" data-together="${words.together}">
${plan}
<p class="map-attribution" hidden>${attribution(TILES_ATTRIBUTION)}</p>
</div>`;
}

/** What the page needs for its tiles. */
const tileHead = (view: PageView): Html | undefined =>
  view.config.TILES_URL &&
  html`<link rel="stylesheet" href="${assetAddress(view, 'leaflet.css')}">
<script src="${assetAddress(view, 'leaflet.js')}" defer></script>
<script src="${assetAddress(view, 'map.js')}" type="module"></script>
`;
