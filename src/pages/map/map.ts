import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { cachingOf, eventFilters, readFilter } from '../../search/event-filter.ts';
import type { FacetRequest } from '../../search/facets.ts';
import { page } from '../page.ts';
import { counted } from '../parts/plural.ts';
import { asQuery, comingUp, queryOfPage, withValues } from '../parts/query.ts';
import { type PageView, pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { type FoundOnMap, findOnMap } from './find-on-map.ts';
import { type Town, townsOf } from './listed-venues.ts';
import { planOf } from './plan.ts';
import { mapFrame, tileHead, tileHeaders } from './tiles.ts';
import { venueItem } from './venue-item.ts';

/** The map of the venues with coming events: a list of them beside a plan, or beside tiles where there are any. */
export const mapPage = page({
  arguments: eventFilters,
  async show({ args: sent, ...call }) {
    const args = comingUp(sent);
    const view = pageView(call);
    const words = wordsIn('mapPage', view);
    const found = await findOnMap(call, await readFilter(args, call), view, requestOf(view));
    const { headers, ...caching } = cachingOf(args, call);
    return {
      ...{ title: words.title, section: 'map', main: mainOf(found, view), path: () => '/events/map/' },
      ...{ description: counted(words, 'text', found.total, view.language), head: tileHead(view) },
      ...{ ...caching, headers: { ...headers, ...tileHeaders(view.config) } },
    };
  },
});

/** Towns are counted as well: they divide a map that has more venues than it shows. */
const requestOf = ({ config, textLanguage }: PageView): FacetRequest => ({
  ...{ names: ['venue', 'city'], isSideways: false, limit: MOST_TOWNS },
  ...{ zone: config.TIME_ZONE.id, language: config.LANGUAGE, textLanguage },
});

const MOST_TOWNS = 300;

function mainOf(found: FoundOnMap, view: PageView): Html {
  const words = wordsIn('mapPage', view);
  const towns = townsOf(found.venues, view.language);
  if (towns.length === 0) return html`<h1>${words.title}</h1>\n<p>${words.none}</p>`;
  return html`<div class="map-page">
<header class="map-head">
<h1>${words.title}</h1>
<p class="lead">${counted(words, 'text', found.total, view.language)}</p>
${found.total > found.venues.length && townLinks(found, view)}
</header>
${mapFrame(planOf(towns, view.language), view)}
<div class="map-list">
${towns.length === 1 ? listOf(towns[0]!, 'h2', view) : towns.map(town => townOf(town, view))}
</div>
</div>`;
}

function townOf(town: Town, view: PageView): Html {
  const words = wordsIn('mapPage', view);
  return html`<section class="map-town">
<h2>${town.name || words.elsewhere}</h2>
${listOf(town, 'h3', view)}
</section>
`;
}

const listOf = ({ venues }: Town, heading: 'h2' | 'h3', view: PageView): Html =>
  html`<ul class="map-venues">${venues.map(venue => venueItem(venue, heading, view))}</ul>`;

/** The way to the venues that the map does not show. */
function townLinks({ venues, facets }: FoundOnMap, view: PageView): Html {
  const words = wordsIn('mapPage', view);
  const { values } = facets.get('city')!;
  const href = (town: string) => asQuery(withValues(queryOfPage(view), 'city', [town]));
  return html`<p>${filled(words.most, { count: venues.length })}</p>
<ul class="map-towns">${values.map(({ label }) => html`<li><a href="${href(label.name)}">${label.name}</a></li>`)}</ul>`;
}
