import type { BareCall } from '../../http/call.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import { pathTo } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import { daysOf, formatSpan } from './dates.ts';
import { choiceParameters, type FacetChoices } from './facet-choices.ts';
import { asQuery, NOT_OVER, parameterOf, queryOfPage, relOf, SHAPING, without, withValues } from './query.ts';

/** A filter that a reader has chosen, and the query without it. */
export interface ChosenFilter {
  readonly name: string;
  readonly without: URLSearchParams;
}

/** The filters that a reader has chosen, in the order of the form. */
export function chosenFilters(
  call: BareCall,
  filter: EventFilter,
  choices: readonly FacetChoices[],
): ChosenFilter[] {
  const query = queryOfPage(call);
  const others = new Set([...query.keys()].map(parameterOf));
  for (const name of [...choiceParameters, ...SHAPING]) others.delete(name);
  // It belongs to the days that are chosen.
  others.delete(OF_DAYS);
  // Lists show what is not over anyway.
  if (valuesOf(query, 'when') === NOT_OVER.join()) others.delete('when');
  return [
    ...[...others].map(name => ({
      name: nameOf(name, valuesOf(query, name), call, filter),
      without: without(query, name, 'page', 'all_values', ...(name === 'overlaps' ? [OF_DAYS] : [])),
    })),
    ...choices.flatMap(choice => (choice.isFixed ? [] : ofFacet(query, choice))),
  ];
}

const OF_DAYS = 'hide_night_before';

const valuesOf = (query: URLSearchParams, name: string): string =>
  [...query].flatMap(([sent, value]) => (parameterOf(sent) === name ? value : [])).join(', ');

/** Each chosen value of a facet is a filter of its own. */
function ofFacet(query: URLSearchParams, { parameter, choices }: FacetChoices): ChosenFilter[] {
  const chosen = choices.filter(({ isChosen }) => isChosen);
  return chosen.map(one => ({
    name: one.name,
    without: withValues(
      query,
      parameter,
      chosen.filter(other => other !== one).map(({ value }) => value),
    ),
  }));
}

function nameOf(name: string, value: string, call: BareCall, filter: EventFilter): string {
  const words = wordsIn('filterForm', call);
  switch (name) {
    case 'search':
      return filled(words.searched, { value });
    case 'overlaps':
      return formatSpan(daysOf(filter, call.config), call);
    case 'featured':
      return words.featured;
    case 'is_virtual':
      return filter.virtual ? words.online : words.not_online;
    case 'when':
    case 'event_status':
      return value
        .split(/[\s,]+/)
        .map(one => ({ ...calendar(call), ...words })[one] ?? one)
        .join(', ');
    default:
      return filled(calendarWords.because[call.language], { name, value });
  }
}

const calendar = ({ language }: BareCall): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(calendarWords).map(([key, texts]) => [key, texts[language]]));

/** The most links, each of which repeats all other choices. */
const MOST = 50;

/** Links that remove the chosen filters, one by one or all of them; nothing if there are none. */
export function chips(call: BareCall, path: string, chosen: readonly ChosenFilter[]): Html {
  if (chosen.length === 0) return NOTHING;
  const words = wordsIn('filterForm', call);
  const href = (query: URLSearchParams) => pathTo(call, path) + asQuery(query);
  return html`<ul class="chips" aria-label="${words.chosen}">
${chosen
  .slice(0, MOST)
  .map(
    one =>
      html`<li><a class="chip" href="${href(one.without)}"${relOf(href(one.without))} aria-label="${filled(words.remove, { value: one.name })}">${one.name}</a></li>\n`,
  )}${chosen.length > 1 && html`<li><a class="chip-all" href="${pathTo(call, path)}">${words.clear}</a></li>`}</ul>`;
}
