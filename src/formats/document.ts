import type { EventRecord } from '../events/event.ts';
import { showInList } from '../events/mask.ts';
import { assertLarge } from '../lib/answer-scope.ts';
import { bytesOf, type Fragment, fragment, Json } from '../lib/json.ts';
import { documentRoundRobin, Pacer } from '../lib/pacer.ts';
import { resumeWork } from '../observability/blocking.ts';
import { nameOfView } from '../records/members.ts';
import { foundRecords, type ReadFound } from '../search/find-events.ts';
import type { DocumentEvent, EventFormat, EventListView, EventPart } from './event-format.ts';
import { isUpToDate, type KeptParts, partsOf } from './rendered-events.ts';

/** A list of events to be written, in batches. */
export interface ListToWrite {
  readonly view: EventListView;
  /** @param read reads them as parts, if the format has any */
  readonly batches: (
    read?: ReadFound<EventRecord | EventPart>,
  ) => AsyncIterable<readonly (DocumentEvent | EventPart)[]>;
  /** Hash of the password that the reader offers for protected events. */
  readonly offeredHash: string | undefined;
}

/** Writes a document of events, see `written`. */
export const writeDocument = (
  format: EventFormat,
  list: ListToWrite,
  known: DocumentFacts,
): Promise<Json | LongBody> => written(textsOf(format, list), known);

/** What is known of a document before it is written. */
interface DocumentFacts {
  /** Whether it is certainly long. */
  readonly isLong: boolean;
  /** Identifies the content of a long one without writing it. */
  readonly tag: string | undefined;
  /** Records of its list. */
  readonly records: number;
}

/** Writes a document. A short one is written at once, a long one while it is sent. */
export async function written(
  texts: AsyncGenerator<string | Fragment>,
  { isLong, tag, records }: DocumentFacts,
): Promise<Json | LongBody> {
  const options = { tag, pendingBytes: BATCH + records * BYTES_OF_ID };
  if (isLong) return new LongBody(() => texts, options);
  const written: Fragment[] = [];
  const begin: (string | Fragment)[] = [];
  let length = 0;
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    begin.push(next.value);
    written.push(typeof next.value === 'string' ? fragment(next.value) : next.value);
    length += next.value.length;
    if (length < MAX_WRITTEN) continue;
    // What it reads while it is sent belongs to a large answer.
    assertLarge();
    return new LongBody(() => continued(begin, texts), {
      ...options,
      pendingBytes: options.pendingBytes + length,
    });
  }
  return new Json(written);
}

const BYTES_OF_ID = 8;

/** Approximate bytes of the records and texts in memory while a long document waits for its client. */
const BATCH = 500_000;

/** Characters that are held in memory at once. */
const MAX_WRITTEN = 4_000_000;

async function* textsOf(
  format: EventFormat,
  { view, batches, offeredHash }: ListToWrite,
): AsyncGenerator<string | Fragment> {
  const writer = format.open(view);
  const pacer = new Pacer(() => documentRoundRobin.next());
  const shown = (event: DocumentEvent) => showInList(event, view.view, offeredHash, format.members);
  const read =
    writer.before && readParts(view, format.suffix, event => writer.event(shown(event), event), pacer);
  yield writer.begin();
  for await (const events of batches(read)) {
    resumeWork();
    for (const event of events) {
      await pacer.pause();
      const written = 'whole' in event ? event : writer.event(shown(event), event);
      if (typeof written === 'string') yield written;
      else {
        const before = writer.before?.(written);
        if (before) yield before;
        yield written.whole;
      }
    }
  }
  yield writer.end();
}

/**
 * Reads events that were found as parts of a document, if anybody may read it: those that were written before and have
 * not changed come from the cache. Others are read as records.
 */
function readParts(
  { view, isExpanded = false }: EventListView,
  suffix: string,
  write: (event: EventRecord) => EventPart,
  pacer: Pacer,
): ReadFound<EventRecord | EventPart> {
  const name = `${suffix} ${isExpanded} ${nameOfView(view)}`;
  return async (found, { readModel }) => {
    const { version } = found;
    if (!readModel || version === undefined || view.viewer || view.point)
      return foundRecords(found, { readModel }, view.viewer);
    // A long document is sent for a while, in which nothing else may be asked for.
    await readModel.recent();
    const part: KeptParts<EventPart> = {
      kept({ id }) {
        const part = readModel.parts.get(id, name);
        return isUpToDate(part, readModel) ? part : undefined;
      },
      write,
      keep({ id, series }, part) {
        const unused = { ownState: undefined, state: undefined };
        readModel.parts.set(id, name, { ...part, ...unused, series, links: readModel.links });
      },
    };
    return partsOf(readModel, version, found.entries, part, pacer);
  };
}

/** Lets go of what has been sent. */
async function* continued(begin: (string | Fragment)[], rest: LongTexts): LongTexts {
  while (begin.length > 0) yield begin.shift()!;
  yield* rest;
}

type LongTexts = AsyncIterable<string | Fragment>;

export type LongBodyOptions = Pick<LongBody, 'tag' | 'pendingBytes'>;

/** The body of a document that is too long to be held: its texts are made while it is sent. */
export class LongBody {
  readonly texts: () => LongTexts;
  /** Identifies the content without making it, as the opaque part of an entity tag; undefined if nothing does. */
  readonly tag: string | undefined;
  /** Bytes in memory until it is sent: those of its list. */
  readonly pendingBytes: number;

  constructor(texts: () => LongTexts, { tag, pendingBytes }: LongBodyOptions) {
    this.texts = texts;
    this.tag = tag;
    this.pendingBytes = pendingBytes;
  }

  /** The bytes in chunks that are worth a packet. */
  async *chunks(): AsyncGenerator<Buffer> {
    let chunk = '';
    for await (const text of this.texts()) {
      chunk += typeof text === 'string' ? text : bytesOf(new Json([text])).toString();
      if (chunk.length < CHUNK) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
    if (chunk !== '') yield Buffer.from(chunk);
  }
}

/** Characters. */
const CHUNK = 32_768;
