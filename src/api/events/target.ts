import type { EventRow } from '../../db/tables.ts';
import type { EventRecord } from '../../events/event.ts';
import { forbidden } from '../../http/errors.ts';
import type { IndexEntry } from '../../read-model/index/entry.ts';

/** A public event without a password, as its index entry, and the version of the read model. */
export interface PublicEvent {
  readonly entry: IndexEntry;
  readonly version: number;
}

/** An event as its row, possibly with its linked records. */
export type StoredEvent = EventRow | EventRecord;

/** The event that a path names. */
export type EventTarget = StoredEvent | PublicEvent;

export const isPublicEvent = (target: EventTarget): target is PublicEvent => 'entry' in target;

/** The event to be changed. A write never finds a public index entry. */
export function storedEvent(target: EventTarget): StoredEvent {
  if (isPublicEvent(target)) throw forbidden(false);
  return target;
}
