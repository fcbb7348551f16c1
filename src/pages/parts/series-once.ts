import type { BareCall } from '../../http/call.ts';
import { filled } from '../../i18n/say.ts';
import { fallback } from '../../input/arguments.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { type EventFilter, eventFilters, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { pathTo } from '../addresses.ts';
import { countEvents } from '../find-cards.ts';
import { wordsIn } from '../words.ts';
import { formatNumber } from './plural.ts';
import { asQuery, relOf, without, withValues } from './query.ts';

/** The parameter by which a list shows each series once. Lists of pages do, unless it is `0`. */
const PARAMETER = 'hide_subsequent_recurrences';

export const onceArgument = { [PARAMETER]: fallback(eventFilters[PARAMETER], true) } as const;

/** The same for a list whose address does not say it. */
export const ONCE = { [PARAMETER]: true } as const;

/** The filter of a list: where it is of the past, the last date of a series stands for it, else the next one. */
export async function readListFilter(args: ListArgs, call: BareCall): Promise<EventFilter> {
  const filter = await readFilter(args, call);
  return filter.oneOfSeries && args.when?.join() === 'past' ? { ...filter, oneOfSeries: 'last' } : filter;
}

/** The parameter of a feed that begins with the same dates; feeds find the first date of a series, not the last. */
export const onceInFeeds = ({ oneOfSeries }: EventFilter): Readonly<Record<string, string>> =>
  oneOfSeries === 'first' ? { [PARAMETER]: '1' } : {};

/**
 * The link from a list to all dates of its series, and from there back; nothing if each event has one date.
 * @param query the one of the list at the path
 */
export async function datesLink(
  call: BareCall,
  { filter, total }: { readonly filter: EventFilter; readonly total: number },
  path: string,
  query: URLSearchParams,
): Promise<Html> {
  const isOnce = filter.oneOfSeries !== undefined;
  const dates = isOnce ? await countEvents(call, { ...filter, oneOfSeries: undefined }) : Infinity;
  if (dates === total) return NOTHING;
  const words = wordsIn('listPages', call);
  const label = isOnce ? filled(words.all_dates, { count: formatNumber(dates, call.language) }) : words.once;
  const asked = asQuery(isOnce ? withValues(query, PARAMETER, ['0']) : without(query, PARAMETER, 'page'));
  return html`<p class="listing-dates"><a href="${pathTo(call, path)}${asked}"${relOf(asked)}>${label}</a></p>\n`;
}
