import type { LinkedTable } from '../../kinds.ts';
import { add, type Bits, bitsFor, has } from '../../lib/bits.ts';
import type { IndexColumns, LinkColumns } from './columns.ts';
import type { IndexEntry } from './entry.ts';
import { isLocked, isReadable, type Rights } from './query.ts';
import { isDense, type Positions } from './sets.ts';
import { StateRule, type TraitRule, traitsOf } from './states.ts';

/** The entries by linked id: a list of positions for each id, or a bitset if there are many. */
export interface LinkPostings {
  readonly numbers: ReadonlyMap<number, number>;
  /** All lists, concatenated: thousands of separate arrays would be slow to load from a file. */
  readonly lists: Uint32Array;
  /** Start of each list; the last entry is the end of the last list. */
  readonly offsets: Uint32Array;
  /** Bitsets by id; the lists of these ids are empty. */
  readonly bits: ReadonlyMap<number, Bits>;
}

export function linkPostings({ offsets: linked, values, ids }: LinkColumns): LinkPostings {
  const size = linked.length - 1;
  const counts = new Uint32Array(ids.length);
  for (const number of values) counts[number]!++;
  const dense = Array.from(counts, count => (isDense(count, size) ? bitsFor(size) : undefined));
  const offsets = new Uint32Array(ids.length + 1);
  for (const [number, count] of counts.entries())
    offsets[number + 1] = offsets[number]! + (dense[number] ? 0 : count);
  const lists = new Uint32Array(offsets.at(-1)!);
  const ends = offsets.slice();
  for (let position = 0; position < size; position++) {
    for (let at = linked[position]!; at < linked[position + 1]!; at++) {
      const number = values[at]!;
      const bits = dense[number];
      if (bits) add(bits, position);
      else lists[ends[number]!++] = position;
    }
  }
  return {
    ...{ lists, offsets },
    numbers: new Map(ids.map((id, number) => [id, number])),
    bits: new Map(ids.flatMap((id, number) => (dense[number] ? [[id, dense[number]]] : []))),
  };
}

const NONE: Positions = { list: new Uint32Array(0) };

export function positionsIn({ numbers, lists, offsets, bits }: LinkPostings, id: number): Positions {
  const many = bits.get(id);
  if (many) return { bits: many };
  const number = numbers.get(id);
  return number === undefined ? NONE : { list: lists.subarray(offsets[number], offsets[number + 1]) };
}

export const bytesOf = ({ lists, bits }: LinkPostings): number =>
  [...bits.values()].reduce((sum, { byteLength }) => sum + byteLength, lists.byteLength);

/** Selects the events whose links count. */
export interface LinkCountQuery extends Rights {
  /** If set, only events that lists show and that end at this time or later, in epoch seconds. */
  readonly upcomingAt: number | undefined;
}

/** The ids that matching events link to, in one pass; `dead` events are excluded. */
export function linkedIds(
  columns: IndexColumns,
  dead: Bits,
  kind: LinkedTable,
  query: LinkCountQuery,
): Set<number> {
  const { size, states, authors, ends } = columns;
  const { offsets, values, ids } = columns.links[kind];
  const { upcomingAt = -Infinity, own } = query;
  const hidden = withLocked(columns, dead, query);
  const isWanted = new StateRule(wanting(query), own);
  const isLinked = new Uint8Array(ids.length);
  for (let position = 0; position < size; position++) {
    if (!isWanted.applies(states[position]!, authors[position]!)) continue;
    if (ends[position]! < upcomingAt || has(hidden, position)) continue;
    const end = offsets[position + 1]!;
    for (let at = offsets[position]!; at < end; at++) isLinked[values[at]!] = 1;
  }
  return new Set(ids.filter((_, number) => isLinked[number] === 1));
}

/** The same rule for a single entry. */
export function countsLinks(query: LinkCountQuery, entry: IndexEntry): boolean {
  const { upcomingAt = -Infinity } = query;
  return entry.end >= upcomingAt && wanting(query)(entry.traits, entry.author) && !isLocked(query, entry);
}

const wanting =
  (query: LinkCountQuery): TraitRule =>
  ({ hidden, status }, author) =>
    (query.upcomingAt === undefined || !hidden) && isReadable(query, status, author);

/** Adds the events whose password hides them to these bits. */
function withLocked({ states, authors, hashes }: IndexColumns, dead: Bits, query: LinkCountQuery): Bits {
  if (!query.locked || hashes.size === 0) return dead;
  const bits = dead.slice();
  for (const [position, hash] of hashes) {
    const traits = traitsOf(states[position]!);
    if (isLocked(query, { traits, author: authors[position]!, hash })) add(bits, position);
  }
  return bits;
}
