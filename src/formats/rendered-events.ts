import { linksOf, recordsOf } from '../events/cached-records.ts';
import type { EventLinkRecords, EventRecord } from '../events/event.ts';
import { membersInList, showInList } from '../events/mask.ts';
import { eventMembers } from '../events/members.ts';
import { ownState, stateWithLinks } from '../events/state.ts';
import type { OperationContext } from '../input/context.ts';
import { type FragmentSource, fragment, Json } from '../lib/json.ts';
import { Pacer } from '../lib/pacer.ts';
import { cacheLookups } from '../observability/measures.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { RenderedEvent, RenderedParts } from '../read-model/rendered-events.ts';
import { nameOfView, type View, write } from '../records/members.ts';
import { type FoundEvents, foundRecords } from '../search/find-events.ts';
import { frameOf, isLong, joinFrame, segmentsOf, writeEmbedded } from './json/frame.ts';
import { prepareJsonLd } from './json-ld/event.ts';
import { JSON_TYPE, type RenderedPage, type RenderView } from './render.ts';

const frame = frameOf<EventRecord, EventLinkRecords>(eventMembers);

const hits = cacheLookups.of('parts', 'hit');
const misses = cacheLookups.of('parts', 'miss');

/** What a rendered part depends on in addition to the record. */
type EventView = RenderView & Pick<OperationContext, 'readModel'>;

/** Whether to render from parts: not if the request selects or wraps members. */
const isInParts = ({ whole, readModel }: Pick<EventView, 'whole' | 'readModel'>): boolean =>
  readModel !== undefined && whole === true;

/** Whether cached parts can be used. They are public; records for a signed-in viewer are rendered again. */
export const isForParts = (view: Pick<EventView, 'whole' | 'readModel' | 'viewer' | 'point'>): boolean =>
  isInParts(view) && view.viewer === undefined && view.point === undefined;

/**
 * Renders the events that were found; undefined if a commit came since. Events that were rendered before and have not
 * changed come from the cache.
 */
export async function renderFound(
  found: FoundEvents,
  view: EventView,
  offeredHash: string | undefined,
): Promise<RenderedPage | undefined> {
  const { readModel, viewer } = view;
  if (found.version !== undefined && readModel?.version !== found.version) return undefined;
  if (found.version !== undefined && isForParts(view)) {
    const rendered = await writeAll(readModel!, found.version, found.entries, view, offeredHash);
    return rendered && { fragments: rendered.map(({ whole }) => whole) };
  }
  const records = await foundRecords(found, view, viewer);
  if (!records) return undefined;
  const rendered = await renderRecords(records, view, offeredHash);
  return rendered
    ? { fragments: rendered.map(({ whole }) => whole) }
    : { shown: await showAll(records, view, offeredHash) };
}

async function showAll(
  records: readonly EventRecord[],
  view: RenderView,
  offeredHash: string | undefined,
): Promise<object[]> {
  const pacer = new Pacer();
  const shown: object[] = [];
  for (const event of records) {
    shown.push(showInList(event, view, offeredHash, view.members));
    await pacer.pause();
  }
  return shown;
}

/**
 * Renders a single public event at a version of the read model; undefined if a commit came since: the event may no
 * longer be public, so the store must answer.
 */
export async function renderedEvent(
  readModel: ReadModel,
  { entry, version }: { entry: IndexEntry; version: number },
  view: EventView,
) {
  const [written] = (await writeAll(readModel, version, [entry], view, undefined)) ?? [];
  if (!written) return undefined;
  const source = sourceOf(readModel, entry.id, nameOfView(view), written);
  const body = new Json([written.whole]);
  return { mediaType: JSON_TYPE, body, until: Infinity, state: written.state, source };
}

/** A source for the response cache. Its weak reference does not keep the rendered event in memory. */
function sourceOf(readModel: ReadModel, id: number, name: string, written: RenderedEvent): FragmentSource {
  const same = new WeakRef(written);
  return () => {
    const known = readModel.parts.get(id, name);
    return isUpToDate(known, readModel) && known === same.deref() ? known.whole : undefined;
  };
}

