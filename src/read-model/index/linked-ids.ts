import { add, type Bits, has } from '../../lib/bits.ts';
import { type Columns, HIDDEN, STATES, stateOf } from './columns.ts';
import type { IndexEntry, LinkKind } from './entry.ts';
import { isLocked, isReadable, type Rights } from './query.ts';

/** Selects the events whose links count. */
export interface LinkCountQuery extends Rights {
  /** If set, only events that lists show and that end at this time or later, in epoch seconds. */
  readonly upcomingAt: number | undefined;
}

/** The ids that matching events link to, in one pass; `dead` events are excluded. */
export function linkedIds(columns: Columns, dead: Bits, kind: LinkKind, query: LinkCountQuery): Set<number> {
  const { size, states, authors, ends } = columns;
  const { offsets, values, ids } = columns.links[kind];
  const { upcomingAt = -Infinity, own } = query;
  const hidden = withLocked(columns, dead, query);
  // There are few states, so the rule is evaluated once per state instead of once per event.
  const ofOthers = statesWanted(query, NOBODY);
  const ofOwn = own ? statesWanted(query, own.author) : ofOthers;
  const isLinked = new Uint8Array(ids.length);
  for (let position = 0; position < size; position++) {
    const wanted = own && authors[position] === own.author ? ofOwn : ofOthers;
    if (wanted[states[position]!] === 0 || ends[position]! < upcomingAt || has(hidden, position)) continue;
    const end = offsets[position + 1]!;
    for (let at = offsets[position]!; at < end; at++) isLinked[values[at]!] = 1;
  }
  return new Set(ids.filter((_, number) => isLinked[number] === 1));
}

/** The same rule for a single entry. */
export function countsLinks(query: LinkCountQuery, entry: IndexEntry): boolean {
  const { author, hash, end } = entry;
  const state = stateOf(entry);
  const { upcomingAt = -Infinity } = query;
  return end >= upcomingAt && isWanted(query, state, author) && !isLocked(query, { state, author, hash });
}

/** No account has this id. */
const NOBODY = 0;

const statesWanted = (query: LinkCountQuery, author: number): Uint8Array =>
  Uint8Array.from({ length: STATES }, (_, state) => Number(isWanted(query, state, author)));

const isWanted = (query: LinkCountQuery, state: number, author: number): boolean =>
  (query.upcomingAt === undefined || (state & HIDDEN) === 0) && isReadable(query, state, author);

/** Adds the events whose password hides them to these bits. */
function withLocked({ states, authors, hashes }: Columns, dead: Bits, query: LinkCountQuery): Bits {
  if (!query.locked || hashes.size === 0) return dead;
  const bits = dead.slice();
  for (const [position, hash] of hashes) {
    if (isLocked(query, { state: states[position]!, author: authors[position]!, hash })) add(bits, position);
  }
  return bits;
}
