import type { EventRecord } from '../events/event.ts';
import { eventInLanguage } from '../events/in-language.ts';
import { showInList, visiblePart } from '../events/mask.ts';
import { listedView } from '../formats/render.ts';
import { minuteAfter, type OperationContext } from '../input/context.ts';
import { MAX_DATES } from '../recurrence/rule.ts';
import type { EventFilter } from '../search/event-filter.ts';
import { findEventIds, recordsOfList } from '../search/find-events.ts';
import { readWhen } from '../search/when.ts';

/** The most occurrences that the structured data of a series has. */
const MAX_SUB_EVENTS = 100;

/**
 * A series with what its structured data tells of its occurrences: those that have not ended, in order, then the last
 * ones before them, latest first. Of each there is what the viewer may see. Other events stay as they are.
 * @param event one that the viewer reads by itself: its password was offered
 */
export async function withSubEvents(event: EventRecord, call: OperationContext): Promise<EventRecord> {
  if (event.recurrence === '') return event;
  const subEvents = await subEventsOf(event, call);
  narrowByEnds({ ...event, subEvents }, call);
  return { ...event, subEvents };
}

/** The next occurrence follows at once when one ends, the order of all of them at the whole minute (`readWhen`). */
export function narrowByEnds(
  { next, subEvents = [] }: Pick<EventRecord, 'next' | 'subEvents'>,
  { clock }: Pick<OperationContext, 'clock'>,
): void {
  for (const end of [next, ...subEvents].flatMap(one => one?.end_at ?? [])) {
    clock.hasCome(end);
    clock.hasCome(minuteAfter(end));
  }
}

async function subEventsOf(series: EventRecord, call: OperationContext): Promise<EventRecord[]> {
  const offeredHash = series.password_hash ?? undefined;
  const all: EventFilter = { series: [series.id], offeredHash };
  const coming = await occurrences(all, ['ongoing', 'upcoming'], call);
  const room = MAX_SUB_EVENTS - coming.length;
  const past = room > 0 ? await occurrences(all, ['past'], call) : [];
  const ids = [...coming.slice(0, MAX_SUB_EVENTS), ...past.toReversed().slice(0, Math.max(room, 0))];
  const found = (await Array.fromAsync(recordsOfList(call, all, call.viewer, ids))).flat();
  const byId = new Map(found.map(event => [event.id, event]));
  const view = listedView(call);
  return ids.flatMap(id => {
    const event = byId.get(id);
    return event ? visiblePart(showInList(event, view, offeredHash), eventInLanguage(event, view)) : [];
  });
}

async function occurrences(
  all: EventFilter,
  phases: Parameters<typeof readWhen>[0],
  call: OperationContext,
): Promise<readonly number[]> {
  const range = { offset: 0, limit: MAX_DATES };
  const filter = { ...all, when: readWhen(phases, call.clock.instant) };
  return (await findEventIds(call, filter, call.viewer, range)).ids;
}
