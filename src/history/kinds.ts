import type { Taxonomy, VersionedType } from '../db/tables.ts';
import type { PublishedType } from '../records/table.ts';
import { eventHistory } from './event.ts';
import type { PublishedKind, VersionedKind } from './kind.ts';
import { organizerHistory, venueHistory } from './places.ts';
import { categoryHistory, tagHistory } from './term.ts';

export const kinds: Readonly<Record<PublishedType, PublishedKind> & Record<Taxonomy, VersionedKind>> = {
  event: eventHistory,
  venue: venueHistory,
  organizer: organizerHistory,
  category: categoryHistory,
  tag: tagHistory,
};

// The keys of the table above.
export const versionedTypes = Object.keys(kinds) as VersionedType[];
