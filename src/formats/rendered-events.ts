import { linksOf, recordsOf } from '../events/cached-records.ts';
import type { EventLinkRecords, EventRecord } from '../events/event.ts';
import { membersInList, showInList } from '../events/mask.ts';
import { eventMembers } from '../events/members.ts';
import { ownState, stateWithLinks } from '../events/state.ts';
import type { Answer, Call, FragmentSource } from '../http/call.ts';
import { type Fragment, fragment, Json } from '../lib/json.ts';
import { Pacer } from '../lib/pacer.ts';
import { cacheLookups } from '../observability/measures.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { RenderedEvent, RenderedParts } from '../read-model/rendered-events.ts';
import { write } from '../records/members.ts';
import { nameOfView, type View } from '../records/view.ts';
import { type FoundEvents, foundRecords } from '../search/find-events.ts';
import { frameOf, isLong, joinFrame, stretchesOf, writeEmbedded } from './json/frame.ts';
import { prepareJsonLd } from './json-ld/event.ts';
import { JSON_TYPE } from './render.ts';

const frame = frameOf<EventRecord, EventLinkRecords>(eventMembers);

const hits = cacheLookups.of('parts', 'hit');
const misses = cacheLookups.of('parts', 'miss');

/** What a part of an answer depends on. */
export type RenderView = View & Pick<Call, 'readModel' | 'whole'>;

/** What is shown only in part is not written in parts. */
const isInParts = ({ whole, readModel }: RenderView): boolean => readModel !== undefined && whole === true;

/** Parts that are kept are for everybody: what is shown to somebody is written again. */
export const isForParts = (view: RenderView): boolean => isInParts(view) && view.viewer === undefined;

/** A page of events: as fragments where a whole answer is wanted, else as they are shown. */
export type RenderedPage =
  | { readonly fragments: readonly Fragment[] }
  | { readonly shown: readonly object[] };

/**
 * Renders the events that were found; undefined where something was committed since. What was rendered for another
 * answer, and has not changed since, is taken from there.
 */
export async function renderFound(
  found: FoundEvents,
  view: RenderView,
  offered: string | undefined,
): Promise<RenderedPage | undefined> {
  const { readModel, viewer } = view;
  if (found.version !== undefined && readModel?.version !== found.version) return undefined;
  if (found.version !== undefined && isForParts(view)) {
    const rendered = await writeAll(readModel!, found.version, found.entries, view, offered);
    return rendered && { fragments: rendered.map(({ whole }) => whole) };
  }
  const records = await foundRecords(found, view, viewer);
  if (!records) return undefined;
  const rendered = await renderRecords(records, view, offered);
  return rendered
    ? { fragments: rendered.map(({ whole }) => whole) }
    : { shown: records.map(event => showInList(event, view, offered)) };
}

/**
 * A single event that everybody may read, as it was at a version; undefined where the store has to be asked: since then
 * it may no longer be for everybody.
 */
export async function renderedEvent(
  readModel: ReadModel,
  { entry, version }: { entry: IndexEntry; version: number },
  view: RenderView,
): Promise<Answer | undefined> {
  const [written] = (await writeAll(readModel, version, [entry], view, undefined)) ?? [];
  if (!written) return undefined;
  const source = sourceOf(readModel, entry.id, nameOfView(view), written);
  const body = new Json([written.whole]);
  return { mediaType: JSON_TYPE, body, until: Infinity, state: written.state, source };
}

/** It does not keep what is written from being forgotten. */
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
  offered: string | undefined,
): Promise<RenderedEvent[] | undefined> {
  const name = nameOfView(view);
  const known = entries.map(({ id, hash }) => (hash === null ? readModel.parts.get(id, name) : undefined));
  const missing = entries.filter((_, at) => !known[at]);
  hits.value += entries.length - missing.length;
  misses.value += missing.length;
  const isCurrent = known.map(written => isUpToDate(written, readModel));
  if (!isCurrent.includes(false)) return known as RenderedEvent[];
  const relinked = entries.filter((_, at) => known[at] && !isCurrent[at]);
  const links = await linksOf(readModel, relinked, undefined);
  const records = await recordsOf(readModel, version, missing, undefined);
  // What has changed meanwhile belongs to another version.
  if (!records || readModel.version !== version) return undefined;
  const [nextLinks, nextRecord] = [links.values(), records.values()];
  const pacer = new Pacer();
  const all: RenderedEvent[] = [];
  for (const [at, { id, hash }] of entries.entries()) {
    const pause = pacer.pause();
    if (pause) await pause;
    const written = known[at];
    if (written && isCurrent[at]) {
      all.push(written);
      continue;
    }
    const writing = written
      ? await link(written, nextLinks.next().value!, view, name, pacer)
      : await writePaced(nextRecord.next().value!, view, name, offered, pacer);
    // With a password it is another one for who knows it. What has changed since is told, and not kept.
    const isKept = hash === null && readModel.version === version;
    all.push(isKept ? keep(readModel, id, name, writing) : { ...writing, links: readModel.links });
  }
  return all;
}

const isUpToDate = (written: RenderedEvent | undefined, { links }: ReadModel): written is RenderedEvent =>
  written?.links === links;

/**
 * Events for this viewer, written in the same way: the same answer has the same digest, whichever way it was found, and
 * what many of them embed is written once.
 */
export async function renderRecords(
  events: readonly EventRecord[],
  view: RenderView,
  offered: string | undefined,
): Promise<FreshEvent[] | undefined> {
  if (!isInParts(view)) return undefined;
  const [pacer, name] = [new Pacer(), nameOfView(view)];
  const all: FreshEvent[] = [];
  for (const event of events) {
    await pacer.pause();
    all.push(await writePaced(event, view, name, offered, pacer));
  }
  return all;
}

/** Writes an event; where that takes long, others are answered in between. */
async function writePaced(
  event: EventRecord,
  view: View,
  name: string,
  offered: string | undefined,
  pacer: Pacer,
): Promise<FreshEvent> {
  if (view.single) await prepareJsonLd(event);
  // A password is for each reader to know: such an event is written as one piece, for this one.
  if (event.password_hash !== null) {
    const whole = fragment(write(membersInList(event, view, offered), event, view));
    return { stretches: [whole], whole, ownState: undefined, state: undefined };
  }
  const stretches = stretchesOf(frame, event, view);
  return link({ stretches, ownState: view.single ? ownState(event) : undefined }, event, view, name, pacer);
}

/** Writes what an event is linked to between what is written of the event itself. */
async function link(
  { stretches, ownState }: RenderedParts,
  links: EventLinkRecords,
  view: View,
  name: string,
  pacer: Pacer,
): Promise<FreshEvent> {
  if (isLong(frame, links)) await writeEmbedded(frame, links, view, name, pacer);
  return {
    ...{ stretches, ownState },
    whole: joinFrame(frame, stretches, links, view, name),
    state: ownState === undefined ? undefined : stateWithLinks(ownState, links),
  };
}

type FreshEvent = Omit<RenderedEvent, 'links'>;

function keep({ parts, links }: ReadModel, id: number, name: string, writing: FreshEvent): RenderedEvent {
  const written = { ...writing, links };
  parts.set(id, name, written);
  return written;
}
