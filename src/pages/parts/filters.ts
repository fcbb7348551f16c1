import type { BareCall } from '../../http/call.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import type { EventFilter, ListArgs } from '../../search/event-filter.ts';
import type { Facets } from '../../search/facets.ts';
import { pathTo } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import { type ChosenFilter, chosenFilters } from './chips.ts';
import { daysOf } from './dates.ts';
import {
  type ChoiceParameter,
  choiceParameters,
  type FacetChoice,
  type FacetChoices,
  readChoices,
  wholeFacet,
} from './facet-choices.ts';
import { formatNumber } from './plural.ts';
import { asQuery, parameterOf, queryOfPage, withValues } from './query.ts';

/** What a list is filtered by, and what else could be chosen. */
export interface Filtering {
  /** The path of the page below the language, to which the form leads. */
  readonly path: string;
  readonly filter: EventFilter;
  readonly choices: readonly FacetChoices[];
  readonly chosen: readonly ChosenFilter[];
  readonly all: ChoiceParameter | undefined;
}

interface FilteredList {
  readonly args: ListArgs;
  readonly filter: EventFilter;
  /** As `filterRequest` asks for them. */
  readonly facets: Facets;
  readonly path: string;
}

export async function readFiltering(
  call: BareCall,
  { args, filter, facets, path }: FilteredList,
): Promise<Filtering> {
  const choices = await readChoices(call, args, facets);
  return { path, filter, choices, chosen: chosenFilters(call, filter, choices), all: wholeFacet(call) };
}

/**
 * The form that filters events, without JavaScript. It is beside a list, and one button where that is narrow.
 * @param hasDates whether it chooses dates; a calendar is of some days
 */
export function filterForm(
  call: BareCall,
  filtering: Filtering,
  { hasDates }: { readonly hasDates: boolean } = { hasDates: true },
): Html {
  const { path, filter, choices, chosen } = filtering;
  const words = wordsIn('filterForm', call);
  const { from, to } = daysOf(filter, call.config);
  const query = queryOfPage(call);
  return html`<form class="filters" action="${pathTo(call, path)}" role="search" aria-label="${words.title}">
${hiddenFields(query)}<details class="filters-more">
<summary>${words.title}${chosen.length > 0 && html` <span class="filters-count">${chosen.length}</span>`}</summary>
<div class="filters-search">
<label for="filter-search">${words.search}</label>
<input id="filter-search" type="search" name="search" value="${query.get('search') ?? ''}" placeholder="${words.search_hint}" maxlength="500">
<button type="submit" class="button">${words.search}</button>
</div>
${
  hasDates &&
  html`<fieldset class="filters-dates">
<legend>${words.dates}</legend>
<label>${words.from} <input type="date" name="from"${attribute('value', from)}></label>
<label>${words.to} <input type="date" name="to"${attribute('value', to)}></label>
</fieldset>
`
}${choices.map(choice => facetField(call, filtering, choice))}<button type="submit" class="button filters-apply">${words.apply}</button>
</details>
</form>`;
}

const FIELDS: ReadonlySet<string> = new Set([...choiceParameters, 'search', 'overlaps']);

/** The parameters of the page for which the form has no field stay as they are. */
const hiddenFields = (query: URLSearchParams): Html[] =>
  [...query].flatMap(([name, value]) =>
    FIELDS.has(parameterOf(name)) || name === 'page' || name === 'all_values'
      ? []
      : html`<input type="hidden" name="${name}" value="${value}">\n`,
  );

/** The facets that are not folded. */
const OPEN: ReadonlySet<string> = new Set(['categories']);

/** The values of a facet with their counts; nothing if there is nothing to choose. */
function facetField(
  call: BareCall,
  { path, all }: Pick<Filtering, 'path' | 'all'>,
  { parameter, choices, total, isFixed }: FacetChoices,
): Html {
  const isChosen = choices.some(choice => choice.isChosen);
  if (isFixed || (choices.length < 2 && !isChosen)) return NOTHING;
  const words = wordsIn('filterForm', call);
  const isOpen = isChosen || all === parameter || OPEN.has(parameter);
  const query = withValues(queryOfPage(call), 'all_values', [parameter]);
  const more =
    choices.length < total &&
    html`<p><a href="${pathTo(call, path) + asQuery(query)}" rel="nofollow">${filled(words.all_values, { count: formatNumber(total, call.language) })}</a></p>\n`;
  return html`<details class="facet"${attribute('open', isOpen)}>
<summary>${words[parameter === 'has_language' ? 'language' : parameter]}</summary>
<ul>${choices.map(choice => html`<li>${choiceField(call, parameter, choice)}</li>\n`)}</ul>
${more}</details>
`;
}

const choiceField = (
  call: BareCall,
  parameter: string,
  { value, name, count, isChosen, color }: FacetChoice,
): Html =>
  html`<label class="choice"><input type="checkbox" name="${parameter}[]" value="${value}"${attribute('checked', isChosen)}> <span${attribute('class', color && `hue ${color}`)}${attribute('lang', parameter === 'has_language' ? value : undefined)}>${name}</span> <span class="count">${formatNumber(count, call.language)}</span></label>`;
