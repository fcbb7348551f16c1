import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { bare, calendarKey } from '../../intake/identity.ts';
import { lookUp } from '../../intake/imported.ts';
import { because, type Reason } from '../../intake/reason.ts';
import type { RecordItem, SourceItem } from '../../intake/source-item.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { isTracking } from '../../lib/text/addresses.ts';
import { foldKeepingDots } from '../../lib/text/search-terms.ts';
import { isSameSite } from '../sites/visitor.ts';
import { type FeedEvent, line, readEvent } from './event.ts';
import { MAX_EVENTS } from './feed.ts';
import { type Markup, typesOf } from './markup.ts';
import { startHere } from './times.ts';

type PageEvents = Pick<Markup, 'events' | 'nodes' | 'metas' | 'problems'>;

/** Reads the events of pages and of items of a feed, each once. */
export class EventReader {
  readonly #config: Config;
  readonly #found = new Set<string>();
  #withoutZone = 0;

  constructor(config: Config) {
    this.#config = config;
  }

  /** @param item the item of a feed for which the page stands, if the page is not the source itself */
  async *events(page: URL, markup: PageEvents, item?: JsonObject): AsyncGenerator<SourceItem> {
    const isCut = markup.events.length > MAX_EVENTS;
    const whys = [...markup.problems, ...(isCut ? [because('first_events', { count: MAX_EVENTS })] : [])];
    for (const why of whys) yield { note: because('at_address', { address: page.href, why }) };
    const isOwn = markup.metas.some(({ name, content }) => name === 'generator' && content === 'Almanac');
    const context = { page, nodes: markup.nodes, isOwn, config: this.#config };
    /** Some pages name an event twice. */
    const read = new Map<string, FeedEvent & { own: string }>();
    for (const node of markup.events.slice(0, MAX_EVENTS).flatMap(withDates).slice(0, MAX_EVENTS)) {
      await yieldIfDue();
      const [event, own] = [readEvent(node, context), ownKey(node, page)];
      const key = `${own} ${event?.times.start}`;
      if (!event)
        yield {
          note: because('page_left_out', { name: shown(node.name), address: page.href, why: whyNot(node) }),
        };
      else if (!read.has(key)) read.set(key, { ...event, own });
    }
    const isAlone = item !== undefined && read.size === 1;
    const byOwn = Map.groupBy(read.values(), ({ own }) => own);
    // A feed of Almanac has the whole text, and its page the beginning.
    const text = isAlone && isOwn && item.description ? { description: item.description } : {};
    for (const [dated, { own, record, times }] of read) {
      const key = isAlone ? pageKey(page) : byOwn.get(own)!.length > 1 ? dated : own;
      const base = `page:${bare(page.host)}`;
      if (this.#found.has(`${base} ${key}`)) continue;
      this.#found.add(`${base} ${key}`);
      if (times.isWithoutZone) this.#withoutZone++;
      const origin = { base, host: undefined, store: undefined, isCalendar: true } as const;
      const keys = [dated, key, own, ...(item && byOwn.size === 1 ? [pageKey(page)] : [])];
      const start = startHere(times, this.#config.TIME_ZONE.name);
      yield { record: { ...record, ...text, almanac: { key, keys, start } }, type: 'event', origin };
    }
  }

  *remarks(): Generator<SourceItem> {
    const { name } = this.#config.TIME_ZONE;
    if (this.#withoutZone > 0)
      yield { note: because('without_zone', { zone: name, count: this.#withoutZone }) };
  }
}

/** An event under the identity that its date has here: its page may have had one date then, or several. */
export async function withKnownIdentity(db: Db, item: RecordItem): Promise<RecordItem> {
  const { almanac } = item.record;
  if (!isObject(almanac) || !Array.isArray(almanac.keys)) return item;
  const sources = almanac.keys.map(key => calendarKey(item.origin.base, key));
  const known = await lookUp(db, 'event', sources);
  const [dated] = sources;
  const source = sources.find(
    one => known.has(one) && (one === dated || known.get(one)!.start_date === almanac.start),
  );
  return { ...item, record: { ...item.record, almanac: { ...almanac, source } } };
}

const shown = (value: unknown): string => line(value).slice(0, 100);

const whyNot = ({ startDate }: JsonObject): Reason =>
  line(startDate) === '' ? because('no_dates') : because('not_a_date', { text: shown(startDate) });

/** The events that a node is: a series is the dates that its page shows. */
function withDates(node: JsonObject): JsonObject[] {
  const dates = [node.subEvent].flat().slice(0, MAX_EVENTS).filter(isObject);
  if (!typesOf(node).includes('EventSeries') || dates.length === 0) return [node];
  const { subEvent, '@id': _, url: __, ...common } = node;
  return dates.map(date => ({ ...common, ...date }));
}

/** A web address without what follows visitors around. */
export function webAddress(written: unknown, page: URL): URL | undefined {
  const url = line(written) === '' ? null : URL.parse(line(written), page);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  for (const name of [...url.searchParams.keys()]) if (isTracking(name)) url.searchParams.delete(name);
  return url;
}

/** What identifies a page at its host, however its address is written. */
export const pageKey = ({ pathname, search }: URL): string => pathname.replace(/(?<=[^/])\/$/, '') + search;

/** What identifies one of several events of a page: its own address at the same site, else its name there. */
function ownKey({ url, '@id': id, name }: JsonObject, page: URL): string {
  for (const own of [webAddress(url, page), webAddress(id, page)]) {
    if (!own || !isSameSite(page, own)) continue;
    if (pageKey(own) !== pageKey(page)) return pageKey(own);
    if (own.hash !== '') return pageKey(own) + own.hash;
  }
  return `${pageKey(page)} ${foldKeepingDots(line(id ?? name))}`;
}

/** The address by which a page wants to be known. Some sites name their first page for all. */
export function canonicalOf(page: URL, { links }: Markup): URL {
  const canonical = webAddress(links.find(({ rel }) => rel?.toLowerCase() === 'canonical')?.href, page);
  return canonical && canonical.pathname !== '/' && isSameSite(canonical, page) ? canonical : page;
}
