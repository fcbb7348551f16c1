import type { BareCall } from '../../http/call.ts';
import { attribute, type Html } from '../../lib/html.ts';
import type { ListArgs } from '../../search/event-filter.ts';

/** The parameters by which a reader chooses when events take place. */
const DATES = [
  ...(['when', 'overlaps', 'start_date', 'end_date'] as const),
  ...(['starts_before', 'starts_after', 'ends_before', 'ends_after', 'include'] as const),
] satisfies (keyof ListArgs)[];

/** Whether a list has the dates of its own. */
export const isDated = (args: ListArgs): boolean => DATES.some(name => args[name] !== undefined);

/** The period of the list. */
export const NOT_OVER = ['ongoing', 'upcoming'] as const satisfies ListArgs['when'];

/** The arguments with the period of the list, unless the reader chose another one. */
export const comingUp = (args: ListArgs): ListArgs => (isDated(args) ? args : { ...args, when: NOT_OVER });

/** The name of a parameter without its brackets: those of `categories[]` and `categories[0]`. */
export const parameterOf = (name: string): string => name.replace(/\[.*$/s, '');

/** The query without some parameters, however they were spelled. */
export const without = (query: URLSearchParams, ...names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => !names.includes(parameterOf(name))));

/** The query with the values of a parameter, at its place; without it if there are none. */
export function withValues(
  query: URLSearchParams,
  name: string,
  values: readonly (string | number)[],
): URLSearchParams {
  const others = [...without(query, 'page', 'all_values')];
  const at = others.findIndex(([sent]) => parameterOf(sent) === name);
  const own: [string, string][] = values.length > 0 ? [[name, values.join(',')]] : [];
  const next = others.filter(([sent]) => parameterOf(sent) !== name);
  return new URLSearchParams(next.toSpliced(at < 0 ? next.length : at, 0, ...own));
}

/** `?search=jazz`, or nothing. Commas stay readable. */
export const asQuery = (query: URLSearchParams): string =>
  query.size > 0 ? `?${String(query).replaceAll('%2C', ',')}` : '';

export const queryOfPage = ({ page }: Pick<BareCall, 'page'>): URLSearchParams =>
  page?.query ?? new URLSearchParams();

/** Whether a page has its own address: no filter, but possibly the number of a page. Others are not for search engines. */
export const isPlain = (call: Pick<BareCall, 'page'>): boolean => isPlainQuery(queryOfPage(call));

const isPlainQuery = (query: URLSearchParams): boolean => [...query.keys()].every(name => name === 'page');

/** Matches the query of a link that has another parameter than the number of a page. */
const FILTERED = /(?:^|&)(?!page=)[^&]/;

/**
 * The `rel` of a link. Robots do not follow one to a page with filters: each combination would be another address.
 * @param own what the link is besides
 */
export function relOf(href: string, ...own: readonly (string | false)[]): Html {
  const at = href.indexOf('?');
  const isFiltered = at >= 0 && FILTERED.test(href.slice(at + 1));
  const all = new Set([...own, isFiltered && 'nofollow'].filter(name => name !== false));
  return attribute('rel', all.size > 0 ? [...all].join(' ') : undefined);
}

/** Parameters that say how a list is shown, not what is in it. */
export const SHAPING = [
  'page',
  'per_page',
  'orderby',
  'order',
  'strict_dates',
  'hide_subsequent_recurrences',
  'password',
  'all_values',
] as const;
