import { type Part, part } from '../interface/json.ts';
import type { Found } from '../interface/paging.ts';
import type { Call } from '../interface/route.ts';
import type { Entry } from '../memory/entry.ts';
import type { Memory } from '../memory/memory.ts';
import type { View } from '../records/members.ts';
import { type EventRecord, writeEvent } from './event.ts';
import type { EventFilter } from './list.ts';
import { showInList } from './mask.ts';
import { recallPage, recordsOf } from './recall.ts';

/** What a part of an answer depends on. */
export type PartView = View & Pick<Call, 'memory' | 'whole'>;

/** Parts are for everybody: what is shown to somebody, or only in part, is not written so. */
const isForParts = ({ viewer, whole, memory }: PartView): boolean =>
  memory !== undefined && whole === true && viewer === undefined;

/**
 * The same page as `recallEvents`, each event written as JSON. What was written for another answer, and has not changed
 * since, is taken from there.
 */
export async function recallWritten(
  filter: EventFilter,
  view: PartView,
  range: { limit: number; offset: number },
): Promise<Found<Part> | undefined> {
  if (!isForParts(view)) return undefined;
  return recallPage(view.memory, filter, undefined, range, (memory, entries, version) =>
    writeAll(memory, version, entries, view, filter.offered),
  );
}

async function writeAll(
  memory: Memory,
  version: number,
  entries: readonly Entry[],
  view: View,
  offered: string | undefined,
): Promise<Part[] | undefined> {
  const names = entries.map(({ id, hash }) => nameOf(id, view, hash !== null && hash === offered));
  const parts = names.map(name => memory.parts.get(name));
  const missing = entries.filter((_, at) => !parts[at]);
  const records =
    missing.length === 0 && entries.length > 0 ? [] : await recordsOf(memory, version, missing, undefined);
  // What has changed meanwhile belongs to another version.
  if (!records || memory.version !== version) return undefined;
  let next = 0;
  return parts.map(
    (known, at) => known ?? keep(memory, names[at]!, writeInList(records[next++]!, view, offered)),
  );
}

/**
 * Events that the store gave, written in the same way: the same answer has the same digest, whichever way it was found.
 */
export const writeRecords = (
  events: readonly EventRecord[],
  view: PartView,
  offered: string | undefined,
): Part[] | undefined =>
  isForParts(view) ? events.map(event => part(writeInList(event, view, offered))) : undefined;

const writeInList = (event: EventRecord, view: View, offered: string | undefined): string =>
  event.password_hash === null ? writeEvent(event, view) : JSON.stringify(showInList(event, view, offered));

/** A single event that is shown to everybody. */
export function writtenEvent(event: object, view: PartView): Part | undefined {
  if (!isForParts(view) || !('venues' in event)) return undefined;
  return part(writeEvent(event as EventRecord, view));
}

function keep({ parts }: Memory, name: string, text: string): Part {
  const written = part(text);
  parts.set(name, written, written.bytes.length + OVERHEAD);
  return written;
}

/** Objects and names beside the bytes. */
const OVERHEAD = 400;

const nameOf = (id: number, { single, language, address }: View, opened: boolean): string =>
  `${id}${single ? 's' : ''}${opened ? 'o' : ''} ${language} ${address.api}`;
