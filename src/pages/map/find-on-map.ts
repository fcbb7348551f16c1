import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import type { Point } from '../../lib/geo.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import { withName } from '../../records/no-name.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import type { FacetResult } from '../../search/facet-result.ts';
import type { FacetRequest, Facets } from '../../search/facets.ts';
import { findEvents } from '../../search/find-events.ts';
import { firstAtVenues } from '../../search/first-at-venues.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { type PageEvent, type PageView, shownEvent } from '../view.ts';

export interface MappedVenue {
  /** In the language of the page. */
  readonly venue: VenueRecord;
  readonly count: number;
  readonly next: PageEvent;
}

export interface FoundOnMap {
  /** Those with the most events first. */
  readonly venues: readonly MappedVenue[];
  /** How many venues there are, also beyond those that are shown. */
  readonly total: number;
  readonly facets: Facets;
}

/** The most venues that a map shows: more would hide each other, and nobody reads so long a list. */
export const MAX_ON_MAP = 200;

/** The venues of the events that match, with the number of these events and the first of them. */
export const findOnMap = (
  call: BareCall,
  filter: EventFilter,
  view: PageView,
  request: FacetRequest,
): Promise<FoundOnMap> =>
  atOneVersion(call, async source => {
    const { facets } = await findEvents(source, filter, call.viewer, NO_EVENTS, request);
    const { counts, total } = countsOf(facets!.get('venue')!, filter);
    const first = await firstAtVenues(
      ...([source, filter, call.viewer] as const),
      counts.map(({ id }) => id),
    );
    if (!first) return undefined;
    const shown = [...first].map(([id, event]) => [id, shownEvent(event, view, filter.offeredHash)] as const);
    const next = new Map(shown);
    const venues = counts.flatMap(({ id, count }) => mapped(next.get(id), id, count));
    return { venues, total, facets: facets! };
  });

const NO_EVENTS = { limit: 0, offset: 0 };

/** The facet counts all venues, also where the filter chooses some. */
function countsOf({ values, total }: FacetResult, { venues: chosen }: EventFilter) {
  const counts = values.map(({ label, count }) => ({ id: label.id!, count }));
  const among = chosen ? counts.filter(({ id }) => chosen.includes(id)) : counts;
  return { counts: among.slice(0, MAX_ON_MAP), total: chosen ? among.length : total };
}

/** Nothing if the venue was unlinked between two reads of the store. */
function mapped(next: PageEvent | undefined, id: number, count: number): MappedVenue[] {
  const venue = next?.venues.find(venue => venue.id === id);
  return next && venue ? [{ venue, count, next }] : [];
}

/** A venue in the list beside the map. */
export interface ListedVenue extends MappedVenue {
  /** Its place in the list, from 1. */
  readonly number: number;
  /** Undefined if nobody has said where it is. */
  readonly point: Point | undefined;
}

export interface Town {
  /** '' for venues without a town. */
  readonly name: string;
  readonly venues: readonly ListedVenue[];
}

export type PlacedVenue = ListedVenue & { readonly point: Point };

export const placedIn = ({ venues }: Town): PlacedVenue[] =>
  venues.filter((venue): venue is PlacedVenue => venue.point !== undefined);

/** The venues that a map shows at first: those of the first town, if it has at least half of all; otherwise all. */
export function framedOf(towns: readonly Town[]): PlacedVenue[] {
  const [first = [], ...others] = towns.map(placedIn);
  const all = [...first, ...others.flat()];
  return first.length >= all.length / 2 ? first : all;
}

/**
 * Sorts venues by town and name, as the language does, and numbers them. The town with the most events comes first, those
 * without a town last.
 */
export function townsOf(venues: readonly MappedVenue[], language: Language): Town[] {
  const collator = new Intl.Collator(language, { numeric: true });
  const named = venues.map(({ venue, ...mapped }) => ({ ...mapped, venue: withName(venue) }));
  const byTown = [...Map.groupBy(named, ({ venue }) => fold(venue.city))]
    .map(([key, inTown]) => ({ key, name: inTown[0]!.venue.city, inTown }))
    .sort((a, b) => Number(a.key === '') - Number(b.key === '') || collator.compare(a.name, b.name));
  const eventsIn = ({ inTown }: (typeof byTown)[number]) => inTown.reduce((sum, { count }) => sum + count, 0);
  const [main] = byTown.filter(({ key }) => key !== '').sort((a, b) => eventsIn(b) - eventsIn(a));
  let number = 0;
  return byTown
    .sort((a, b) => Number(b === main) - Number(a === main))
    .map(({ name, inTown }) => ({
      name,
      venues: inTown
        .sort((a, b) => collator.compare(a.venue.name, b.venue.name) || a.venue.id - b.venue.id)
        .map(mapped => {
          const point = pointOf(mapped);
          return { ...mapped, point, number: point ? ++number : 0 };
        }),
    }));
}

const pointOf = ({ venue: { geo_lat: lat, geo_lng: lng } }: MappedVenue): Point | undefined =>
  lat === null || lng === null ? undefined : { lat, lng };
