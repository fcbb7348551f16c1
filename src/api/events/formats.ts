import type { EventRecord } from '../../events/event.ts';
import { lastModified } from '../../events/store.ts';
import { tableArguments } from '../../formats/csv/columns.ts';
import { type ListToWrite, writeDocument } from '../../formats/document.ts';
import type { EventFormat, EventListView } from '../../formats/event-format.ts';
import { eventFormats } from '../../formats/event-formats.ts';
import { listedView, singleView } from '../../formats/render.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { notAcceptable } from '../../http/documents.ts';
import { refusal } from '../../http/errors.ts';
import { assertPage, eventListHeaders, sharedListToHorizon, totalsOf } from '../../http/list-answer.ts';
import { type Documents, publicRead } from '../../http/operation.ts';
import type { Language } from '../../i18n/language.ts';
import { eventFilterWords, eventOperationWords } from '../../i18n/messages.ts';
import { type ArgumentValues, additional, boolean } from '../../input/arguments.ts';
import { assertLarge, isLarge } from '../../lib/answer-scope.ts';
import { documentRoundRobin } from '../../lib/pacer.ts';
import { MAX_DOCUMENT_EVENTS, MAX_SMALL_DOCUMENT } from '../../limits.ts';
import { withSubEvents } from '../../reading/sub-events.ts';
import { eventSubject, subjectOf } from '../../reading/subject.ts';
import { storeId } from '../../records/store-id.ts';
import { eventFilters, type ListArgs, readFilter, withDocumentWindow } from '../../search/event-filter.ts';
import { findEventIds, recordsOfList } from '../../search/find-events.ts';
import { pageAddress } from '../../site/address.ts';
import { documentPath, PAGES, pathOf } from '../../site/page-addresses.ts';
import { documentAlternates, linkHeader, linksOf, tagOf } from '../list-in-format.ts';
import { calendarBatches, startOfCalendar, startOfEvent } from './calendar-list.ts';
import { readableSeries } from './calendar-series.ts';

/** The arguments of events in other formats than JSON. */
export const documentArguments = {
  ...tableArguments,
  expand: additional(boolean(eventFilterWords.expand)),
};

/** The documents of a record to which events belong, such as a venue: the list of its events, by the same filters. */
export const formatsOfEvents = <Target = undefined>(
  narrow: (target: Target, call: BareCall, args: ListArgs) => Partial<ListArgs>,
  formats: readonly EventFormat[] = eventFormats,
): Documents<Target> => ({
  formats,
  operation: publicRead<typeof eventFilters & typeof documentArguments, Target>({
    words: eventOperationWords.list,
    arguments: { ...eventFilters, ...documentArguments },
    answers: {
      status: 200,
      schema: { type: 'string' },
      headers: eventListHeaders,
      errors: [400, refusal(404, 'event-archive-page-not-found'), notAcceptable(formats)],
    },
    handle: ({ args, target, ...call }) => answerWithList({ ...args, ...narrow(target, call, args) }, call),
  }),
});

/** The format that the request names or accepts. */
const formatOf = ({ document }: BareCall): EventFormat =>
  eventFormats.find(({ suffix }) => suffix === document!.format.suffix)!;

/** Lists that are certainly long: shorter ones are written at once, unless they have too many bytes. */
const LONG = 2000;

type DocumentArgs = ListArgs & DocumentOptions;

type DocumentOptions = ArgumentValues<typeof documentArguments>;

