import type { ImportPlan } from '../../intake/plans/plan.ts';
import type { LinkedType } from '../../kinds.ts';

/** What tells which event of another site an event is. Keys name records: ids here, identities at the second site. */
export interface EventFacts<Key> extends Readonly<Record<LinkedType, readonly Key[]>> {
  readonly title: string;
  /** The title without case and accents. */
  readonly folded: string;
  /** Instants in epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** Whether it is a series: its occurrences are other events. */
  readonly repeats: boolean;
  /** The name of its picture's file; '' for none. */
  readonly picture: string;
}

/** What tells which venue, organizer or term of another site a record is. */
export interface NamedFacts {
  readonly title: string;
  /** What two records have in common only if they are the same, such as a name or an address, by kind. */
  readonly marks: ReadonlyMap<string, string>;
  /** The town of a venue, folded: two towns may have a venue of the same name. */
  readonly town?: string;
}

/** The records of a site. */
export interface SiteFacts<Key> extends Readonly<Record<LinkedType, ReadonlyMap<Key, NamedFacts>>> {
  readonly event: ReadonlyMap<Key, EventFacts<Key>>;
}

/** A record here, and what has shown that it is the same. */
export interface Pair {
  readonly id: number;
  readonly by: readonly string[];
}

/** The pairs of one type, by the key of the record at the second site. */
export type Pairs = Map<string, Pair>;

export type PairsOfTypes = Readonly<Record<ImportPlan['type'], Pairs>>;

/** Records here that match a record of the second site equally well, by its key. */
export type Rivals = ReadonlyMap<string, readonly number[]>;
