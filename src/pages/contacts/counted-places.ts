import type { BareCall } from '../../http/call.ts';
import { MAX_FACET_VALUES } from '../../limits.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import { hasNoName } from '../../records/no-name.ts';
import type { EventFilter, ListArgs } from '../../search/event-filter.ts';
import { findEvents } from '../../search/find-events.ts';

/** A venue or organizer, and how many of the events it has. */
export interface CountedContact {
  readonly id: number;
  /** In the language of the page; '' if the record has none. */
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

/** The venues or organizers of the events that match, those with the most events first. */
export async function countContacts(
  call: BareCall,
  filter: EventFilter,
  kind: 'venue' | 'organizer',
): Promise<{ readonly places: readonly CountedContact[]; readonly total: number }> {
  const { config, textLanguage } = call;
  const request = {
    ...{ names: [kind], isSideways: false, limit: MAX_FACET_VALUES },
    ...{ zone: config.TIME_ZONE.id, language: config.LANGUAGE, textLanguage },
  };
  const { facets } = await atOneVersion(call, source =>
    findEvents(source, filter, call.viewer, NO_EVENTS, request),
  );
  const { values, total } = facets!.get(kind)!;
  const named = values.filter(({ label }) => !hasNoName(label));
  return {
    // A venue or organizer is told by its id, slug and name.
    places: named.map(({ label, count }) => ({ ...label, id: label.id!, slug: label.slug!, count })),
    total: total - (values.length - named.length),
  };
}

/** The arguments of a list of events from now on. */
export const COMING: ListArgs = { page: 1, per_page: 1, strict_dates: false, when: ['ongoing', 'upcoming'] };

const NO_EVENTS = { limit: 0, offset: 0 };
