import type { PublishedType, VersionedType } from '../kinds.ts';
import { organizerHistory, venueHistory } from './contact.ts';
import { eventHistory } from './event.ts';
import type { PublishedKind, VersionedKind } from './kind.ts';
import { categoryHistory, tagHistory } from './term.ts';

export const kinds: Readonly<Record<PublishedType, PublishedKind> & Record<VersionedType, VersionedKind>> = {
  event: eventHistory,
  venue: venueHistory,
  organizer: organizerHistory,
  category: categoryHistory,
  tag: tagHistory,
};
