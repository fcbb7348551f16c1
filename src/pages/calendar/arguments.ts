import type { BareCall } from '../../http/call.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { type EventFilter, type ListArgs, readFilter } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';

/**
 * The arguments of a page of the calendar: dates in an address bound it, and need not be exact, because each day is
 * asked for by its instants. A calendar has its own order, and shows every date of a series.
 */
export const calendarArgs = (args: ListArgs, { from, to }: DayRange): ListArgs => ({
  ...args,
  // Filters of the address stay.
  ...{ ends_after: args.ends_after ?? dateOf(from - 1), starts_before: args.starts_before ?? dateOf(to + 1) },
  ...{ orderby: undefined, order: undefined, hide_subsequent_recurrences: undefined },
});

export const calendarFilter = (args: ListArgs, range: DayRange, call: BareCall): Promise<EventFilter> =>
  readFilter(calendarArgs(args, range), call);
