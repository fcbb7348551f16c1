import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import { MAX_FACET_VALUES } from '../../limits.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import { hasNoName, withName } from '../../records/no-name.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { addressKey } from '../../search/addresses.ts';
import type { EventFilter, ListArgs } from '../../search/event-filter.ts';
import { facetRequest } from '../../search/facet-arguments.ts';
import type { FacetLabel } from '../../search/facet-result.ts';
import type { FacetRequest, Facets } from '../../search/facets.ts';
import { findEvents } from '../../search/find-events.ts';
import { findTerms } from '../../terms/list.ts';
import { mayRead } from '../../users/rights.ts';
import { wordsIn } from '../words.ts';
import { colorOf } from './card.ts';
import { parameterOf, queryOfPage } from './query.ts';

export interface FacetChoice {
  /** The id of the record, if it is one. */
  readonly id: number | undefined;
  /** As the parameter takes it. */
  readonly value: string;
  readonly name: string;
  /** How many events the list has with it. */
  readonly count: number;
  readonly isChosen: boolean;
  /** The class of its colour, if it has one. */
  readonly color?: string;
  /** The id of the category above it; 0 if there is none. */
  readonly parent?: number;
}

/** The values of a facet that a reader can choose. */
export interface FacetChoices {
  readonly parameter: ChoiceParameter;
  /** The most frequent values first, or all of them; those that are chosen and find nothing come last. */
  readonly choices: readonly FacetChoice[];
  /** How many values there are, with those that are not among the choices. */
  readonly total: number;
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

/** The values of a facet that a form shows before it is asked for all of them. */
const FEW = 12;

/** The facets of a filter form, to be counted with the list: each without the filter on its own values. */
export function filterRequest(call: BareCall, args: ListArgs): FacetRequest {
  // A chosen value may be a rare one.
  const isWhole = wholeFacet(call) !== undefined || choiceParameters.some(name => args[name] !== undefined);
  const facets = choiceParameters.map(parameter => FACETS[parameter].facet);
  return facetRequest({ facets, drill_sideways: true, facet_limit: isWhole ? MAX_FACET_VALUES : FEW }, call)!;
}

/** The counts of a list, of which no event is read. */
export const facetsOf = async (call: BareCall, filter: EventFilter, request: FacetRequest): Promise<Facets> =>
  (
    await atOneVersion(call, source =>
      findEvents(source, filter, call.viewer, { limit: 0, offset: 0 }, request),
    )
  ).facets!;

/** The facet of which the page shows all values. */
export function wholeFacet({ page }: BareCall): ChoiceParameter | undefined {
  return choiceParameters.find(parameter => parameter === page?.query.get('all_values'));
}

/** A number as a slug would be taken for an id. */
function slugOrId({ id, slug }: ChoiceLabel): string {
  return slug && !/^\d+$/.test(slug) ? slug : String(id);
}

export async function readChoices(call: BareCall, args: ListArgs, facets: Facets): Promise<FacetChoices[]> {
  const sent = new Set([...(call.page?.query.keys() ?? [])].map(parameterOf));
  const all: FacetChoices[] = [];
  for (const parameter of choiceParameters) {
    const isFixed = args[parameter] !== undefined && !sent.has(parameter);
    const isWhole = isFixed || wholeFacet(call) === parameter;
    all.push({ parameter, isFixed, ...(await choicesOf(parameter, isWhole, call, args, facets)) });
  }
  return all;
}

async function choicesOf(
  parameter: ChoiceParameter,
  isWhole: boolean,
  call: BareCall,
  args: ListArgs,
  facets: Facets,
): Promise<Pick<FacetChoices, 'choices' | 'total'>> {
  const { facet, valueFor } = FACETS[parameter];
  const { values, total } = facets.get(facet)!;
  const chosen = new Set<string | number>(args[parameter] ?? []);
  const choice = (label: ChoiceLabel, count: number, isChosen: boolean): FacetChoice => ({
    id: label.id,
    value: valueFor(label),
    name: nameOf(parameter, label.name, call),
    ...{ count, isChosen },
    ...(label.category && { color: colorOf(label.category), parent: label.category.parent }),
  });
  const found: FacetChoice[] = [];
  for (const [at, { label, count }] of values.entries()) {
    // One that is chosen is looked up by its id, with what it is called without a name.
    if (hasNoName(label)) continue;
    const isChosen = chosen.size > 0 && chosen.delete(keyOf(parameter, label));
    if (isWhole || isChosen || at < FEW) found.push(choice(label, count, isChosen));
  }
  const others = await labelsOf(parameter, [...chosen], call);
  const choices = [...found, ...others.map(label => choice(label, 0, true))];
  return { choices, total: total + others.length };
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

/** What a choice is called. */
type ChoiceLabel = Pick<FacetLabel, 'id' | 'slug' | 'name' | 'category'>;

/** The labels of chosen values that no event of the list has. A record that the reader may not read has its id alone. */
async function labelsOf(
  parameter: string,
  values: readonly (string | number)[],
  call: BareCall,
): Promise<ChoiceLabel[]> {
  if (values.length === 0) return [];
  const rows = await recordsOf(parameter, values.map(Number), call);
  const labels = new Map(rows.map(row => [row.id, withName(inLanguage(row, call))]));
  const sent = asSent(parameter, call);
  return values.map(value => {
    if (typeof value === 'string') return { name: sent.get(value) ?? value };
    const { slug, name = String(value) } = labels.get(value) ?? {};
    return { id: value, ...(slug && { slug }), name };
  });
}

/** Texts are read without case and accents; people know them as they chose them. */
const asSent = (parameter: string, call: BareCall): ReadonlyMap<string, string> =>
  new Map(
    [...queryOfPage(call)]
      .filter(([name]) => parameterOf(name) === parameter)
      .flatMap(([, sent]) => sent.split(',').map(one => [addressKey(one), one.trim()])),
  );

type RecordLabel = Required<Omit<ChoiceLabel, 'category'>>;

async function recordsOf(
  parameter: string,
  ids: readonly number[],
  call: BareCall,
): Promise<readonly RecordLabel[]> {
  if (parameter === 'categories' || parameter === 'tags') return findTerms(call.db, ids);
  if (parameter !== 'venue' && parameter !== 'organizer') return [];
  const rows = await contactsOf(call, `${parameter}s`, ids);
  return rows
    .filter(contact => mayRead(call.viewer, contact))
    .map(({ slug, ...contact }) => ({ ...contact, slug: slug ?? '' }));
}

const contactsOf = ({ db }: BareCall, table: 'venues' | 'organizers', ids: readonly number[]) =>
  db
    // Both tables have these columns.
    .selectFrom(table as 'venues')
    .select(['id', 'slug', 'name', 'author_id', 'status', 'status_before_trash', 'language', 'translations'])
    .where('id', 'in', ids)
    .execute();
