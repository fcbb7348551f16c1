import type { Members, View } from '../records/members.ts';
import { type EventRecord, eventMembers, showEvent } from './event.ts';
import { isLocked } from './password.ts';

/** Members that a password hides, and what stands in their place. */
const MASKS: Record<string, unknown> = {
  ...Object.fromEntries(['description', 'excerpt', 'website', 'cost'].map(name => [name, ''])),
  image: false,
  ...Object.fromEntries(
    ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'].map(name => [
      name,
      null,
    ]),
  ),
  cost_details: { currency_symbol: '', currency_position: '', currency_code: '', values: [] },
  ...Object.fromEntries(
    ['categories', 'tags', 'venue', 'organizer', 'custom_fields'].map(name => [name, []]),
  ),
};

/** A shown event without what its password hides: title, dates and address stay. */
export function maskEvent(shown: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, name in MASKS ? MASKS[name] : value]),
  );
}

/** The members of a masked event. */
export const maskedMembers: Members<EventRecord> = Object.fromEntries(
  Object.entries(eventMembers).map(([name, member]) => [
    name,
    name in MASKS ? { ...member, schema: { const: MASKS[name] } } : member,
  ]),
);

/** An event as a list shows it: masked where its password stands in the viewer's way. */
export function showInList(event: EventRecord, view: View, offered: string | undefined) {
  const shown = showEvent(event, view);
  return isLocked(view.viewer, event, offered) ? maskEvent(shown) : shown;
}
