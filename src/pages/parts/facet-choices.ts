import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import { MAX_FACET_VALUES } from '../../limits.ts';
import { addressKey } from '../../search/addresses.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { facetRequest } from '../../search/facet-arguments.ts';
import type { FacetRequest, Facets } from '../../search/facets.ts';
import { wordsIn } from '../words.ts';
import { type ChoiceLabel, labelsOf } from './chosen-names.ts';
import { parameterOf } from './query.ts';

/** One value of a facet in a filter form. */
export interface Choice {
  /** The id of the record, if it is one. */
  readonly id: number | undefined;
  /** As the parameter takes it. */
  readonly value: string;
  readonly name: string;
  /** How many events the list has with it. */
  readonly count: number;
  readonly isChosen: boolean;
}

/** The values of a facet that a reader can choose. */
export interface FacetChoices {
  readonly parameter: ChoiceParameter;
  /** The most frequent values first; those that are chosen and find nothing come last. */
  readonly choices: readonly Choice[];
  /** Whether the address of the page stands for the values: they are neither to be chosen nor to be removed. */
  readonly isFixed: boolean;
}

/** The parameters of a filter form that choose from the values of a facet, in the order of the form. */
const FACETS = {
  categories: { facet: 'categories', valueFor: slugOrId },
  tags: { facet: 'tags', valueFor: slugOrId },
  city: { facet: 'city', valueFor: ({ name }: ChoiceLabel) => name },
  venue: { facet: 'venue', valueFor: ({ id }: ChoiceLabel) => String(id) },
  organizer: { facet: 'organizer', valueFor: ({ id }: ChoiceLabel) => String(id) },
  cost: { facet: 'cost', valueFor: ({ name }: ChoiceLabel) => name },
  has_language: { facet: 'language', valueFor: ({ name }: ChoiceLabel) => name },
} as const;

export type ChoiceParameter = keyof typeof FACETS;

export const choiceParameters = Object.keys(FACETS) as readonly ChoiceParameter[];

/** The facets of a filter form, to be counted with the list: each without the filter on its own values. */
export const filterRequest = (call: BareCall): FacetRequest | undefined =>
  facetRequest(
    {
      facets: choiceParameters.map(parameter => FACETS[parameter].facet),
      ...{ drill_sideways: true, facet_limit: MAX_FACET_VALUES },
    },
    call,
  );

/** A number as a slug would be taken for an id. */
function slugOrId({ id, slug }: ChoiceLabel): string {
  return slug && !/^\d+$/.test(slug) ? slug : String(id);
}

/** What a reader can choose from, and what is chosen. */
export async function readChoices(call: BareCall, args: ListArgs, facets: Facets): Promise<FacetChoices[]> {
  const sent = new Set([...(call.page?.query.keys() ?? [])].map(parameterOf));
  const all: FacetChoices[] = [];
  for (const parameter of choiceParameters) {
    const isFixed = args[parameter] !== undefined && !sent.has(parameter);
    all.push({ parameter, isFixed, choices: await choicesOf(parameter, call, args, facets) });
  }
  return all;
}

async function choicesOf(
  parameter: ChoiceParameter,
  call: BareCall,
  args: ListArgs,
  facets: Facets,
): Promise<Choice[]> {
  const { facet, valueFor } = FACETS[parameter];
  const chosen = new Set<string | number>(args[parameter] ?? []);
  const choice = (label: ChoiceLabel, count: number, isChosen: boolean): Choice => ({
    id: label.id,
    value: valueFor(label),
    name: nameOf(parameter, label.name, call),
    ...{ count, isChosen },
  });
  const found = (facets.get(facet)?.values ?? []).map(({ label, count }) =>
    choice(label, count, chosen.delete(keyOf(parameter, label))),
  );
  const others = await labelsOf(parameter, [...chosen], call);
  return [...found, ...others.map(label => choice(label, 0, true))];
}

/** A value as its argument was read. */
const keyOf = (parameter: ChoiceParameter, { id, name }: ChoiceLabel): string | number =>
  id ?? (parameter === 'city' ? addressKey(name) : name);

function nameOf(parameter: ChoiceParameter, name: string, call: BareCall): string {
  // Costs and languages have no other values than these.
  if (parameter === 'cost') return wordsIn('filterForm', call)[name as 'free'];
  if (parameter === 'has_language') return wordsIn('pages', { ...call, language: name as Language }).language;
  return name;
}
