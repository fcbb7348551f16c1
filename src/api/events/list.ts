import { eventFormats } from '../../formats/event-formats.ts';
import { writeFacets } from '../../formats/json/facets.ts';
import { listedView, renderList } from '../../formats/render.ts';
import { renderFound } from '../../formats/rendered-events.ts';
import type { Answer, BareCall, Call } from '../../http/call.ts';
import { notAcceptable } from '../../http/documents.ts';
import { refusal } from '../../http/errors.ts';
import { assertPage, eventListHeaders, pageOf, sharedListToHorizon } from '../../http/list-answer.ts';
import { publicRead } from '../../http/operation.ts';
import { eventOperationWords } from '../../i18n/messages.ts';
import type { ArgumentValues } from '../../input/arguments.ts';
import { range } from '../../input/common-arguments.ts';
import { ref } from '../../input/schemas.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import { contextArgument, inContext } from '../../records/translations/fields.ts';
import { eventFilters, type ListArgs, linkQuery, readFilter } from '../../search/event-filter.ts';
import { facetArguments, facetLinks, facetRequest } from '../../search/facet-arguments.ts';
import { findEvents } from '../../search/find-events.ts';
import { mayCreate } from '../../users/rights.ts';
import { documentArguments, formatsOfEvents } from './formats.ts';

/** The arguments of every list of events in JSON. */
export const listArguments = { ...eventFilters, ...facetArguments, ...contextArgument, ...documentArguments };

/** The answers of every list of events in JSON. */
export const listAnswers = {
  status: 200,
  schema: ref('EventList'),
  headers: eventListHeaders,
  errors: [400, 401, 403, refusal(404, 'event-archive-page-not-found'), notAcceptable(eventFormats)],
} as const;

export const list = publicRead({
  words: eventOperationWords.list,
  arguments: listArguments,
  documents: [formatsOfEvents(() => ({}))],
  answers: listAnswers,
  handle: call => answerWithPage(call.args, call, { path: '/events/' }),
});

/**
 * One page of a list of events.
 * @param path of the list, and the arguments that it stands for
 */
export async function answerWithPage(
  args: ArgumentValues<typeof listArguments>,
  call: BareCall & Pick<Call, 'i18n_language'>,
  { path, narrow }: { readonly path: string; readonly narrow?: Partial<ListArgs> },
): Promise<Answer> {
  const narrowed = narrow ? { ...args, ...narrow } : args;
  const filter = await readFilter(narrowed, call);
  const page = range(args, call.config);
  const view = listedView(inContext(call, args.context, mayCreate), filter.around);
  const request = facetRequest(args, call);
  const { events, total, facets } = await atOneVersion(call, async source => {
    const found = await findEvents(source, filter, call.viewer, page, request);
    const events = await renderFound(found, view, filter.offeredHash);
    return events && { events, total: found.total, facets: found.facets };
  });
  const query = Object.assign(linkQuery(args, filter, call.viewer), facetLinks(args), {
    context: args.context,
    i18n_language: call.i18n_language,
  });
  const { links, totals, headers } = pageOf(
    `${call.address.api}${path}`,
    query,
    { page: args.page, per_page: page.limit },
    total,
  );
  assertPage(args, totals, 'event-archive-page-not-found');
  const written = facets && writeFacets(facets);
  const rendered = renderList('events', events, { ...links, ...totals }, {}, written);
  const caching = await sharedListToHorizon(narrowed, filter, call);
  return { ...rendered, ...caching, headers: { ...headers, ...caching.headers } };
}
