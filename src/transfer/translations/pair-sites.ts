import type { ImportPlan } from '../../intake/plans/plan.ts';
import { eachWritten, isTaxonomy, type LinkedType, linkedTypes, writtenTypes } from '../../kinds.ts';
import type { EventFacts, NamedFacts, Pairs, PairsOfTypes, Rivals, SiteFacts } from './facts.ts';
import { addBestPairs, type PairCandidate, pairEvents, someOf } from './pair-events.ts';

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

/** Pairs venues, organizers or terms by what they have in common: a name, an address, coordinates, an e-mail address. */
function pairNamed(
  second: ReadonlyMap<string, NamedFacts>,
  first: ReadonlyMap<number, NamedFacts>,
  pairs: Pairs,
): Promise<Rivals> {
  const [there, here] = [marked(second), marked(first)];
  const matches: PairCandidate[] = [];
  for (const [key, record] of second) {
    const ids = new Set([...record.marks].flatMap(mark => someOf(here.get(mark.join()))));
    for (const id of ids) {
      const by = common(record, first.get(id)!);
      // What several records have, such as the address of a building, does not tell which of them one is.
      const isShared = (kind: string) => {
        const mark = [kind, record.marks.get(kind)].join();
        return there.get(mark)!.length > 1 || here.get(mark)!.length > 1;
      };
      if (by.includes('name') || !by.every(isShared)) matches.push({ second: key, first: id, by });
    }
  }
  return addBestPairs(pairs, matches);
}

/** Records by their marks. */
function marked<Key>(records: ReadonlyMap<Key, NamedFacts>): Map<string, Key[]> {
  const all = new Map<string, Key[]>();
  for (const [key, { marks }] of records)
    for (const mark of marks) all.getOrInsert(mark.join(), []).push(key);
  return all;
}

function common(record: NamedFacts, other: NamedFacts): string[] {
  const by = [...record.marks].flatMap(([kind, mark]) => (other.marks.get(kind) === mark ? kind : []));
  const isOtherTown = record.town && other.town && record.town !== other.town;
  // A town may have another name in another language, but then the address or the coordinates are the same.
  return isOtherTown && by.every(kind => kind === 'name') ? [] : by;
}

/**
 * Pairs the records of one type that exactly the same paired events link to.
 * @returns whether there are new pairs
 */
function pairThroughEvents(
  type: LinkedType,
  second: SiteFacts<string>,
  first: SiteFacts<number>,
  pairs: PairsOfTypes,
): boolean {
  const taken = new Set([...pairs[type].values()].map(({ id }) => id));
  const events = [...pairs.event].flatMap(([key, { id }]) => {
    const [theirs, ours] = [second.event.get(key), first.event.get(id)];
    return theirs && ours && isEvidence(type, theirs, ours) ? [{ theirs, ours }] : [];
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

/** Whether a pair of events pairs the records that they link to: with several venues the order is unknown. */
const isEvidence = (type: LinkedType, theirs: EventFacts<string>, ours: EventFacts<number>): boolean =>
  isTaxonomy(type) || (theirs[type].length === 1 && ours[type].length === 1);

interface LinkedPair<Key> {
  linked: Key[];
  /** The numbers of the events that link to them, and to nothing else of them. */
  events: readonly number[];
}

/** Records by the events that link to them. */
function linkedBy<Key>(links: readonly (readonly Key[])[]): Map<string, LinkedPair<Key>> {
  const eventsOf = new Map<Key, number[]>();
  for (const [event, keys] of links.entries())
    for (const key of new Set(keys)) eventsOf.getOrInsert(key, []).push(event);
  const all = new Map<string, LinkedPair<Key>>();
  for (const [key, events] of eventsOf)
    all.getOrInsertComputed(events.join(), () => ({ linked: [], events })).linked.push(key);
  return all;
}
