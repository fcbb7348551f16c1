import { type Members, show } from '../records/members.ts';
import type { View } from '../records/view.ts';
import { isLocked } from '../users/visible.ts';
import type { EventRecord } from './event.ts';
import { eventMembers } from './members.ts';
import { behindPassword } from './protection.ts';

/** The members of an event that is locked by its password. */
export const maskedMembers = behindPassword(eventMembers);

/** The members of an event in a list: masked if the event is locked for the viewer. */
export const membersInList = (
  event: EventRecord,
  { viewer }: Pick<View, 'viewer'>,
  offeredHash: string | undefined,
): Members<EventRecord> => (isLocked(viewer, event, offeredHash) ? maskedMembers : eventMembers);

export const showInList = (event: EventRecord, view: View, offeredHash: string | undefined) =>
  show(membersInList(event, view, offeredHash), event, view);
