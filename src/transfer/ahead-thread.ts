import { workerData } from 'node:worker_threads';
import type { Origin } from '../intake/identity.ts';
import { placeOf } from '../intake/plans/plan.ts';
import type { Read } from '../intake/reading/read-record.ts';
import { type EventContents, type ReadableEvent, sourceEvent } from '../intake/reading/source-event.ts';
import { textOf } from '../intake/reading/values.ts';
import type { ReadingContext } from '../intake/run.ts';
import { SourceError } from '../intake/source-error.ts';
import { answerRequests } from '../lib/threads.ts';
import type { LinkedType } from '../records/versions/links.ts';
import { type JsonFileItem, readJsonFile } from './files/read-file.ts';
import { withSoleZone } from './sole-zone.ts';

/** What the thread is started with. */
export interface AheadFile {
  readonly path: string;
  readonly reading: ReadingContext;
}

/** Requests the next items, or tells what the records mean after a header. */
export type AheadRequest = 'next' | ReadingContext;

/** An event, with all that may be read of it. */
export interface SentEvent extends Pick<ReadableEvent, 'event' | 'linked'> {
  readonly contents: Read<EventContents>;
}

export type AheadItem =
  | JsonFileItem
  | { ahead: SentEvent; origin: Origin }
  /** The file becomes unreadable here. */
  | { unreadable: string };

/** Most items of one answer, and characters of the file after which it ends. */
const BATCH = 200;
const BATCH_LENGTH = 500_000;

// A thread that reads the events of a JSON file while others are being written.
const { path, reading }: AheadFile = workerData;
let afterHeader = Promise.withResolvers<ReadingContext>();
const batches = inBatches(path, reading);

answerRequests<AheadRequest>(async request => {
  if (request === 'next') return (await batches.next()).value;
  afterHeader.resolve(request);
  return undefined;
});

/** The items of a file. A batch ends with a header, and the next one begins after what that means is known. */
async function* inBatches(path: string, reading: ReadingContext): AsyncGenerator<AheadItem[]> {
  let items: AheadItem[] = [];
  let length = 0;
  let current = reading;
  try {
    const found = readJsonFile(path, read => (length += read));
    for await (const item of withSoleZone(found, reading.source.config)) {
      const sent = 'record' in item && item.type === 'event' ? aheadOf(item, current) : item;
      items.push(sent);
      if (items.length < BATCH && length < BATCH_LENGTH && !('header' in item)) continue;
      yield items;
      [items, length] = [[], 0];
      if (!('header' in item)) continue;
      current = await afterHeader.promise;
      afterHeader = Promise.withResolvers();
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    items.push({ unreadable: error.message });
  }
  yield items;
}

function aheadOf(
  { record, origin }: Extract<JsonFileItem, { record: unknown }>,
  reading: ReadingContext,
): AheadItem {
  const { event, linked, contents } = sourceEvent(record, origin, reading);
  const fresh = (type: LinkedType) =>
    event.links[type].map((identity, at) =>
      isFirst(`${placeOf(type, identity)} ${textOf(linked[type][at]?.id)}`) ? linked[type][at] : undefined,
    );
  const sent = {
    category: fresh('category'),
    tag: fresh('tag'),
    venue: fresh('venue'),
    organizer: fresh('organizer'),
  };
  return { ahead: { event, linked: sent, contents: contents() }, origin };
}

/**
 * The records that were sent with an event. The first of several that are the same one is imported, but children may
 * name a category by any of its ids.
 */
const sentRecords = new Set<string>();

function isFirst(record: string): boolean {
  const { size } = sentRecords;
  return sentRecords.add(record).size > size;
}
