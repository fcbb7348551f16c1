import type { BareCall } from '../../http/call.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import { choiceParameters } from './facet-choices.ts';
import { facetField } from './facet-field.ts';
import type { Filtering } from './filtering.ts';
import { parameterOf, queryOfPage } from './query.ts';
import { daysOf } from './span.ts';

/**
 * The form that filters events, without JavaScript. It is beside a list, and folded where that is narrow.
 * @param hasDates whether it chooses dates; a calendar is of some days, and shows every date of a series
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
${hiddenFields(query)}<div class="filters-search">
<label for="filter-search">${words.search}</label>
<input id="filter-search" type="search" name="search" value="${query.get('search') ?? ''}" placeholder="${words.search_hint}" maxlength="500">
<button type="submit" class="button">${words.search}</button>
</div>
<details class="filters-more">
<summary>${words.filters}${chosen.length > 0 && html` <span class="filters-count">${chosen.length}</span>`}</summary>
${
  hasDates &&
  html`<fieldset class="filters-dates">
<legend>${words.dates}</legend>
<label>${words.from} <input type="date" name="from"${attribute('value', from)}></label>
<label>${words.to} <input type="date" name="to"${attribute('value', to)}></label>
</fieldset>
`
}${choices.map(choice => facetField(call, filtering, choice))}${
  hasDates &&
  html`<label class="choice"><input type="checkbox" name="hide_subsequent_recurrences" value="1"${attribute('checked', filter.firstOfSeries === true)}> <span>${words.once}</span></label>
`
}<button type="submit" class="button filters-apply">${words.apply}</button>
</details>
</form>`;
}

/** The parameters that the form has fields for. */
const FIELDS: ReadonlySet<string> = new Set([
  ...choiceParameters,
  ...['search', 'overlaps', 'hide_subsequent_recurrences'],
]);

/** The parameters of the page for which the form has no field stay as they are. */
const hiddenFields = (query: URLSearchParams): Html[] =>
  [...query].flatMap(([name, value]) =>
    FIELDS.has(parameterOf(name)) || name === 'page' || name === 'all_values'
      ? []
      : html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
