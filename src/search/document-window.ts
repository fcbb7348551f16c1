import type { ListArgs } from './event-filter.ts';
import type { FilterContext } from './filter.ts';
import { filters } from './filters.ts';

const DAYS_BACK = 30;
const MONTHS_AHEAD = 24;

/** The parameters that replace the window of a document, or a bound of it. */
const BOUNDS = [...Object.keys(filters.window.arguments), 'when', 'overlaps'].filter(
  name => name !== 'strict_dates',
) as (keyof ListArgs)[];

/**
 * The arguments of a document with its default window: events that run at any time from thirty days ago to two years
 * ahead, in the time zone of the site. A sent date replaces the window, as in a list; only a list that has an end, but
 * no beginning, begins thirty days ago as well.
 */
export function withDocumentWindow(args: ListArgs, { clock }: Pick<FilterContext, 'clock'>): ListArgs {
  if (args.include) return args;
  const today = Temporal.PlainDate.from(clock.today());
  const first = today.subtract({ days: DAYS_BACK });
  const sent = BOUNDS.filter(name => args[name] !== undefined);
  if (sent.length === 0) {
    const last = today.add({ months: MONTHS_AHEAD });
    // Both are whole days: events that end after the day before, and start before the end of the last day.
    const window = { ends_after: String(first.subtract({ days: 1 })), starts_before: String(last) };
    return { ...args, ...window, strict_dates: false };
  }
  return sent.length === 1 && sent[0] === 'end_date' ? { ...args, start_date: String(first) } : args;
}
