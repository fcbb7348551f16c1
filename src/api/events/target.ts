import type { EventRow } from '../../db/tables.ts';
import type { EventRecord } from '../../events/event.ts';
import { forbidden } from '../../http/errors.ts';
import type { IndexEntry } from '../../read-model/index/entry.ts';

/** An event that everybody may read whole, by what is remembered of it, and the version at which that was so. */
export interface PublicEvent {
  readonly entry: IndexEntry;
  readonly version: number;
}

/** An event with all that is stored of it, or of it and what it is linked to. */
export type StoredEvent = EventRow | EventRecord;

/** The event that a path names, as far as it has been read. */
export type EventTarget = StoredEvent | PublicEvent;

export const isPublicEvent = (target: EventTarget): target is PublicEvent => 'entry' in target;

/** The event to be changed. One that was found for everybody is nobody's to change. */
export function storedEvent(target: EventTarget): StoredEvent {
  if (isPublicEvent(target)) throw forbidden(false);
  return target;
}
