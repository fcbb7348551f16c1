import type { EventRecord } from '../events/event.ts';
import { showInList } from '../events/mask.ts';
import { LongBody } from '../http/long-body.ts';
import { type Fragment, fragment, Json } from '../lib/json.ts';
import { Pacer } from '../lib/pacer.ts';
import { resumeWork } from '../observability/blocking.ts';
import type { EventFormat, EventListView } from './event-format.ts';

/** A list of events to be written, in batches. */
export interface ListToWrite {
  readonly view: EventListView;
  readonly batches: AsyncIterable<readonly EventRecord[]>;
  /** Hash of the password that the reader offers for protected events. */
  readonly offeredHash: string | undefined;
}

/** Writes a document of events, see `written`. */
export const writeDocument = (
  format: EventFormat,
  list: ListToWrite,
  how: Parameters<typeof written>[1],
): Promise<Json | LongBody> => written(textsOf(format, list), how);

/**
 * Writes a document. A short one is written at once, a long one while it is sent.
 * @param isLong whether it is known to be long
 * @param tag identifies the content of a long one without writing it
 */
export async function written(
  texts: AsyncGenerator<string>,
  { isLong, tag }: { isLong: boolean; tag: string | undefined },
): Promise<Json | LongBody> {
  if (isLong) return new LongBody(() => texts, tag);
  const written: Fragment[] = [];
  const begin: string[] = [];
  let length = 0;
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    begin.push(next.value);
    written.push(fragment(next.value));
    length += next.value.length;
    if (length >= MAX_WRITTEN) return new LongBody(() => continued(begin, texts), tag);
  }
  return new Json(written);
}

/** Characters that are held in memory at once. */
const MAX_WRITTEN = 4_000_000;

async function* textsOf(
  format: EventFormat,
  { view, batches, offeredHash }: ListToWrite,
): AsyncGenerator<string> {
  const writer = format.open(view);
  const pacer = new Pacer();
  yield writer.begin();
  for await (const records of batches) {
    resumeWork();
    for (const event of records) {
      await pacer.pause();
      yield writer.event(showInList(event, view.view, offeredHash), event);
    }
  }
  yield writer.end();
}

async function* continued(begin: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begin;
  yield* rest;
}
