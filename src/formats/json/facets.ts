import { answerWords } from '../../i18n/messages.ts';
import {
  type DescribedMember,
  described,
  type JsonSchema,
  objectOf,
  optionally,
} from '../../input/schemas.ts';
import type { Facets } from '../../search/facets.ts';
import { type FacetName, facetNames } from '../../search/filter.ts';

const COUNT = { type: 'integer', minimum: 0 };
const NAMED = listedBy({ id: { type: 'integer' }, slug: { type: 'string' }, name: { type: 'string' } });
const PLAIN = listedBy({ value: { type: 'string' } });

const schemas: Readonly<Record<FacetName, JsonSchema>> = {
  ...{ categories: NAMED, tags: NAMED, venue: NAMED, organizer: NAMED },
  ...{ city: PLAIN, month: PLAIN, day: PLAIN, cost: PLAIN, language: PLAIN },
};

function listedBy(label: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'array', items: objectOf({ ...label, count: COUNT }) };
}

const totals = Object.fromEntries(facetNames.map(name => [name, COUNT]));

/** The members of a list with facets. */
export const facetMembers: Readonly<Record<'facets' | 'facet_totals', DescribedMember>> = {
  facets: optionally(described(objectOf({}, schemas), answerWords.facets)),
  facet_totals: optionally(described(objectOf({}, totals), answerWords.facet_totals)),
};

/** The members as JSON, without the braces around them. */
export function writeFacets(facets: Facets): string {
  const each = (textOf: (name: FacetName) => string) =>
    [...facets.keys()].map(name => `"${name}":${textOf(name)}`).join();
  const values = each(name => facets.get(name)!.json);
  return `"facets":{${values}},"facet_totals":{${each(name => String(facets.get(name)!.total))}}`;
}