async function answerWithList(sent: DocumentArgs, call: BareCall, series?: EventRecord): Promise<Answer> {
  const format = formatOf(call);
  const args = format.window === 'calendar' ? withDocumentWindow(sent, call) : sent;
  // Who reads a series by itself has offered its password.
  const password = series?.password_hash;
  const read = await readFilter(args, call);
  const filter = password ? { ...read, offeredHash: password } : read;
  const isWhole = format.extent === 'whole';
  const limit = isWhole ? MAX_DOCUMENT_EVENTS : Math.min(args.per_page, call.config.MAX_PER_PAGE);
  const { page } = args;
  const { languages, expand = false } = sent;
  const isGrouped = format.groupsSeries && !expand;
  const range = { limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
  const find = (limit: number) => findEventIds(call, filter, call.viewer, { ...range, limit });
  // What the tag tells must be in the document, so it comes first. The bytes of a short one identify it.
  const tag = isLarge()
    ? await tagOf(call, { ...filter, languages, expand, separator: sent.separator }, page)
    : undefined;
  const few = await find(Math.min(limit, MAX_SMALL_DOCUMENT));
  const isLong = Math.min(limit, few.total - range.offset) > MAX_SMALL_DOCUMENT;
  if (isLong) assertLarge();
  // To find a hundred thousand takes a while.
  if (isLong) await documentRoundRobin.next();
  const { ids, total } = isLong ? await find(limit) : few;
  const { totals, headers } = totalsOf(total, limit);
  assertPage({ page, per_page: limit }, totals, 'event-archive-page-not-found');
  const links = linksOf(call, page, totals.total_pages);
  const batches: ListToWrite['batches'] = read =>
    isGrouped
      ? calendarBatches(call, filter, ids, read)
      : recordsOfList(call, filter, call.viewer, ids, read);
  const view: EventListView = {
    ...(series ? eventSubject(series, call) : await subjectOf(sent, call)),
    ...links,
    ...(await common(call, languages)),
    // A page tells when it was changed before its first event.
    modified: isWhole ? undefined : await lastModified(call.db, ids),
    isExpanded: expand,
    since: format.groupsSeries ? await startOfCalendar(call, filter, ids) : undefined,
    view: { ...listedView(call), point: filter.around },
  };
  const list = { view, batches, offeredHash: filter.offeredHash };
  const body = await writeDocument(format, list, { isLong: ids.length > LONG, tag, records: ids.length });
  const caching = await sharedListToHorizon(args, filter, call);
  return {
    ...{ body, mediaType: format.mediaType, ...caching },
    headers: { ...headers, ...linkHeader(links), ...caching.headers },
  };
}

/** The document of a single event, which its reader may read: a password that hides it was offered. */
export async function answerWithEvent(
  event: EventRecord,
  { languages, expand = false }: DocumentOptions,
  call: BareCall,
): Promise<Answer> {
  const format = formatOf(call);
  const isSeries = event.recurrence !== '';
  if (isSeries && (!format.showsSeries || (format.groupsSeries && expand)))
    return answerWithOccurrences(event, { languages, expand }, call);
  const view = singleView(call);
  const list: EventListView = {
    ...eventSubject(event, call),
    ...(await common(call, languages)),
    ...{ modified: event.modified_at, since: await startOfEvent(event, call), view },
    ...{ isOfOneEvent: !isSeries, isExpanded: expand },
  };
  const shown = format.groupsSeries ? event : await withSubEvents(event, call);
  const batches = () => (isSeries && format.groupsSeries ? readableSeries(event, call) : one([shown]));
  // A reader of a protected event has offered its password.
  const offeredHash = event.password_hash ?? undefined;
  const tag = isLarge() ? await tagOf(call, { event: event.id, languages, expand }, 1) : undefined;
  const body = await writeDocument(
    format,
    { view: list, batches, offeredHash },
    { isLong: false, tag, records: 1 },
  );
  return { body, mediaType: format.mediaType, until: Infinity };
}

/** The list of the occurrences of a series, which has an address of its own: all, or a page of those to come. */
function answerWithOccurrences(
  series: EventRecord,
  { languages, expand }: DocumentOptions,
  call: BareCall,
): Promise<Answer> {
  const { suffix, extent } = formatOf(call);
  const when: ListArgs['when'] = extent === 'whole' ? ['all'] : ['ongoing', 'upcoming'];
  const { address } = listedView(call);
  const separator = new URL(call.document!.address).searchParams.get('separator');
  const table = `${languages ? `&languages=${languages}` : ''}${separator ? `&separator=${encodeURIComponent(separator)}` : ''}`;
  const events = expand ? '&expand=true' : '';
  const url = pageAddress(
    address,
    `${documentPath(pathOf(PAGES.list), suffix)}?series=${series.id}&when=${when}${table}${events}`,
  );
  const page = { page: 1, per_page: call.config.MAX_PER_PAGE, strict_dates: false };
  const list = { ...call, address, document: { ...call.document!, address: url } };
  return answerWithList({ ...page, series: [series.id], when, languages, expand }, list, series);
}

async function* one(events: EventRecord[]): AsyncGenerator<EventRecord[]> {
  yield events;
}

async function common(call: BareCall, languages: readonly Language[] = []) {
  const { document, language, address, clock, db } = call;
  const store = await storeId(db);
  const about = { language, languages, alternates: documentAlternates(call) };
  const { isOfReference, address: self } = document!;
  return { ...about, now: clock.instant, store, self, isOfReference, site: address.site };
}
