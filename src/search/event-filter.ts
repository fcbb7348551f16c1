import { offeredToAll } from '../events/password.ts';
import { type Arguments, type ArgumentValues, additional, text } from '../http/arguments.ts';
import { type LinkQuery, pagingArguments } from '../http/paging.ts';
import { eventFilterWords as words } from '../i18n/events.ts';
import type { Viewer } from '../users/rights.ts';
import type { FilterContext, FilterDeclaration, Period } from './filter.ts';
import { filters } from './filters.ts';

type Filters = typeof filters;
type FilterName = keyof Filters;
type ValueOf<Filter extends { resolve(...args: never): unknown }> = NonNullable<
  Awaited<ReturnType<Filter['resolve']>>
>;

/** Which events a list is about: the values of the filters that are set. */
export type EventFilter = { readonly [Name in FilterName]?: ValueOf<Filters[Name]> | undefined } & {
  /** Hash of the password that the viewer offers for protected events. */
  readonly offered?: string | undefined;
};

type AnyFilter = FilterDeclaration<Arguments, unknown>;

const declared = Object.entries(filters) as [FilterName, AnyFilter][];

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

const own = Object.assign({}, ...declared.map(([, { arguments: own }]) => own)) as Together<
  Filters[FilterName]['arguments']
>;

const isAddition = ([, { additional }]: [string, Arguments[string]]) => additional !== undefined;
const entries = Object.entries<Arguments[string]>(own);

/** The parameters of a list of events, in the order of the interface's index; additions come last. */
export const eventFilters = {
  ...pagingArguments,
  ...(Object.fromEntries([
    ...entries.filter(entry => !isAddition(entry)),
    ...entries.filter(isAddition),
  ]) as typeof own),
  password: additional(text(words.password_list)),
};

type ListArgs = ArgumentValues<typeof eventFilters>;

/** What the parameters of a list ask for. */
export async function readFilter(args: ListArgs, context: FilterContext): Promise<EventFilter> {
  const filter: Record<string, unknown> = { offered: await offeredToAll(context.db, args.password) };
  for (const [name, { resolve }] of declared) {
    const value = resolve(args, context);
    filter[name] = value instanceof Promise ? await value : value;
  }
  return filter;
}

/** The parameters that links have shown first from the beginning; the others follow in the order of the filters. */
const FIRST_IN_LINKS = [
  ...(['start_date', 'end_date', 'search', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'] as const),
  ...(['status', 'post_parent', 'include'] as const),
] satisfies (keyof ListArgs)[];

/** The parameters as links repeat them: every filter, as it was understood. */
export function linkQuery(args: ListArgs, filter: EventFilter, viewer: Viewer): LinkQuery {
  const query: Record<string, LinkQuery[string]> = Object.fromEntries(
    FIRST_IN_LINKS.map(name => [name, undefined]),
  );
  for (const [name, { arguments: own, links }] of declared) {
    const shown: LinkQuery = links(args, filter[name], viewer);
    for (const parameter of Object.keys(own)) query[parameter] = shown[parameter];
  }
  // Without it the other pages would not be those of the same list.
  return { ...query, password: args.password };
}

/** When the parameters mean the same as now; undefined where that changes with the clock. */
export function holdsFor(args: ListArgs, context: FilterContext): Period | undefined {
  const periods = declared.map(([, { holds }]) => holds(args, context));
  if (periods.includes(undefined)) return undefined;
  return {
    since: Math.max(...periods.map(period => period!.since)),
    until: Math.min(...periods.map(period => period!.until)),
  };
}

/** The filters that are set, each with its value. */
export function setFilters(filter: EventFilter): { readonly filter: AnyFilter; readonly value: unknown }[] {
  return declared.flatMap(([name, declaration]) =>
    filter[name] === undefined ? [] : [{ filter: declaration, value: filter[name] }],
  );
}

/** Whether a filter that is set would tell what a password hides. */
export const reveals = (set: ReturnType<typeof setFilters>): boolean =>
  set.some(({ filter }) => filter.reveals);
