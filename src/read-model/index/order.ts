import { linkedTables } from '../../kinds.ts';
import { has } from '../../lib/bits.ts';
import type { IndexColumns } from './columns.ts';
import type { IndexEntry } from './entry.ts';
import { POINTS, scoreOf, type TermNames } from './relevance.ts';
import type { Mentions, Segment } from './segment.ts';
import { numberIn } from './states.ts';
import { ranksIn, type TitleOrder } from './title-ranks.ts';
import { numberOf } from './traits.ts';

/** The order of matches; those that are equal in it are in list order, or reversed with it. */
export type IndexOrder = { readonly isReversed: boolean } & (
  | { readonly by: 'start' | 'end' | 'date' | 'modified' }
  | ({ readonly by: 'title' } & TitleOrder)
  /** By the nearest venue. */
  | { readonly by: 'distance'; readonly metres: ReadonlyMap<number, number> }
  | { readonly by: 'status' }
  /** By the ranks of venues. */
  | {
      readonly by: 'venue';
      readonly ranks: ReadonlyMap<number, number>;
      /** Whether a password may hide the venue. */
      readonly isMasked: boolean;
    }
  /** By the matches of plain words, the best first. */
  | { readonly by: 'relevance'; readonly terms: readonly TermNames[] }
  /** By scores of all matching events, the highest first. */
  | { readonly by: 'scores'; readonly scores: ReadonlyMap<number, number> }
);

/** The numbers by which matches are sorted: of a position of a segment, and of a changed entry. */
export interface SortKeys {
  at(position: number): number;
  of(entry: IndexEntry): number;
}

/**
 * Undefined if the order needs a full-text index and there is none.
 * @param places the places of changed titles among the ranks of the segment
 */
export function sortKeys(
  order: IndexOrder,
  segment: Segment,
  places: ReadonlyMap<IndexEntry, number>,
): SortKeys | undefined {
  const { columns, titles } = segment;
  const { starts, ends, dates, modified, ids } = columns;
  switch (order.by) {
    case 'start':
      return { at: position => starts[position]!, of: ({ start }) => start };
    case 'end':
      return { at: position => ends[position]!, of: ({ end }) => end };
    case 'date':
      return { at: position => -dates[position]!, of: ({ date }) => -date };
    case 'modified':
      return { at: position => -modified[position]!, of: entry => -entry.modified };
    case 'title': {
      const ranks = ranksIn(titles, order);
      return { at: position => ranks[position]!, of: entry => places.get(entry)! };
    }
    case 'distance':
      return leastKeys(order.metres, columns);
    case 'status':
      return {
        at: position => statusNumber(columns.states[position]!),
        of: ({ traits }) => numberOf('status', traits.status),
      };
    case 'venue': {
      const keys = leastKeys(order.ranks, columns);
      if (!order.isMasked) return keys;
      return {
        at: position => (columns.hashes.has(position) ? NOWHERE : keys.at(position)),
        of: entry => (entry.hash === null ? keys.of(entry) : NOWHERE),
      };
    }
    case 'relevance':
      return scoreKeys(order.terms, segment);
    case 'scores': {
      const keyOf = (id: number) => -(order.scores.get(id) ?? 0);
      return { at: position => keyOf(ids[position]!), of: ({ id }) => keyOf(id) };
    }
  }
}

function scoreKeys(terms: readonly TermNames[], segment: Segment): SortKeys | undefined {
  const matches: Mentions[] = [];
  for (const term of terms) {
    const mentions = segment.mentions(term);
    if (!mentions) return undefined;
    matches.push(mentions);
  }
  return {
    at: position => -matches.reduce((sum, match) => sum + pointsOf(match, position), 0),
    of: entry =>
      -scoreOf(
        {
          text: entry.text ?? '',
          isNamed: names => linkedTables.some(kind => isLinked(entry[kind], names[kind])),
        },
        terms,
      ),
  };
}

function pointsOf({ titleWord, titleStart, name, word }: Mentions, position: number): number {
  if (has(titleWord, position)) return POINTS.titleWord;
  if (has(titleStart, position)) return POINTS.titleStart;
  if (has(name, position)) return POINTS.name;
  return has(word, position) ? POINTS.word : POINTS.part;
}

const isLinked = (linked: readonly number[], ids: readonly number[]) => linked.some(id => ids.includes(id));

const statusNumber = numberIn('status');

/** Behind every venue on earth. */
export const NOWHERE = 1e9;

/** The least number of the venues of an event. */
function leastKeys(numbers: ReadonlyMap<number, number>, { links }: IndexColumns): SortKeys {
  const { offsets, values, ids } = links.venues;
  const byNumber = Float64Array.from(ids, id => numbers.get(id) ?? NOWHERE);
  return {
    at(position) {
      let nearest = NOWHERE;
      for (let at = offsets[position]!; at < offsets[position + 1]!; at++)
        nearest = Math.min(nearest, byNumber[values[at]!]!);
      return nearest;
    },
    of: ({ venues }) => Math.min(NOWHERE, ...venues.map(id => numbers.get(id) ?? NOWHERE)),
  };
}
