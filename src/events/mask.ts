import { type Members, show } from '../records/members.ts';
import type { View } from '../records/view.ts';
import type { EventRecord } from './event.ts';
import { eventMembers } from './members.ts';
import { isLocked } from './password.ts';
import { behindPassword } from './protection.ts';

/** The members of an event whose password stands in the way of who reads it. */
export const maskedMembers = behindPassword(eventMembers);

/** The members of an event as a list shows it: masked where its password stands in the viewer's way. */
export const membersInList = (
  event: EventRecord,
  { viewer }: Pick<View, 'viewer'>,
  offered: string | undefined,
): Members<EventRecord> => (isLocked(viewer, event, offered) ? maskedMembers : eventMembers);

/** An event as a list shows it. */
export const showInList = (event: EventRecord, view: View, offered: string | undefined) =>
  show(membersInList(event, view, offered), event, view);
