import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import { chips } from '../parts/chips.ts';
import type { Filtering } from '../parts/filtering.ts';
import { filterForm } from '../parts/filters.ts';
import { counted } from '../parts/plural.ts';
import { asQuery, queryOfPage, withValues } from '../parts/query.ts';
import { subscribe } from '../parts/subscribe.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { FoundOnMap } from './find-on-map.ts';
import { type Town, townsOf } from './listed-venues.ts';
import { planOf } from './plan.ts';
import { mapFrame } from './tiles.ts';
import { venueItem } from './venue-item.ts';

/** The content of the map: the filters, the map, and the list of its venues. */
export function mapContent(found: FoundOnMap, filtering: Filtering, view: PageView): Html {
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
${mapFrame(planOf(towns, view.language), view)}
<div class="map-list">
${towns.length === 1 ? listOf(towns[0]!, 'h2', view) : towns.map(town => townOf(town, view))}
</div>
</div>
`
}${subscribe(view, { path: '/events/', coming: { when: 'ongoing,upcoming' } })}
</div>`;
}

const noVenues = ({ chosen }: Filtering, view: PageView): string =>
  chosen.length > 0 ? wordsIn('mapPage', view).none : wordsIn('contactPages', view).venues_none;

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
function townLinks({ venues, facets }: FoundOnMap, { path }: Filtering, view: PageView): Html {
  const towns = facets.get('city')!.values.slice(0, MOST_TOWNS);
  const href = (town: string) => pathTo(view, path) + asQuery(withValues(queryOfPage(view), 'city', [town]));
  return html`<div class="map-more">
<p>${filled(wordsIn('mapPage', view).most, { count: venues.length })}</p>
<ul>${towns.map(({ label }) => html`<li><a href="${href(label.name)}" rel="nofollow">${label.name}</a></li>`)}</ul>
</div>`;
}

const MOST_TOWNS = 100;
