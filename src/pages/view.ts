import type { EventRecord } from '../events/event.ts';
import { eventInLanguage } from '../events/in-language.ts';
import { showInList, visiblePart } from '../events/mask.ts';
import type { BareCall } from '../http/call.ts';
import type { View } from '../records/members.ts';
import { isLocked } from '../users/visible.ts';

/** What a page depends on: the request, and the language in which it shows texts. */
export type PageView = BareCall & View & { readonly single: false };

/** The view of a page. Its links stay at the address of the request: the language of the site has no prefix. */
export const pageView = (call: BareCall): PageView => ({ ...call, single: false });

export interface PageEvent extends EventRecord {
  /** Whether a password hides all but its title and its dates. */
  readonly isLocked: boolean;
  /** How many dates of its series follow, where its card counts them. */
  readonly later?: number;
}

/** The part of an event that the reader may see, in the language of the page. */
export function shownEvent(event: EventRecord, view: PageView, offeredHash: string | undefined): PageEvent {
  const read = eventInLanguage(event, view);
  return isLocked(view.viewer, event, offeredHash)
    ? { ...visiblePart(showInList(event, view, offeredHash), read), isLocked: true }
    : { ...read, isLocked: false };
}
