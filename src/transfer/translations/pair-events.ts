import { yieldIfDue } from '../../lib/pacer.ts';
import type { EventFacts, Pairs, PairsOfTypes, Rivals, SiteFacts } from './facts.ts';

/**
 * Pairs the events that start at the same instant, and have their venue, their picture or their title in common.
 * Events at venues that are known to be different are different.
 */
export async function pairEvents(
  second: SiteFacts<string>,
  first: SiteFacts<number>,
  pairs: PairsOfTypes,
): Promise<Rivals> {
  const lone = lonePictures(second, first);
  const marksOf = (event: EventFacts<unknown>, venues: readonly number[]): string[] => [
    ...venues.map(id => `venue ${id}`),
    ...(lone(event.picture) ? [`picture ${event.picture}`] : []),
    `title ${event.folded}`,
  ];
  const marked = new Map<string, number[]>();
  const taken = new Set([...pairs.event.values()].map(({ id }) => id));
  for (const [id, event] of first.event) {
    await yieldIfDue();
    if (taken.has(id)) continue;
    for (const mark of marksOf(event, event.venue)) marked.getOrInsert(placeIn(event, mark), []).push(id);
  }
  const venuesOfPairs = new Set([...pairs.venue.values()].map(({ id }) => id));
  const matches: PairCandidate[] = [];
  for (const [key, event] of second.event) {
    await yieldIfDue();
    if (pairs.event.has(key)) continue;
    const venues = idsOf(event.venue, pairs.venue);
    const found = marksOf(event, venues).flatMap(mark => someOf(marked.get(placeIn(event, mark))));
    for (const id of new Set(found)) {
      const other = first.event.get(id)!;
      const isElsewhere = isContradiction(event, venues, other, venuesOfPairs);
      if (!isElsewhere) matches.push({ second: key, first: id, by: common(event, venues, other, pairs) });
    }
  }
  return addBestPairs(pairs.event, matches);
}

const placeIn = ({ start, repeats }: EventFacts<unknown>, mark: string): string =>
  `${start} ${repeats} ${mark}`;

/** Whether the venues of two events are known, and different. */
function isContradiction(
  event: EventFacts<string>,
  venues: readonly number[],
  other: EventFacts<number>,
  paired: ReadonlySet<number>,
): boolean {
  if (event.venue.length === 0 || other.venue.length === 0) return false;
  if (other.venue.some(id => venues.includes(id))) return false;
  return venues.length > 0 || other.venue.every(id => paired.has(id));
}

function common(
  event: EventFacts<string>,
  venues: readonly number[],
  other: EventFacts<number>,
  pairs: PairsOfTypes,
): string[] {
  const organizers = idsOf(event.organizer, pairs.organizer);
  return Object.entries({
    start: true,
    venue: other.venue.some(id => venues.includes(id)),
    picture: event.picture !== '' && event.picture === other.picture,
    title: event.folded === other.folded,
    end: event.end === other.end,
    organizer: other.organizer.some(id => organizers.includes(id)),
  }).flatMap(([name, isCommon]) => (isCommon ? name : []));
}

/**
 * Tells pictures that stand for one event on both sites, whatever its dates are. One that stands for any event, such as
 * a logo, identifies nothing alone.
 */
function lonePictures(...sites: readonly SiteFacts<unknown>[]): (picture: string) => boolean {
  const several = new Set<string>();
  for (const { event } of sites) {
    const titles = new Map<string, string>();
    for (const { picture, title } of event.values()) {
      const known = titles.get(picture);
      if (known !== undefined && known !== title) several.add(picture);
      titles.set(picture, title);
    }
  }
  return picture => picture !== '' && !several.has(picture);
}

/** Records with a mark; empty where too many have it to identify one. */
export const someOf = (ids: readonly number[] = []): readonly number[] => (ids.length > MANY ? [] : ids);

const MANY = 30;

/** The records here that these records of the second site are. */
export const idsOf = (keys: readonly string[], pairs: Pairs): number[] =>
  keys.flatMap(key => pairs.get(key)?.id ?? []);

/** Two records that may be the same, and all that they have in common. */
export interface PairCandidate {
  readonly second: string;
  readonly first: number;
  readonly by: readonly string[];
}

/**
 * Pairs records that match each other better than any other one. What has several best matches stays unpaired, unless
 * pairs of others leave only one of them.
 * @param pairs receives the pairs; neither side of a pair that it has is paired again
 * @returns the rivals of records that stay unpaired
 */
export async function addBestPairs(pairs: Pairs, matches: readonly PairCandidate[]): Promise<Rivals> {
  const taken = new Set([...pairs.values()].map(({ id }) => id));
  const isFree = ({ second, first }: PairCandidate) => !pairs.has(second) && !taken.has(first);
  let open = matches.filter(isFree);
  for (let isStable = false; !isStable; ) {
    await yieldIfDue();
    isStable = true;
    const bySecond = bestOf(open, ({ second }) => second);
    const byFirst = bestOf(open, ({ first }) => first);
    for (const [second, best] of bySecond) {
      const [match, ...rivals] = best;
      if (rivals.length > 0 || byFirst.get(match!.first)?.length !== 1) continue;
      if (byFirst.get(match!.first)![0] !== match) continue;
      pairs.set(second, { id: match!.first, by: match!.by });
      taken.add(match!.first);
      isStable = false;
    }
    open = open.filter(isFree);
  }
  return new Map(
    [...bestOf(open, ({ second }) => second)].map(([key, best]) => [key, best.map(({ first }) => first)]),
  );
}

/** The matches of each record that have most in common. */
function bestOf<Key>(
  matches: readonly PairCandidate[],
  keyOf: (match: PairCandidate) => Key,
): Map<Key, PairCandidate[]> {
  const best = new Map<Key, PairCandidate[]>();
  for (const match of matches) {
    const key = keyOf(match);
    const most = best.get(key)?.[0]?.by.length ?? 0;
    if (match.by.length > most) best.set(key, [match]);
    else if (match.by.length === most) best.get(key)!.push(match);
  }
  return best;
}
