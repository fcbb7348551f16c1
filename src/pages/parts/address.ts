import { stateOrProvince, type VenueRegion } from '../../venues/venue.ts';

/** What the address of a venue is made of. */
export type Addressed = VenueRegion & {
  readonly address: string;
  readonly city: string;
  readonly zip: string;
};

/** The address of a venue as on an envelope: the street, the postal code and city, the region and country. */
export function addressLines(venue: Addressed): string[] {
  const region = stateOrProvince(venue);
  return [
    venue.address,
    [venue.zip, venue.city].filter(Boolean).join(' '),
    [region === venue.city ? '' : region, venue.country].filter(Boolean).join(', '),
  ].filter(Boolean);
}
