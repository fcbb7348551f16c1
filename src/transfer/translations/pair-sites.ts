import type { Plan } from '../plan.ts';
import { ALL_TYPES, LINKED_TYPES, type PairsOfTypes, type Rivals, type SiteFacts } from './facts.ts';
import { pairEvents } from './pair-events.ts';
import { pairNamed } from './pair-named.ts';
import { pairThroughEvents } from './pair-through-events.ts';

/**
 * Pairs the records of a second site with those of the first, one to one. Venues tell which events are the same, and
 * events tell which venues are, so both are paired until nothing new is found.
 * @param pairs receives the pairs; what it has already, as from links between the sites, stays
 * @returns records that could be several here, and which
 */
export async function pairSites(
  second: SiteFacts<string>,
  first: SiteFacts<number>,
  pairs: PairsOfTypes,
): Promise<Readonly<Record<Plan['type'], Rivals>>> {
  const rivals = {
    event: new Map() as Rivals,
    venue: await pairNamed(second.venue, first.venue, pairs.venue),
    organizer: await pairNamed(second.organizer, first.organizer, pairs.organizer),
    category: await pairNamed(second.category, first.category, pairs.category),
    tag: await pairNamed(second.tag, first.tag, pairs.tag),
  };
  for (let isNew = true; isNew; ) {
    rivals.event = await pairEvents(second, first, pairs);
    isNew = LINKED_TYPES.map(type => pairThroughEvents(type, second, first, pairs)).some(Boolean);
  }
  for (const type of ALL_TYPES)
    rivals[type] = new Map([...rivals[type]].filter(([key]) => !pairs[type].has(key)));
  return rivals;
}
