import type { PageRange } from '../db/list-page.ts';
import { recordsOf } from '../events/cached-records.ts';
import type { EventRecord } from '../events/event.ts';
import { isUpToDate } from '../formats/rendered-events.ts';
import type { BareCall } from '../http/call.ts';
import { Html, NOTHING } from '../lib/html.ts';
import { bytesIn, fragment } from '../lib/json.ts';
import { Pacer } from '../lib/pacer.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { atOneVersion } from '../read-model/record-source.ts';
import { nameOfView } from '../records/view.ts';
import type { EventFilter } from '../search/event-filter.ts';
import type { FacetRequest, Facets } from '../search/facets.ts';
import { type FoundEvents, findEvents, foundRecords } from '../search/find-events.ts';
import { designOf } from '../site/design.ts';
import { eventData } from './parts/json-ld.ts';
import { type PageView, pageView, type ShownEvent, shownEvent } from './view.ts';

/**
 * How an event is shown in a list. What it makes is kept for all readers until the event changes, so it depends on
 * nothing but its arguments: not on the time, and not on the other events.
 */
export interface CardTemplate {
  /** Distinguishes it from the other templates. */
  readonly name: string;
  write(event: ShownEvent, view: PageView): Html;
  /** Whether search engines and programs read the events where it shows them. */
  readonly isMarkedUp?: boolean;
}

/** An event in a list. Instants are epoch seconds. */
export interface Card {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly html: Html;
  /** What search engines and programs read of it; empty if it is not marked up. */
  readonly data: Html;
}

/** One page of a list of events, as its reader may see them. */
export interface FoundCards {
  readonly cards: readonly Card[];
  readonly total: number;
  readonly facets: Facets | undefined;
}

/** Finds events as every list does, and shows each of them by a template. */
export async function findCards(
  call: BareCall,
  template: CardTemplate,
  filter: EventFilter,
  range: PageRange,
  request?: FacetRequest,
): Promise<FoundCards> {
  return atOneVersion(call, async source => {
    const found = await findEvents(source, filter, call.viewer, range, request);
    const cards = await cardsOf(
      found,
      template,
      { ...call, readModel: source.readModel },
      filter.offeredHash,
    );
    return cards && { cards, total: found.total, facets: found.facets };
  });
}

/** The cards of found events; undefined if something was committed since. */
export async function cardsOf(
  found: FoundEvents,
  template: CardTemplate,
  call: BareCall,
  offeredHash: string | undefined,
): Promise<Card[] | undefined> {
  const cards = await writtenBy(template, found, call, offeredHash);
  if (!cards || !template.isMarkedUp) return cards;
  const data = await writtenBy(DATA, found, call, offeredHash);
  return data && cards.map((card, at) => ({ ...card, data: data[at]!.html }));
}

const DATA: CardTemplate = { name: 'data', write: eventData };

async function writtenBy(
  template: CardTemplate,
  found: FoundEvents,
  call: BareCall,
  offeredHash: string | undefined,
): Promise<Card[] | undefined> {
  const view = pageView(call);
  const { readModel, viewer } = call;
  if (found.version !== undefined && readModel && viewer === undefined)
    return keptCards(readModel, found.version, found.entries, template, view, offeredHash);
  const records = await foundRecords(found, call, viewer);
  return records && writeAll(records, template, view, offeredHash);
}

/** Cards that were made before and have not changed, and fresh ones for the others. */
async function keptCards(
  readModel: ReadModel,
  version: number,
  entries: readonly IndexEntry[],
  template: CardTemplate,
  view: PageView,
  offeredHash: string | undefined,
): Promise<Card[] | undefined> {
  // The operator may change texts while the service runs.
  const name = `${template.name} ${designOf(view.config).version} ${nameOfView(view)}`;
  const cards = new Map<number, Html>();
  for (const { id, hash } of entries) {
    // A protected event differs for readers with its password.
    const kept = hash === null ? readModel.parts.get(id, name) : undefined;
    if (isUpToDate(kept, readModel)) cards.set(id, textOf(bytesIn(kept.whole)));
  }
  const missing = entries.filter(({ id }) => !cards.has(id));
  const records = await recordsOf(readModel, version, missing, undefined);
  if (!records || readModel.version !== version) return undefined;
  const fresh = await writeAll(records, template, view, offeredHash);
  for (const [at, { id, html }] of fresh.entries()) {
    cards.set(id, html);
    if (missing[at]!.hash === null && readModel.version === version)
      keep(readModel, name, records[at]!, html.text);
  }
  return entries.map(({ id, start, end }) => ({ id, start, end, html: cards.get(id)!, data: NOTHING }));
}

/** The bytes of a fragment are those of UTF-8. */
const textOf = (bytes: string): Html => new Html(Buffer.from(bytes, 'latin1').toString());

function keep({ parts, links }: ReadModel, name: string, { id, series }: EventRecord, text: string): void {
  const whole = fragment(text);
  const rendered = { segments: [whole], ...(series && { series }), ownState: undefined };
  parts.set(id, name, { ...rendered, whole, state: undefined, links });
}

async function writeAll(
  records: readonly EventRecord[],
  template: CardTemplate,
  view: PageView,
  offeredHash: string | undefined,
): Promise<Card[]> {
  const pacer = new Pacer();
  const cards: Card[] = [];
  for (const record of records) {
    if (pacer.isDue()) await pacer.pause();
    const html = template.write(shownEvent(record, view, offeredHash), view);
    cards.push({ id: record.id, start: record.start_at, end: record.end_at, html, data: NOTHING });
  }
  return cards;
}
