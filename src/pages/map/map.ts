import { sharedListToHorizon } from '../../http/list-answer.ts';
import { html } from '../../lib/html.ts';
import { MAX_FACET_VALUES } from '../../limits.ts';
import { eventFilters, readFilter } from '../../search/event-filter.ts';
import { page } from '../page.ts';
import { filterRequest } from '../parts/facet-choices.ts';
import { readFiltering } from '../parts/filtering.ts';
import { dataOfEvents } from '../parts/json-ld.ts';
import { counted } from '../parts/plural.ts';
import { asQuery, comingUp, queryOfPage } from '../parts/query.ts';
import { listPreview } from '../preview-cards/preview.ts';
import { pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { findOnMap } from './find-on-map.ts';
import { mapContent } from './map-content.ts';
import { tileHead, tileHeaders } from './tiles.ts';

const PATH = '/events/map/';

/** The map of the venues with coming events: a list of them beside a plan, or beside tiles where there are any. */
export const mapPage = page({
  arguments: eventFilters,
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
