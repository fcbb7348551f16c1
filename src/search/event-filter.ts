import { hashOfferedForList } from '../events/protection.ts';
import type { Language } from '../i18n/language.ts';
import { eventFilterWords as words } from '../i18n/messages.ts';
import { type Arguments, type ArgumentValues, additional, text } from '../input/arguments.ts';
import { type LinkQuery, pagingArguments } from '../input/common-arguments.ts';
import type { Viewer } from '../users/rights.ts';
import type { FacetName, FilterContext, FilterDeclaration } from './filter.ts';
import { filters } from './filters.ts';
import { type EventOrder, orderArguments, readOrder } from './order.ts';

type FilterTable = typeof filters;
type FilterName = keyof FilterTable;
type FilterValue<Filter extends { resolve(...args: never): unknown }> = NonNullable<
  Awaited<ReturnType<Filter['resolve']>>
>;

/** The filter of a list of events: the values of the filters that are set. */
export type EventFilter = { readonly [Name in FilterName]?: FilterValue<FilterTable[Name]> | undefined } & {
  /** Hash of the password that the viewer offers for protected events. */
  readonly offeredHash?: string | undefined;
  /** By start if it is undefined. */
  readonly order?: EventOrder | undefined;
};

type AnyFilter = FilterDeclaration<Arguments, unknown>;

const entries = Object.entries(filters) as [FilterName, AnyFilter][];

const declared = entries.map(([name, filter]) => ({
  ...{ name, filter },
  parameters: Object.keys(filter.arguments) as (keyof ListArgs)[],
}));

const placeOf = new Map<string, number>(
  declared.flatMap(({ parameters }, at) => parameters.map(name => [name, at] as const)),
);

type DeclaredFilter = (typeof declared)[number];

const asked = new WeakMap<ListArgs, readonly DeclaredFilter[]>();

/** The filters that have a value. No other is set, and no other depends on the time. */
function askedIn(args: ListArgs): readonly DeclaredFilter[] {
  return asked.getOrInsertComputed(args, () => filtersOf(args));
}

/** By the parameters: a request has few, and there are many filters. */
function filtersOf(args: ListArgs): DeclaredFilter[] {
  const places = new Set<number>();
  for (const name of Object.keys(args) as (keyof ListArgs)[]) {
    const place = args[name] === undefined ? undefined : placeOf.get(name);
    if (place !== undefined) places.add(place);
  }
  return [...places].sort((a, b) => a - b).map(at => declared[at]!);
}

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

const own = Object.assign({}, ...entries.map(([, { arguments: own }]) => own)) as Together<
  FilterTable[FilterName]['arguments']
>;

const isAddition = ([, { additional }]: [string, Arguments[string]]) => additional !== undefined;
const parameters = Object.entries<Arguments[string]>(own);

/** The parameters of a list of events, in the order of the interface's index; extensions come last. */
export const eventFilters = {
  ...pagingArguments,
  ...(Object.fromEntries([
    ...parameters.filter(parameter => !isAddition(parameter)),
    ...parameters.filter(isAddition),
  ]) as typeof own),
  ...orderArguments,
  password: additional(text(words.password_list)),
};

export type ListArgs = ArgumentValues<typeof eventFilters>;

export async function readFilter(
  args: ListArgs,
  context: FilterContext & { readonly language: Language; readonly textLanguage?: Language | undefined },
): Promise<EventFilter> {
  const filter: Record<string, unknown> = {
    offeredHash: await hashOfferedForList(context.db, args.password),
  };
  for (const { name, filter: one } of askedIn(args)) {
    const resolved = one.resolve(args, context);
    const value = resolved instanceof Promise ? await resolved : resolved;
    if (value !== undefined) filter[name] = value;
  }
  const isLocated = filter.around !== undefined;
  filter.order = readOrder(args, { ...context, isLocated });
  return filter;
}

/** The parameters that come first in links, as they always have; the others follow in the order of the filters. */
const FIRST_IN_LINKS = [
  ...(['start_date', 'end_date', 'search', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'] as const),
  ...(['status', 'post_parent', 'include'] as const),
] satisfies (keyof ListArgs)[];

const IN_LINKS: ReadonlyMap<string, number> = new Map(
  [...new Set([...FIRST_IN_LINKS, ...placeOf.keys()])].map((name, at) => [name, at]),
);
const asInLinks = (one: string, other: string): number => IN_LINKS.get(one)! - IN_LINKS.get(other)!;

/** Links also name the statuses that are listed if none was sent. */
const inEachLink = declared.filter(({ name }) => name === 'status');

export function linkQuery(args: ListArgs, filter: EventFilter, viewer: Viewer): LinkQuery {
  const shown: Record<string, LinkQuery[string]> = {};
  for (const { name, filter: one, parameters } of [...askedIn(args), ...inEachLink]) {
    const own: LinkQuery = one.links(args, filter[name], viewer);
    for (const parameter of parameters) if (own[parameter] !== undefined) shown[parameter] = own[parameter];
  }
  const query: Record<string, LinkQuery[string]> = {};
  for (const name of Object.keys(shown).sort(asInLinks)) query[name] = shown[name];
  // Without the password, the other pages would belong to a different list.
  const { orderby, order, password } = args;
  return Object.assign(query, orderby && { orderby }, order && { order }, { password });
}

export function setFilters(filter: EventFilter): { readonly filter: AnyFilter; readonly value: unknown }[] {
  return declared
    .filter(({ name }) => filter[name] !== undefined)
    .map(one => ({ filter: one.filter, value: filter[one.name] }));
}

const ofFacets: ReadonlyMap<FacetName | undefined, readonly DeclaredFilter[]> = Map.groupBy(
  declared,
  ({ filter }) => filter.facet,
);

/** The filter without those that choose from the values of a facet; the same filter if none of them is set. */
export function withoutFacet(filter: EventFilter, facet: FacetName): EventFilter {
  const own = (ofFacets.get(facet) ?? []).filter(({ name }) => filter[name] !== undefined);
  if (own.length === 0) return filter;
  return { ...filter, ...Object.fromEntries(own.map(({ name }) => [name, undefined])) };
}

/** Whether one of these filters would reveal what a password hides. */
export const reveals = (set: ReturnType<typeof setFilters>): boolean =>
  set.some(({ filter }) => filter.reveals);

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
