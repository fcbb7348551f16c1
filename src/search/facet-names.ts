import { KINDS, linkedTypes } from '../kinds.ts';

/** The facets of a list of events, in the order of answers. */
export const facetNames = [
  ...linkedTypes.map(type => KINDS[type].linkedAs),
  ...(['city', 'month', 'day', 'cost', 'language'] as const),
] as const;

export type FacetName = (typeof facetNames)[number];
