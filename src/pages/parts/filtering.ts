import type { BareCall } from '../../http/call.ts';
import type { EventFilter, ListArgs } from '../../search/event-filter.ts';
import type { Facets } from '../../search/facets.ts';
import { type ChosenFilter, chosenFilters } from './chips.ts';
import { type ChoiceParameter, type FacetChoices, readChoices, wholeFacet } from './facet-choices.ts';

/** What a list is filtered by, and what else could be chosen. */
export interface Filtering {
  /** The path of the page below the language, to which the form leads. */
  readonly path: string;
  readonly filter: EventFilter;
  readonly choices: readonly FacetChoices[];
  readonly chosen: readonly ChosenFilter[];
  /** The facet of which all values are shown. */
  readonly all: ChoiceParameter | undefined;
}

interface Filtered {
  readonly args: ListArgs;
  readonly filter: EventFilter;
  /** As `filterRequest` asks for them. */
  readonly facets: Facets;
  readonly path: string;
}

/** Reads what the form, its chips and titles show. */
export async function readFiltering(
  call: BareCall,
  { args, filter, facets, path }: Filtered,
): Promise<Filtering> {
  const choices = await readChoices(call, args, facets);
  return { path, filter, choices, chosen: chosenFilters(call, filter, choices), all: wholeFacet(call) };
}