async function writeAll(
  readModel: ReadModel,
  version: number,
  entries: readonly IndexEntry[],
  view: View,
  offeredHash: string | undefined,
): Promise<RenderedEvent[] | undefined> {
  const name = nameOfView(view);
  const known = entries.map(({ id, hash }) => {
    const written = hash === null ? readModel.parts.get(id, name) : undefined;
    return written && showsSeries(written, readModel) ? written : undefined;
  });
  const missing = entries.filter((_, at) => !known[at]);
  hits.value += entries.length - missing.length;
  misses.value += missing.length;
  const isCurrent = known.map(written => isUpToDate(written, readModel));
  if (!isCurrent.includes(false)) return known as RenderedEvent[];
  const relinked = entries.filter((_, at) => known[at] && !isCurrent[at]);
  const links = await linksOf(readModel, relinked, undefined);
  const records = await recordsOf(readModel, version, missing, undefined);
  // A commit came meanwhile, so the records belong to another version.
  if (!records || readModel.version !== version) return undefined;
  const [nextLinks, nextRecord] = [links.values(), records.values()];
  const pacer = new Pacer();
  const all: RenderedEvent[] = [];
  for (const [at, { id, hash }] of entries.entries()) {
    if (pacer.isDue()) await pacer.pause();
    const written = known[at];
    if (written && isCurrent[at]) {
      all.push(written);
      continue;
    }
    const fresh = written
      ? await link(written, nextLinks.next().value!, view, name, pacer)
      : await writePaced(nextRecord.next().value!, view, name, offeredHash, pacer);
    // A protected event differs for viewers with the password, and an outdated one is used only once: neither is
    // cached.
    const isKept = hash === null && readModel.version === version;
    all.push(isKept ? keep(readModel, id, name, fresh) : { ...fresh, links: readModel.links });
  }
  return all;
}

/** What an event is written as, and the cache of it. */
export interface KeptParts<Part> {
  /** The part that was kept of an event. */
  kept(entry: IndexEntry): Part | undefined;
  write(event: EventRecord): Part | Promise<Part>;
  keep(event: EventRecord, part: Part): void;
}

/**
 * The parts of events that anybody may read, at a version of the read model: those that were kept, and fresh ones of
 * other events. Undefined if a commit came since.
 */
export async function partsOf<Part>(
  readModel: ReadModel,
  version: number,
  entries: readonly IndexEntry[],
  { kept, write, keep }: KeptParts<Part>,
  pacer = new Pacer(),
): Promise<Part[] | undefined> {
  const known = entries.map(entry => (entry.hash === null ? kept(entry) : undefined));
  const missing = entries.filter((_, at) => !known[at]);
  const records = (await recordsOf(readModel, version, missing, undefined))?.values();
  if (!records || readModel.version !== version) return undefined;
  const parts: Part[] = [];
  for (const [at, { hash }] of entries.entries()) {
    const part = known[at];
    if (part) {
      parts.push(part);
      continue;
    }
    if (pacer.isDue()) await pacer.pause();
    const record = records.next().value!;
    const fresh = await write(record);
    parts.push(fresh);
    // A protected event differs for readers with its password, and an outdated one is used only once.
    if (hash === null && readModel.version === version) keep(record, fresh);
  }
  return parts;
}

/** Whether a rendered event shows its links and its series as they are. */
export const isUpToDate = (
  written: RenderedEvent | undefined,
  readModel: ReadModel,
): written is RenderedEvent => written?.links === readModel.links && showsSeries(written, readModel);

/** Whether its own members show its series as it is. */
const showsSeries = ({ series }: RenderedParts, readModel: ReadModel): boolean =>
  series === undefined || readModel.series.holds(series);

/**
 * Renders events for this viewer in the same parts, without the cache of events. The same answer gets the same digest,
 * wherever its events were found, and embedded records are written once.
 */
export async function renderRecords(
  events: readonly EventRecord[],
  view: EventView,
  offeredHash: string | undefined,
): Promise<FreshEvent[] | undefined> {
  if (!isInParts(view)) return undefined;
  const [pacer, name] = [new Pacer(), nameOfView(view)];
  const all: FreshEvent[] = [];
  for (const event of events) {
    await pacer.pause();
    all.push(await writePaced(event, view, name, offeredHash, pacer));
  }
  return all;
}

/** Writes an event, with pauses for other requests if that takes long. */
async function writePaced(
  event: EventRecord,
  view: View,
  name: string,
  offeredHash: string | undefined,
  pacer: Pacer,
): Promise<FreshEvent> {
  if (view.single) await prepareJsonLd(event, view);
  // A protected event depends on the password of the viewer, so it is written in one segment for this viewer only.
  if (event.password_hash !== null) {
    const whole = fragment(write(membersInList(event, view, offeredHash), event, view));
    return { segments: [whole], whole, ownState: undefined, state: undefined };
  }
  const segments = segmentsOf(frame, event, view);
  const parts = { segments, ownState: view.single ? ownState(event) : undefined };
  return link(event.series ? { ...parts, series: event.series } : parts, event, view, name, pacer);
}

/** Joins the segments of an event with its linked records. */
async function link(
  { segments, ownState, series }: RenderedParts,
  links: EventLinkRecords,
  view: View,
  name: string,
  pacer: Pacer,
): Promise<FreshEvent> {
  if (isLong(frame, links)) await writeEmbedded(frame, links, view, name, pacer);
  return {
    ...{ segments, ownState, ...(series && { series }) },
    whole: joinFrame(frame, segments, links, view, name),
    state: ownState === undefined ? undefined : stateWithLinks(ownState, links),
  };
}

type FreshEvent = Omit<RenderedEvent, 'links'>;

function keep({ parts, links }: ReadModel, id: number, name: string, fresh: FreshEvent): RenderedEvent {
  const written = { ...fresh, links };
  parts.set(id, name, written);
  return written;
}
