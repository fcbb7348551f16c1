import type { Config } from '../../config.ts';
import { because } from '../../intake/reason.ts';
import { SourceError, type SourceItem } from '../../intake/source-item.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { answered, isSameSite, type Visitor, type WebPage } from '../sites/visitor.ts';
import { MAX_EVENTS, readFeed } from './feed.ts';
import { type Markup, readMarkup } from './markup.ts';
import { canonicalOf, EventReader, pageKey, webAddress } from './page.ts';

/** Bytes of a document. */
const MAX_DOCUMENT = 10_000_000;
/** Pages in a row that cannot be reached, after which the others are not asked for. */
const MAX_FAILURES = 5;

/** Items after which what was read is written. */
const BATCH = 50;

/** The events of a page that holds them. */
export async function* readEventPage(
  { url }: WebPage,
  markup: Markup,
  config: Config,
): AsyncGenerator<SourceItem> {
  const reader = new EventReader(config);
  yield* reader.events(url, markup);
  yield* reader.remarks();
}

/**
 * The events of the pages that the items of a feed lead to, one page after the other. An item whose page holds none is
 * an event if the feed gives its dates. Feeds show only their newest items: nothing vanishes from one.
 * @throws SourceError
 */
export async function* readEventFeed(
  visitor: Visitor,
  first: WebPage,
  config: Config,
): AsyncGenerator<SourceItem> {
  const reader = new EventReader(config);
  /** Whether a page holds events, or may at another time. */
  const holds = new Map<string, boolean>();
  let [count, failures] = [0, 0];
  for await (const { item, feed, link, isShared } of itemsOf(visitor, first)) {
    if (++count > MAX_EVENTS) {
      yield { note: because('first_events', { count: MAX_EVENTS }) };
      break;
    }
    const key = link && link.host + pageKey(link);
    if (key !== undefined && !holds.has(key)) {
      const read = await eventsAt(visitor, link!, reader, item);
      failures = read instanceof SourceError ? failures + 1 : 0;
      if (failures === MAX_FAILURES) throw read;
      holds.set(key, read instanceof SourceError || read.some(one => 'record' in one));
      if (read instanceof SourceError)
        yield { note: because('at_address', { address: link!.href, why: read.why }) };
      else yield* read;
    }
    if (count % BATCH === 0) yield { pause: true };
    if (key !== undefined && holds.get(key)) continue;
    const single = { events: [item], nodes: new Map(), metas: [], problems: [] };
    yield* reader.events(link ?? feed, single, link && !isShared ? item : undefined);
  }
  yield* reader.remarks();
}

/** The events of a page; why it cannot be read now, which does not end the import. */
async function eventsAt(
  visitor: Visitor,
  link: URL,
  reader: EventReader,
  item: JsonObject,
): Promise<SourceItem[] | SourceError> {
  try {
    const { url, status, body } = await visitor.get(link, { accept: 'text/html', most: MAX_DOCUMENT });
    if (status >= 500 || status === 429) return answered(url, status);
    const markup = await readMarkup(status === 200 ? body : '');
    return await Array.fromAsync(reader.events(canonicalOf(url, markup), markup, item));
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

/** The items of a feed and of the pages of the feed after it, with the addresses of their pages, which several may share. */
async function* itemsOf(visitor: Visitor, first: WebPage) {
  const visited = new Set<string>();
  for (let page: WebPage | undefined = first; page; ) {
    const { url: feed, body, status }: WebPage = page;
    if (status !== 200) throw answered(feed, status);
    if (body.length > MAX_DOCUMENT) throw new SourceError(because('large_answer'));
    const { items, next } = await readFeed(body);
    const links = items.map(({ url }) => webAddress(url, feed));
    const byKey = Map.groupBy(links, link => link && pageKey(link));
    for (const [at, link] of links.entries())
      yield { item: items[at]!, feed, link, isShared: byKey.get(link && pageKey(link))!.length > 1 };
    visited.add(feed.href);
    const url: URL | undefined = items.length > 0 ? webAddress(next, feed) : undefined;
    page = url && !visited.has(url.href) && isSameSite(first.url, url) ? await visitor.get(url) : undefined;
  }
}
