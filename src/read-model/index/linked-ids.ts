import { add, type Bits, has } from '../../lib/bits.ts';
import type { IndexColumns } from './columns.ts';
import type { IndexEntry, LinkKind } from './entry.ts';
import { isLocked, isReadable, type Rights } from './query.ts';
import { StateRule, type TraitRule, traitsOf } from './states.ts';

/** Selects the events whose links count. */
export interface LinkCountQuery extends Rights {
  /** If set, only events that lists show and that end at this time or later, in epoch seconds. */
  readonly upcomingAt: number | undefined;
}

/** The ids that matching events link to, in one pass; `dead` events are excluded. */
export function linkedIds(
  columns: IndexColumns,
  dead: Bits,
  kind: LinkKind,
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
