import type { BareCall } from '../../http/call.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { type EventFilter, type ListArgs, readFilter } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { chips } from '../parts/chips.ts';
import { facetsOf, filterRequest } from '../parts/facet-choices.ts';
import { type Filtering, filterForm, readFiltering } from '../parts/filters.ts';
import { periodOf } from './days.ts';
import type { FoundDays } from './find-days.ts';

interface FilteredDays {
  readonly filter: EventFilter;
  readonly days: DayRange;
  /** Of the page below the language. */
  readonly path: string;
  /** What is shown with the colours of categories alone; cards name them. */
  readonly found?: FoundDays;
}

/**
 * The filters of a calendar, with their counts on its days, and which colour stands for which category. They are folded,
 * since a month takes the whole width.
 */
export async function calendarFilterForm(
  call: BareCall,
  args: ListArgs,
  { filter, days, path, found }: FilteredDays,
): Promise<{ readonly form: Html; readonly legend: Html }> {
  const within = { ...filter, period: periodOf(days, call.config) };
  const facets = await facetsOf(call, within, filterRequest(call, args));
  const filtering = await readFiltering(call, { args, filter, facets, path });
  const form = html`${filterForm(call, filtering, { hasDates: false })}
${chips(call, path, filtering.chosen)}`;
  return { form, legend: found ? legendOf(filtering, found) : NOTHING };
}

/** Categories of which events are shown in their colour. What has the colour of the category above it goes without saying. */
function legendOf({ choices }: Filtering, { days, entries }: FoundDays): Html {
  const ids = new Set(days.flatMap(({ spans }) => spans.map(({ id }) => id)));
  const shown = [...ids].map(id => entries.get(id)![0]).join();
  const used = choices.flatMap(({ choices: all }) =>
    all.filter(({ color }) => color && shown.includes(`"entry ${color}`)),
  );
  const named = used.filter(
    ({ parent, color }) => !used.some(above => above.id === parent && above.color === color),
  );
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
