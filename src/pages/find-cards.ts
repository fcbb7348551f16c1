import type { PageRange } from '../db/list-page.ts';
import type { EventRecord } from '../events/event.ts';
import { countLater } from '../events/series-dates.ts';
import { isUpToDate, type KeptParts, partsOf } from '../formats/rendered-events.ts';
import type { BareCall } from '../http/call.ts';
import { Html, NOTHING } from '../lib/html.ts';
import type { Fragment } from '../lib/json.ts';
import { Pacer } from '../lib/pacer.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { atOneVersion } from '../read-model/record-source.ts';
import { nameOfView } from '../records/members.ts';
import type { EventFilter } from '../search/event-filter.ts';
import type { FacetRequest, Facets } from '../search/facets.ts';
import { type FoundEvents, findEvents, foundRecords } from '../search/find-events.ts';
import { eventData } from './parts/json-ld.ts';
import { saysTickets, withoutTickets } from './parts/tickets.ts';
import { type PageEvent, type PageView, pageView, shownEvent } from './view.ts';

/**
 * How an event is shown in a list. What it makes is kept for all readers until the event changes, so it depends on
 * nothing but its arguments: not on the time, and not on the other events.
 */
export interface CardTemplate {
  /** Distinguishes it from the other templates. */
  readonly name: string;
  /** The event, or several views of it, of which a page shows some. */
  write(event: PageEvent, view: PageView): Html | readonly Html[];
  /** Whether it says how many dates of its series follow an event. */
  countsLater?(event: PageEvent, view: PageView): boolean;
  /** Whether search engines and programs read the events where it shows them. */
  readonly isMarkedUp?: boolean;
}

/** An event in a list. Instants are epoch seconds. */
export interface Card {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly html: Html;
  readonly views: readonly Html[];
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
    const reading = { ...call, readModel: source.readModel };
    const cards = await cardsOf(found, template, reading, filter.offeredHash);
    return cards && { cards, total: found.total, facets: found.facets };
  });
}

/** How many events a list with a filter has. */
export const countEvents = async (call: BareCall, filter: EventFilter): Promise<number> =>
  (await atOneVersion(call, source => findEvents(source, filter, call.viewer, { limit: 0, offset: 0 })))
    .total;

/** The cards of found events; undefined if something was committed since. */
export async function cardsOf(
  found: FoundEvents,
  template: CardTemplate,
  call: BareCall,
  offeredHash: string | undefined,
): Promise<Card[] | undefined> {
  const view = pageView(call);
  const { readModel, viewer } = call;
  const write: WriteCard = event => writeCard(shownEvent(event, view, offeredHash), template, view);
  const isKept = found.version !== undefined && readModel && viewer === undefined;
  const cards = isKept
    ? await partsOf(readModel, found.version, found.entries, keptCards(readModel, template, view, write))
    : await writeAll(await foundRecords(found, call, viewer), write);
  return cards?.map(card => atTime(card, call));
}

type WriteCard = KeptParts<Card>['write'];

/** A card as it is now: once its event is over, it says nothing of tickets. */
function atTime(card: Card, { clock }: Pick<BareCall, 'clock'>): Card {
  if (!card.views.some(saysTickets) || !clock.hasCome(card.end)) return card;
  const views = card.views.map(withoutTickets);
  return { ...card, views, html: views[0]! };
}

async function writeAll(
  records: readonly EventRecord[] | undefined,
  write: WriteCard,
): Promise<Card[] | undefined> {
  const pacer = new Pacer();
  const cards: Card[] = [];
  for (const record of records ?? []) {
    if (pacer.isDue()) await pacer.pause();
    cards.push(await write(record));
  }
  return records && cards;
}

/** The names under which the parts of a card are kept: its views, and what programs read, which templates share. */
interface PartNames {
  readonly views: string;
  readonly data: string | undefined;
}

function partNames({ name, isMarkedUp }: CardTemplate, view: PageView): PartNames {
  const inView = nameOfView(view);
  return { views: `${name} ${inView}`, data: isMarkedUp ? `data ${inView}` : undefined };
}

/** The cache of cards. A card counts as kept if each part of it is. */
function keptCards(
  readModel: ReadModel,
  template: CardTemplate,
  view: PageView,
  write: WriteCard,
): KeptParts<Card> {
  const names = partNames(template, view);
  const read = (id: number, name: string) => {
    const kept = readModel.parts.get(id, name);
    return isUpToDate(kept, readModel) ? kept.segments.map(({ pieces }) => new Html(pieces[0]!)) : undefined;
  };
  return {
    kept({ id, start, end }) {
      const views = read(id, names.views);
      const data = names.data === undefined ? [NOTHING] : read(id, names.data);
      return views && data && { id, start, end, views, html: views[0]!, data: data[0]! };
    },
    write,
    keep: (event, card) => keep(readModel, names, event, card),
  };
}

/** A card is kept as its text, not as bytes: it is never sent by itself. */
const keptText = ({ text }: Html): Fragment => ({
  ...{ pieces: [text], digest: '' },
  length: LATIN.test(text) ? text.length : 2 * text.length,
});

/** A text of which the runtime keeps one byte for each character; of others it keeps two. */
const LATIN = /^[\0-\xff]*$/;

function keep(
  { parts, links }: ReadModel,
  names: PartNames,
  { id, series }: EventRecord,
  { views, data }: Card,
): void {
  const set = (name: string, written: readonly Html[]) => {
    const segments = written.map(keptText);
    const rendered = { segments, ...(series && { series }), ownState: undefined };
    parts.set(id, name, { ...rendered, whole: segments[0]!, state: undefined, links });
  };
  set(names.views, views);
  if (names.data !== undefined) set(names.data, [data]);
}

async function writeCard(read: PageEvent, template: CardTemplate, view: PageView): Promise<Card> {
  const event = template.countsLater?.(read, view)
    ? { ...read, later: await countLater(view.db, read.id) }
    : read;
  const views = [template.write(event, view)].flat();
  const data = template.isMarkedUp ? eventData(event, view) : NOTHING;
  const { id, start_at: start, end_at: end } = read;
  return { id, start, end, views, html: views[0]!, data };
}
