import type { BareCall } from '../../http/call.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { type EventFilter, type ListArgs, readFilter } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { chips } from '../parts/chips.ts';
import { facetsOf, filterRequest } from '../parts/facet-choices.ts';
import { type Filtering, filterForm, readFiltering } from '../parts/filters.ts';
import { wordsIn } from '../words.ts';
import { periodOf } from './days.ts';

/**
 * The filters of a calendar, with their counts on its days. They are folded, since a month takes the whole width.
 * @param path of the page below the language
 */
export async function calendarFilterForm(
  call: BareCall,
  args: ListArgs,
  filter: EventFilter,
  days: DayRange,
  path: string,
): Promise<Html> {
  const within = { ...filter, period: periodOf(days, call.config) };
  const facets = await facetsOf(call, within, filterRequest(call, args));
  const filtering = await readFiltering(call, { args, filter, facets, path });
  return html`<details class="calendar-filters">
<summary>${wordsIn('filterForm', call).title}</summary>
${filterForm(call, filtering, { hasDates: false })}
</details>
${chips(call, path, filtering.chosen)}
${legendOf(filtering)}`;
}

/** Which colour stands for which category. */
function legendOf({ choices: all }: Filtering): Html {
  const named = all.flatMap(({ choices }) => choices.filter(({ color }) => color !== undefined));
  return named.length === 0
    ? NOTHING
    : html`<ul class="legend">${named.map(({ name, color }) => html`<li class="hue ${color}">${name}</li>`)}</ul>
`;
}

/**
 * The arguments of a page of the calendar: dates in an address bound it, and need not be exact, because each day is
 * asked for by its instants. A calendar has its own order, and shows every date of a series.
 */
const calendarArgs = (args: ListArgs, { from, to }: DayRange): ListArgs => ({
  ...args,
  // Filters of the address stay.
  ...{ ends_after: args.ends_after ?? dateOf(from - 1), starts_before: args.starts_before ?? dateOf(to + 1) },
  ...{ orderby: undefined, order: undefined, hide_subsequent_recurrences: undefined },
});

export const calendarFilter = (args: ListArgs, range: DayRange, call: BareCall): Promise<EventFilter> =>
  readFilter(calendarArgs(args, range), call);
