import { eventFormats } from '../../formats/event-formats.ts';
import { writeFacets } from '../../formats/json/facets.ts';
import { renderList } from '../../formats/render.ts';
import { renderFound } from '../../formats/rendered-events.ts';
import { listedView } from '../../formats/views.ts';
import { notAcceptable } from '../../http/documents.ts';
import { refusal } from '../../http/errors.ts';
import { operation } from '../../http/operation.ts';
import { assertPage, listHeaders, pageOf, range } from '../../http/paging.ts';
import { ref } from '../../http/schemas.ts';
import { eventOperationWords } from '../../i18n/messages.ts';
import { atOneVersion } from '../../read-model/at-one-version.ts';
import { cachingOf, eventFilters, linkQuery, readFilter } from '../../search/event-filter.ts';
import { facetArguments, facetLinks, facetRequest } from '../../search/facet-arguments.ts';
import { findEvents } from '../../search/find-events.ts';
import { documentsOfEvents } from './documents.ts';

export const list = operation({
  methods: ['GET'],
  words: eventOperationWords.list,
  arguments: { ...eventFilters, ...facetArguments },
  may: () => true,
  documents: [documentsOfEvents(() => ({}))],
  answers: {
    status: 200,
    schema: ref('EventList'),
    headers: listHeaders,
    errors: [400, refusal(404, 'event-archive-page-not-found'), notAcceptable(eventFormats)],
  },
  async handle({ args, ...call }) {
    const filter = await readFilter(args, call);
    const page = range(args, call.config);
    const view = { ...listedView(call), point: filter.around };
    const request = facetRequest(args, call.config);
    const { events, total, facets } = await atOneVersion(call, async source => {
      const found = await findEvents(source, filter, call.viewer, page, request);
      const events = await renderFound(found, view, filter.offeredHash);
      return events && { events, total: found.total, facets: found.facets };
    });
    const query = {
      ...linkQuery(args, filter, call.viewer),
      ...facetLinks(args),
      i18n_language: call.i18n_language,
    };
    const { links, totals, headers } = pageOf(
      `${call.address.api}/events/`,
      query,
      { page: args.page, per_page: page.limit },
      total,
    );
    assertPage(args, totals, 'event-archive-page-not-found');
    const written = facets && writeFacets(facets);
    const rendered = renderList('events', events, { ...links, ...totals }, {}, written);
    const caching = cachingOf(args, call);
    return { ...rendered, ...caching, headers: { ...headers, ...caching.headers } };
  },
});
