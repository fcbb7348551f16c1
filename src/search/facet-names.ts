/** The facets of a list of events, in the order of answers. */
export const facetNames = [
  ...(['categories', 'tags', 'venue', 'organizer', 'city', 'month', 'day', 'cost', 'language'] as const),
] as const;

export type FacetName = (typeof facetNames)[number];
