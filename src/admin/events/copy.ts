import { copyUnread } from '../../events/protection.ts';
import type { Answered, JsonMembers } from '../ask.ts';
import { type AdminCall, wallNow } from '../page.ts';
import { EVENTS, isOccurrence, type ShownEvent } from './record.ts';
import { membersOf, valuesOf } from './values.ts';

/** Makes a draft from an event. */
export async function makeCopy(call: AdminCall, event: ShownEvent, members = copyOf): Promise<Answered> {
  const made = await call.ask('POST', EVENTS, members(call, event));
  if (made.status === 201) await copyUnread(call.db, event.id, (made.body as ShownEvent).id);
  return made;
}

/** The members of a draft with what an event says, whose author is who makes it. */
export function copyOf(_: AdminCall, event: ShownEvent): JsonMembers {
  const own = membersOf(valuesOf(event), undefined);
  // A date of a series is copied as an event of its own.
  const left = ['slug', 'author', 'date', 'password', ...(isOccurrence(event) ? ['recurrence'] : [])];
  const members = Object.fromEntries(Object.entries(own).filter(([name]) => !left.includes(name)));
  const ids = (linked: unknown) => [linked].flat().flatMap(one => (one as { id?: number }).id ?? []);
  const { description, excerpt, venue, organizer, categories, tags, timezone, translations } = event;
  const texts = Object.entries(translations).map(([to, { slug: _, ...texts } = {}]) => [to, texts]);
  return {
    ...{ ...members, description, excerpt, timezone, status: 'draft' },
    ...{ venue: ids(venue), organizer: ids(organizer), categories: ids(categories), tags: ids(tags) },
    translations: Object.fromEntries(texts),
  };
}

/** The same with its next date: as many weeks later as it takes to lie ahead, at the same hours. */
export function nextOf(call: AdminCall, event: ShownEvent): JsonMembers {
  const { recurrence: _, ...members } = copyOf(call, event);
  const today = Temporal.PlainDate.from(wallNow(call).slice(0, 10));
  const days = Temporal.PlainDate.from(event.start_date.slice(0, 10)).until(today).days;
  const weeks = Math.max(Math.floor(days / 7), 0) + 1;
  const later = (wall: string) =>
    `${Temporal.PlainDate.from(wall.slice(0, 10)).add({ weeks })}${event.all_day ? '' : wall.slice(10)}`;
  return {
    ...{ ...members, start_date: later(event.start_date), end_date: later(event.end_date) },
    // What happened to the last one does not happen to the next one.
    ...{ event_status: 'scheduled', status_reason: '', availability: '' },
  };
}
