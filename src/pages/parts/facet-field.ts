import type { BareCall } from '../../http/call.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import type { Choice, FacetChoices } from './facet-choices.ts';
import type { Filtering } from './filtering.ts';
import { numberSaid } from './plural.ts';
import { asQuery, queryOfPage, withValues } from './query.ts';

/** The facets that are not folded. */
const OPEN: ReadonlySet<string> = new Set(['categories']);

/** The values of a facet with their counts; nothing if there is nothing to choose. */
export function facetField(
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
    html`<p><a href="${pathTo(call, path) + asQuery(query)}" rel="nofollow">${filled(words.all_values, { count: numberSaid(total, call.language) })}</a></p>\n`;
  return html`<details class="facet"${attribute('open', isOpen)}>
<summary>${words[parameter === 'has_language' ? 'language' : parameter]}</summary>
<ul>${choices.map(choice => html`<li>${choiceField(call, parameter, choice)}</li>\n`)}</ul>
${more}</details>
`;
}

const choiceField = (call: BareCall, parameter: string, { value, name, count, isChosen }: Choice): Html =>
  html`<label class="choice"><input type="checkbox" name="${parameter}[]" value="${value}"${attribute('checked', isChosen)}> <span${attribute('lang', parameter === 'has_language' ? value : undefined)}>${name}</span> <span class="count">${numberSaid(count, call.language)}</span></label>`;
