import type { Config } from '../../config.ts';
import { documentBase, hashOf, type Origin, siteOf } from '../../intake/identity.ts';
import { textOf } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import { SourceError, type SourceItem, typeOfRecord } from '../../intake/source-item.ts';
import { isTaxonomy, KINDS, writtenTypes } from '../../kinds.ts';
import { calendarOf } from '../calendar/source.ts';
import { readEventFeed, readEventPage } from '../feeds/read-feed.ts';
import { type CollectionName, LISTS, readDocument, type SourceDocument } from '../files/documents.ts';
import { readSheets, type SheetOptions } from '../sheets/read-sheets.ts';
import { discover, endpoint, storeBehind } from './discovery.ts';
import { withSeries } from './read-series.ts';
import { withTranslations } from './site-languages.ts';
import { answered, isSameSite, type Visitor, type WebPage } from './visitor.ts';

/**
 * The records of a site: everything that its interface shows, or those of the response at the address and of the
 * pages after it. An address may also be that of a calendar, a spreadsheet, a feed or a page of events.
 * @param here the id of the store into which they are imported
 * @throws {SourceError} where the site becomes unreadable, or if it shows this very store
 */
export async function* readSite(
  visitor: Visitor,
  address: URL,
  config: Config,
  here: string,
  options: SheetOptions = {},
): AsyncGenerator<SourceItem> {
  const place = await discover(visitor, address);
  if ('calendar' in place)
    return yield* await calendarOf(place.calendar, documentBase('ical', address), config);
  if ('sheet' in place)
    return yield* readSheets(place.sheet, documentBase('sheet', address), config, options);
  if ('events' in place) return yield* readEventPage(place.events, place.markup, config);
  const store = 'answer' in place ? await storeBehind(visitor, place.page.url) : place.store;
  // Its records would be created again, whatever its address is called.
  if (store === here) throw new SourceError(because('own_store'));
  if ('feed' in place) return yield* readEventFeed(visitor, place.feed, config);
  if ('answer' in place) {
    const { url } = place.page;
    return yield* withSeries(visitor, url, readOn(visitor, place.page, place.answer, originOf(url)));
  }
  const origin = originOf(place.namespace);
  for (const [name, query] of NAMESPACE_LISTS) {
    const url = endpoint(place.namespace, name);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    try {
      const items = readList(visitor, url, name, origin);
      yield* name === 'events' ? withSeries(visitor, place.namespace, items) : items;
    } catch (error) {
      // The other lists may still be readable.
      if (!(error instanceof SourceError)) throw error;
      yield { problem: because('at_address', { address: name, why: error.why }) };
    }
  }
  yield { whole: origin.base };
}

/** Asks for everything. By default the interface lists events of the next two years, and terms in use. */
const ALL_TIMES = { start_date: '1900-01-01 00:00:00', end_date: '2999-12-31 23:59:59' };

const NAMESPACE_LISTS = writtenTypes.map((type): [CollectionName, Record<string, string>] => [
  KINDS[type].collection,
  { per_page: '50', ...(isTaxonomy(type) && { hide_empty: 'false' }), ...(type === 'event' && ALL_TIMES) },
]);

function originOf(url: URL): Origin {
  return { base: siteOf(url.href) ?? url.host, host: url.host, store: undefined };
}

async function* readList(
  visitor: Visitor,
  url: URL,
  name: CollectionName,
  origin: Origin,
): AsyncGenerator<SourceItem> {
  const page = await visitor.get(url);
  const answer = await readDocument(page.body);
  // Some sites list only events. Then the venues, organizers and terms embedded in events are used.
  if (name !== 'events' && [400, 401, 403, 404].includes(page.status)) return;
  // Older versions answer an empty list with 404.
  if (page.status === 404 && /not-found$/.test(textOf(answer?.members.code))) return;
  yield* readOn(visitor, page, wholeAnswer(page, answer), origin);
}

/** Far more than any calendar has; a site that never ends is not followed forever. */
const MAX_PAGES = 20_000;

/** How many times a list that changes meanwhile is read. */
const MAX_TIMES = 3;

/** The records of a response and of all pages after it. */
async function* readOn(
  visitor: Visitor,
  first: WebPage,
  firstAnswer: SourceDocument,
  origin: Origin,
  times = 1,
): AsyncGenerator<SourceItem> {
  const visited = new Set([first.url.href]);
  const total = textOf(firstAnswer.members.total);
  let changes = false;
  let digest = hashOf([...firstAnswer.lists]);
  for (let page = first, answer = firstAnswer; ; ) {
    yield* recordsOf(await withTranslations(visitor, page.url, answer), origin);
    const next = nextOf(answer, page, first);
    if (!next) break;
    if (visited.has(next.href)) throw leadsBack(next);
    if (visited.size >= MAX_PAGES) throw new SourceError(because('many_pages', { count: MAX_PAGES }));
    page = await visitor.get(next);
    // The list has become shorter meanwhile. A page that is always missing is told.
    const isPast = page.status === 404 && times < MAX_TIMES;
    changes ||= isPast;
    if (isPast) break;
    const former = digest;
    answer = wholeAnswer(page, await readDocument(page.body));
    // Some sites answer every page with the first one.
    digest = hashOf([...answer.lists]);
    if (digest === former) throw leadsBack(next);
    visited.add(next.href);
    changes ||= textOf(answer.members.total) !== total;
  }
  if (!changes) return;
  // A record that moved to the page before was missed. Those that were read already are not imported twice.
  if (times === MAX_TIMES) throw new SourceError(because('list_changes'));
  const again = await visitor.get(first.url);
  yield* readOn(visitor, again, wholeAnswer(again, await readDocument(again.body)), origin, times + 1);
}

const leadsBack = ({ href: address }: URL): SourceError =>
  new SourceError(because('pages_lead_back', { address }));

function* recordsOf({ lists, members }: SourceDocument, origin: Origin): Generator<SourceItem> {
  for (const [name, records] of lists) {
    // Files and accounts are trusted only in an export, which is a file.
    if (name === 'images' || name === 'users') continue;
    const type = LISTS[name];
    const total = Number(members.total);
    if (Number.isSafeInteger(total)) yield { type, total };
    for (const record of records) yield { record, type, origin };
    yield { pause: true };
  }
  if (lists.size > 0) return;
  const type = typeOfRecord(members);
  if (type) yield { record: members, type, origin };
}

/**
 * The address of the next page. Some sites leave filters out of it or change the scheme, so both are taken from the
 * first page.
 */
function nextOf({ members }: SourceDocument, page: WebPage, first: WebPage): URL | undefined {
  const written = textOf(members.next_rest_url);
  if (written === '') return undefined;
  const next = URL.parse(written, page.url);
  if (next?.hostname === page.url.hostname && next.port === page.url.port) next.protocol = page.url.protocol;
  if (!next || !isSameSite(page.url, next)) {
    throw new SourceError(because('page_elsewhere', { address: written }));
  }
  const asked = first.url.searchParams;
  for (const name of new Set(asked.keys())) {
    if (name === 'page' || next.searchParams.has(name)) continue;
    for (const value of asked.getAll(name)) next.searchParams.append(name, value);
  }
  return next;
}

function wholeAnswer(page: WebPage, answer: SourceDocument | undefined): SourceDocument {
  if (page.status !== 200) throw answered(page.url, page.status);
  // A site may answer with an error of its own that it does not call one.
  if (!answer?.lists.size) throw new SourceError(because('not_interface', { address: page.url.href }));
  return answer;
}
