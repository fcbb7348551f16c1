import type { Plan } from '../plan.ts';

/** What tells which event of another site an event is. Keys name records: ids here, identities at the second site. */
export interface EventFacts<Key> {
  readonly title: string;
  /** Instants in epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** Whether it is a series: its occurrences are other events. */
  readonly repeats: boolean;
  /** The name of its picture's file; '' for none. */
  readonly picture: string;
  readonly venue: readonly Key[];
  readonly organizer: readonly Key[];
  readonly category: readonly Key[];
  readonly tag: readonly Key[];
}

/** What tells which venue, organizer or term of another site a record is. */
export interface NamedFacts {
  readonly title: string;
  /** What two records have in common only if they are the same, such as a name or an address, by kind. */
  readonly marks: ReadonlyMap<string, string>;
  /** The town of a venue, folded: two towns may have a venue of the same name. */
  readonly town?: string;
}

export type LinkedType = Exclude<Plan['type'], 'event'>;

export const LINKED_TYPES = ['category', 'tag', 'venue', 'organizer'] as const satisfies LinkedType[];

/** All types, in the order in which records are written: those that others link to come first. */
export const ALL_TYPES = [...LINKED_TYPES, 'event'] as const;

/** The records of a site. */
export interface SiteFacts<Key> {
  readonly event: ReadonlyMap<Key, EventFacts<Key>>;
  readonly venue: ReadonlyMap<Key, NamedFacts>;
  readonly organizer: ReadonlyMap<Key, NamedFacts>;
  readonly category: ReadonlyMap<Key, NamedFacts>;
  readonly tag: ReadonlyMap<Key, NamedFacts>;
}

/** A record here, and what has shown that it is the same. */
export interface Pair {
  readonly id: number;
  readonly by: readonly string[];
}

/** The pairs of one type, by the key of the record at the second site. */
export type Pairs = Map<string, Pair>;

export type PairsOfTypes = Readonly<Record<Plan['type'], Pairs>>;

/** Records here that match a record of the second site equally well, by its key. */
export type Rivals = ReadonlyMap<string, readonly number[]>;
