import type { Language } from '../../i18n/language.ts';
import type { Point } from '../../lib/geo.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { withName } from '../../records/no-name.ts';
import type { MappedVenue } from './find-on-map.ts';

/** A venue in the list beside the map. */
export interface ListedVenue extends MappedVenue {
  /** Its place in the list, from 1. */
  readonly number: number;
  /** Undefined if nobody has said where it is. */
  readonly point: Point | undefined;
}

/** The venues of a town. */
export interface Town {
  /** '' for venues without a town. */
  readonly name: string;
  readonly venues: readonly ListedVenue[];
}

/** Sorts venues by town and name, as the language does, and numbers them. Those without a town come last. */
export function townsOf(venues: readonly MappedVenue[], language: Language): Town[] {
  const collator = new Intl.Collator(language, { numeric: true });
  const named = venues.map(({ venue, ...mapped }) => ({ ...mapped, venue: withName(venue) }));
  const byTown = [...Map.groupBy(named, ({ venue }) => fold(venue.city))]
    .map(([key, inTown]) => ({ key, name: inTown[0]!.venue.city, inTown }))
    .sort((a, b) => Number(a.key === '') - Number(b.key === '') || collator.compare(a.name, b.name));
  let number = 0;
  return byTown.map(({ name, inTown }) => ({
    name,
    venues: inTown
      .sort((a, b) => collator.compare(a.venue.name, b.venue.name) || a.venue.id - b.venue.id)
      .map(mapped => ({ ...mapped, number: ++number, point: pointOf(mapped) })),
  }));
}

const pointOf = ({ venue: { geo_lat: lat, geo_lng: lng } }: MappedVenue): Point | undefined =>
  lat === null || lng === null ? undefined : { lat, lng };
