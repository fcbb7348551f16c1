import type { ImportPlan } from '../../intake/plans/plan.ts';
import { eachWritten, linkedTypes, writtenTypes } from '../../kinds.ts';
import type { PairsOfTypes, Rivals, SiteFacts } from './facts.ts';
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
): Promise<Readonly<Record<ImportPlan['type'], Rivals>>> {
  const rivals = eachWritten<Rivals>(() => new Map());
  for (const type of linkedTypes) rivals[type] = await pairNamed(second[type], first[type], pairs[type]);
  for (let isNew = true; isNew; ) {
    rivals.event = await pairEvents(second, first, pairs);
    isNew = linkedTypes.map(type => pairThroughEvents(type, second, first, pairs)).some(Boolean);
  }
  for (const type of writtenTypes)
    rivals[type] = new Map([...rivals[type]].filter(([key]) => !pairs[type].has(key)));
  return rivals;
}
