import type { EventRow } from '../../db/tables.ts';
import { DomainError, NotAllowed } from '../../errors.ts';
import type { EventRecord } from '../../events/event.ts';
import type { BareCall, Method } from '../../http/call.ts';
import { EXAMPLE_ID, type RestError } from '../../http/errors.ts';
import type { FoundTarget } from '../../http/operation.ts';
import { eventWords } from '../../i18n/messages.ts';
import { integer, required, text } from '../../input/arguments.ts';
import { isContact } from '../../kinds.ts';
import { slugify } from '../../lib/text/slugs.ts';
import type { IndexEntry } from '../../read-model/index/entry.ts';
import { eventNotFound, noSuchSlug } from '../../reading/readable.ts';
import { tableOf, typeOf } from '../../records/table.ts';
import { mayEdit } from '../../users/rights.ts';

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
  if (isPublicEvent(target)) throw new NotAllowed(false);
  return target;
}

/**
 * The parts of a route that names an event by its id.
 * @param find finds more than the row of the event, or refuses it
 * @param errors with which `find` refuses an event
 */
export const addressedById = <Target>(
  find: (call: BareCall, id: number, method: Method) => Promise<FoundTarget<Target> | undefined>,
  errors: readonly RestError[] = [],
) => ({
  key: { name: 'id', argument: required(integer(eventWords.id)) } as const,
  absent: () => [eventNotFound(EXAMPLE_ID), otherRecord(EXAMPLE_ID), ...errors],
  find: async (
    call: BareCall,
    { id }: { readonly id: number },
    method: Method,
  ): Promise<FoundTarget<Target>> => (await find(call, id, method)) ?? (await notAnEvent(call, id, method)),
});

/** The parts of a route that names an event by its slug. */
export const addressedBySlug = <Target>(
  find: (
    call: BareCall,
    slug: string,
    path: { readonly date: string },
  ) => Promise<FoundTarget<Target> | undefined>,
  errors: readonly RestError[] = [],
) => ({
  key: { name: 'slug', argument: required(text(eventWords.slug_path)) } as const,
  absent: (method: Method) => [noSuchSlug(isUpdate(method)), ...errors],
  find: async (
    call: BareCall,
    { slug, ...path }: { readonly slug: string; readonly date: string },
    method: Method,
  ): Promise<FoundTarget<Target>> => (await find(call, slugify(slug), path)) ?? noSuchSlug(isUpdate(method)),
});

const isUpdate = (method: Method) => method !== 'GET' && method !== 'DELETE';

/** The error for an id of another type of record. A write by a viewer who may not edit that record gets 401 or 403. */
async function notAnEvent({ db, viewer }: BareCall, id: number, method: Method): Promise<DomainError> {
  const type = await typeOf(db, id);
  if (type === undefined) return eventNotFound(id);
  if (method === 'GET' || !isContact(type)) return otherRecord(id);
  const other = await db
    .selectFrom(tableOf(type))
    .select(['author_id', 'status', 'status_before_trash'])
    .where('id', '=', id)
    .executeTakeFirst();
  return !other || mayEdit(viewer, other) ? otherRecord(id) : new NotAllowed(viewer !== undefined);
}

const otherRecord = (id: number) => new DomainError('rest-invalid-event-id', 'rest-invalid-event-id', { id });
