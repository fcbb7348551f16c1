import type { EventRow } from '../db/tables.ts';
import { DomainError, Refused } from '../errors.ts';
import type { EventRecord } from '../events/event.ts';
import { withLinks } from '../events/linked.ts';
import { hashOffered } from '../events/protection.ts';
import type { OperationContext } from '../input/context.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import { isLocked } from '../users/visible.ts';

/** Why an event may not be read, in the order of the checks. Without its password, an event is hidden but for a part. */
const UNREADABLE = ['event-no-longer-available', 'event-not-accessible'] as const;
const LOCKED = 'event-password-protected';

/** The errors of `assertReadable`. */
export const unreadable = UNREADABLE.map(code => new DomainError(code));
/** The errors of `readableEvent`. */
export const unreadableOrLocked = [...unreadable, new DomainError(LOCKED)];

/**
 * Checks the right to read an event, whose password may still hide most of it.
 * @throws DomainError if the viewer may not read it
 */
export function assertReadable(event: EventRow | EventRecord, viewer: Viewer): void {
  const [inTrash, notAccessible] = UNREADABLE;
  if (event.status === 'trash') throw new DomainError(inTrash);
  if (!mayRead(viewer, event)) throw new DomainError(notAccessible);
}

/**
 * The event with its links.
 * @param password what the request offers, whatever it is
 * @throws DomainError if the viewer may not read all of it
 */
export async function readableEvent(
  event: EventRow | EventRecord,
  password: unknown,
  { db, viewer }: Pick<OperationContext, 'db' | 'viewer'>,
): Promise<EventRecord> {
  assertReadable(event, viewer);
  if (isLocked(viewer, event, await hashOffered(db, event, password))) throw new DomainError(LOCKED);
  return 'venues' in event ? event : (await withLinks(db, [event], viewer))[0]!;
}

export const eventNotFound = (id: number): DomainError =>
  new DomainError('rest-event-not-found', 'rest-event-not-found', { id });

/** The error for a slug that no event has: that of an update differs, as in the reference. */
export const noSuchSlug = (isUpdate: boolean): Refused | DomainError =>
  isUpdate ? eventNotFound(0) : new Refused('expected_record_slug');
