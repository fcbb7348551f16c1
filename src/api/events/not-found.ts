import { Refused } from '../../errors.ts';
import type { BareCall, Method } from '../../http/call.ts';
import { forbidden, RestError } from '../../http/errors.ts';
import { tableOf, typeOf } from '../../records/table.ts';
import { mayEdit } from '../../users/rights.ts';

/** 404 for an id that no event has. */
export const eventNotFound = (id: number): RestError =>
  new RestError(404, 'rest-event-not-found', 'rest-event-not-found', { values: { id } });

/** The error for an id of another type of record. A write by a viewer who may not edit that record gets 401 or 403. */
export async function notAnEvent({ db, viewer }: BareCall, id: number, method: Method): Promise<RestError> {
  const type = await typeOf(db, id);
  if (type === undefined) return eventNotFound(id);
  if (method === 'GET' || (type !== 'venue' && type !== 'organizer')) return otherRecord(id);
  const other = await db
    .selectFrom(tableOf(type))
    .select(['author_id', 'status', 'status_before_trash'])
    .where('id', '=', id)
    .executeTakeFirst();
  return !other || mayEdit(viewer, other) ? otherRecord(id) : forbidden(viewer !== undefined);
}

export const otherRecord = (id: number) =>
  new RestError(400, 'rest-invalid-event-id', 'rest-invalid-event-id', { values: { id } });

export const noSuchSlug = (method: Method) =>
  method === 'GET' || method === 'DELETE' ? new Refused('expected_record_slug') : eventNotFound(0);
