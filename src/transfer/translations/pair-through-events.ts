import type { LinkedType } from '../../kinds.ts';
import type { EventFacts, PairsOfTypes, SiteFacts } from './facts.ts';
import { entry } from './pair-events.ts';

/**
 * Pairs the records of one type that exactly the same paired events link to.
 * @returns whether there are new pairs
 */
export function pairThroughEvents(
  type: LinkedType,
  second: SiteFacts<string>,
  first: SiteFacts<number>,
  pairs: PairsOfTypes,
): boolean {
  const taken = new Set([...pairs[type].values()].map(({ id }) => id));
  const events = [...pairs.event].flatMap(([key, { id }]) => {
    const [theirs, ours] = [second.event.get(key), first.event.get(id)];
    return theirs && ours && isEvidence[type](theirs, ours) ? [{ theirs, ours }] : [];
  });
  const here = linkedBy(events.map(({ ours }) => ours[type].filter(id => !taken.has(id))));
  const there = linkedBy(events.map(({ theirs }) => theirs[type].filter(key => !pairs[type].has(key))));
  let isNew = false;
  for (const { linked, events } of there.values()) {
    const found = here.get(events.join())?.linked ?? [];
    if (linked.length > 1 || found.length !== 1 || events.length < EVENTS_NEEDED[type]) continue;
    pairs[type].set(linked[0]!, { id: found[0]!, by: ['events'] });
    isNew = true;
  }
  return isNew;
}

/** An event takes place at the same place in both languages; terms are assigned more freely. */
const EVENTS_NEEDED = { venue: 1, organizer: 1, category: 2, tag: 2 } as const;

type IsEvidence = (theirs: EventFacts<string>, ours: EventFacts<number>) => boolean;

/** Whether a pair of events tells of the records that they link to. Of several places it is not known which is which. */
const isEvidence: Record<LinkedType, IsEvidence> = {
  venue: (theirs, ours) => theirs.venue.length === 1 && ours.venue.length === 1,
  organizer: (theirs, ours) => theirs.organizer.length === 1 && ours.organizer.length === 1,
  category: () => true,
  tag: () => true,
};

interface Linked<Key> {
  linked: Key[];
  /** The numbers of the events that link to them, and to nothing else of them. */
  events: readonly number[];
}

/** Records by the events that link to them. */
function linkedBy<Key>(links: readonly (readonly Key[])[]): Map<string, Linked<Key>> {
  const eventsOf = new Map<Key, number[]>();
  for (const [event, keys] of links.entries())
    for (const key of new Set(keys)) entry(eventsOf, key).push(event);
  const all = new Map<string, Linked<Key>>();
  for (const [key, events] of eventsOf) {
    const known = all.get(events.join());
    if (known) known.linked.push(key);
    else all.set(events.join(), { linked: [key], events });
  }
  return all;
}
