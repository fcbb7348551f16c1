import { dialectOf } from '../db/dialect.ts';
import { costClasses, type Db, eventStatuses } from '../db/tables.ts';
import { readEventStatus } from '../events/plain-fields.ts';
import { eventFilterWords as words } from '../i18n/messages.ts';
import type { ErrorKey } from '../i18n/say.ts';
import { type Argument, additional, boolean, fallback, ids, textOrNothing } from '../input/arguments.ts';
import { choices } from '../input/common-arguments.ts';
import { parseSearch } from '../lib/text/search-terms.ts';
import type { TimeBounds } from '../read-model/index/query.ts';
import type { OneOfSeries } from '../read-model/index/series-positions.ts';
import { bitsOfAny, having } from '../read-model/index/traits.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { existingEvent, searchText, statusFilter } from '../records/fields.ts';
import type { ContactType } from '../records/table.ts';
import { languageConditions, languageFilters } from '../records/translations/filters.ts';
import { termIds } from '../terms/filters.ts';
import { cachedDescendants } from '../terms/tree.ts';
import { mayCreate, mayRead, readable, type Viewer } from '../users/rights.ts';
import { hiddenFor, readableInIndex } from '../users/visible.ts';
import { type AddressColumn, atAddress, lines, spellings, venuesAt } from './addresses.ts';
import {
  date,
  FARTHEST,
  number,
  recordIds,
  seriesIds,
  strictDates,
  ticketed,
  windowDate,
} from './arguments.ts';
import { asRead, declareFilter, type FilterContext } from './filter.ts';
import { around, atLocatedVenue, locatedVenues, pointOf } from './located.ts';
import { intervalArgument, intervalHolds, nightBefore, readInterval, showInterval } from './overlaps.ts';
import { mentioning, type TextSearch } from './text.ts';
import { finite, timeConditions, whenNow, whenValues } from './when.ts';
import {
  hasOwnTimes,
  holdsToday,
  readInstant,
  readWindow,
  type WindowContext,
  windowConditions,
  windowHolds,
  windowInIndex,
} from './window.ts';

/** The filter on a line of the address of a readable venue, without case and accents. */
function addressFilter<Name extends string>(
  declared: Record<Name, Argument<string[]>>,
  column: AddressColumn,
) {
  const [name] = Object.keys(declared) as [Name];
  return declareFilter<Record<Name, Argument<string[]>>, string[]>({
    arguments: declared,
    resolve(args, context) {
      const { [name]: folded } = args as Partial<Record<Name, string[]>>;
      return folded && spellings(context, column, folded);
    },
    links: args => args,
    reveals: true,
    facet: column === 'city' ? 'city' : undefined,
    sql: (lines, context) => [atAddress(context, column, lines)],
    index: { query: async (lines, context) => ({ venues: [await venuesAt(context, column, lines)] }) },
  });
}

/** The filter on the venues or organizers of events that the viewer may read. */
function contactFilter<Type extends ContactType>(type: Type, key: ErrorKey) {
  const table = `${type}s` as const;
  return declareFilter<Record<Type, Argument<number[]>>, number[]>({
    arguments: { [type]: recordIds(words[type], type, key) } as Record<Type, Argument<number[]>>,
    resolve: args => (args as unknown as Partial<Record<Type, number[]>>)[type],
    links: args => args,
    reveals: true,
    facet: type,
    sql: (ids, { eb, db, viewer }) => [eb('id', 'in', linked(db, type, ids, viewer))],
    index: {
      query: async (ids, { readModel, viewer }) => ({
        [table]: [await readableContacts(readModel[table], ids, viewer)],
      }),
    },
  });
}

/** A status by its name: nothing is no question, though an event without a status is scheduled. */
const namedStatus = (item: unknown) => (textOrNothing(item)?.trim() ? readEventStatus(item) : undefined);

/** The time at which dates of a filter are read. What depends on it narrows the clock. */
const timeOf = ({ config, clock }: FilterContext): WindowContext => ({ config, now: clock.instant });

/**
 * The filters of a list of events, in the order of the interface's index. This is the only declaration of their
 * parameters, SQL, index queries and links, and of whether they reveal what a password hides.
 */
export const filters = {
  window: declareFilter({
    arguments: {
      start_date: windowDate(words.start_date, 'start_date'),
      end_date: windowDate(words.end_date, 'end_date'),
      starts_before: date(words.starts_before),
      starts_after: date(words.starts_after),
      ends_before: date(words.ends_before),
      ends_after: date(words.ends_after),
      strict_dates: fallback(strictDates, false),
    },
    // Events that are requested by id are found at any date.
    resolve(args, context) {
      if (args.include) return undefined;
      const at = timeOf(context);
      context.clock.narrow(windowHolds(args, args.strict_dates, at));
      return readWindow(args, args.strict_dates, at, hasOwnTimes(args));
    },
    links: ({ strict_dates }, window) => ({ ...window?.shown, strict_dates: strict_dates || undefined }),
    reveals: false,
    facet: undefined,
    sql: ({ at }, context) => windowConditions(context, at),
    index: { query: ({ at }) => windowInIndex(at) },
  }),
  /** The phases of events, which take the place of the default window. */
  when: declareFilter({
    arguments: { when: additional(choices(words.when, whenValues)) },
    resolve: ({ when }, { clock }) => whenNow(when, clock),
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: (bounds, context) => timeConditions(context, bounds),
    index: { query: bounds => bounds },
  }),
  /** Events that run at any time within an interval, which takes the place of the default window. */
  overlaps: declareFilter({
    arguments: {
      overlaps: additional(intervalArgument(words.overlaps)),
      hide_night_before: additional(boolean(words.hide_night_before)),
    },
    resolve({ overlaps, hide_night_before, strict_dates }, context) {
      if (overlaps === undefined) return undefined;
      const at = timeOf(context);
      context.clock.narrow(intervalHolds(overlaps, strict_dates === true, at));
      const { from, before } = readInterval(overlaps, strict_dates === true, at);
      const exceptNight = hide_night_before ? nightBefore(from, context.config) : undefined;
      const bounds: Partial<TimeBounds> = { before, runsFrom: from, exceptNight };
      return { bounds, shown: showInterval({ from, before }, context) };
    },
    links: ({ hide_night_before }, value) => ({ overlaps: value?.shown, hide_night_before }),
    reveals: false,
    facet: undefined,
    sql: ({ bounds }, context) => timeConditions(context, finite(bounds)),
    index: { query: ({ bounds }) => bounds },
  }),
  /** A period within that of the request, for which a page asks itself: a day of a month. */
  period: declareFilter({
    arguments: {},
    resolve: (): Partial<TimeBounds> | undefined => undefined,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: (bounds, context) => timeConditions(context, bounds),
    index: { query: bounds => bounds },
  }),
  modified: declareFilter({
    arguments: { modified_after: additional(date(words.modified_after)) },
    resolve({ modified_after }, context) {
      if (modified_after === undefined) return undefined;
      const at = timeOf(context);
      const readAt = (now: number) => readInstant(modified_after, { ...at, now });
      context.clock.narrow(holdsToday([String(modified_after)], readAt, at));
      return readAt(at.now);
    },
    links: (_, value) => ({ modified_after: value?.shown }),
    reveals: false,
    facet: undefined,
    sql: ({ at }, { eb }) => [eb('modified_at', '>', at)],
    index: { query: ({ at }) => ({ modifiedAbove: at }) },
  }),
  search: declareFilter({
    arguments: {
      search: searchText(words.search, query => {
        const { all, none } = parseSearch(query);
        return [...all, ...none];
      }),
    },
    resolve({ search }): TextSearch | undefined {
      const terms = search === undefined ? undefined : parseSearch(search);
      return terms && terms.all.length + terms.none.length > 0 ? terms : undefined;
    },
    links: asRead,
    reveals: true,
    facet: undefined,
    sql: (search, { db }) => mentioning(db, search),
    index: { query: ({ ids, ...words }) => (ids ? { ids } : { words }) },
  }),
  categories: declareFilter({
    arguments: { categories: termIds('category', words.categories) },
    // Includes descendants. The list may be empty: the categories may have been deleted since the request was read.
    resolve: ({ categories }, context) => categories && cachedDescendants(context, categories),
    links: asRead,
    reveals: true,
    facet: 'categories',
    sql: (terms, { eb, db }) => [terms.length > 0 ? eb('id', 'in', assigned(db, terms)) : eb.lit(false)],
    index: { query: terms => ({ terms: [terms] }) },
  }),
  tags: declareFilter({
    arguments: { tags: termIds('tag', words.tags) },
    resolve: ({ tags }) => tags,
    links: asRead,
    reveals: true,
    facet: 'tags',
    sql: (terms, { eb, db }) => [eb('id', 'in', assigned(db, terms))],
    index: { query: terms => ({ terms: [terms] }) },
  }),
  venues: contactFilter('venue', 'expected_venue_ids'),
  organizers: contactFilter('organizer', 'expected_organizer_ids'),
  featured: declareFilter({
    arguments: { featured: boolean(words.featured) },
    resolve: ({ featured }) => featured,
    links: asRead,
    reveals: true,
    facet: undefined,
    sql: (featured, { eb }) => [eb('featured', '=', Number(featured))],
    index: { query: featured => having({ featured: [featured] }) },
  }),
  /** Events that are pinned, for which the home page asks itself. */
  sticky: declareFilter({
    arguments: {},
    resolve: (): boolean | undefined => undefined,
    links: asRead,
    reveals: true,
    facet: undefined,
    sql: (sticky, { eb }) => [eb('sticky', '=', Number(sticky))],
    index: { query: sticky => having({ sticky: [sticky] }) },
  }),
  virtual: declareFilter({
    arguments: { is_virtual: additional(boolean(words.is_virtual)) },
    resolve: ({ is_virtual }) => is_virtual,
    links: asRead,
    reveals: true,
    facet: undefined,
    sql: (isVirtual, { eb }) => [eb('is_virtual', '=', Number(isVirtual))],
    index: { query: virtual => having({ virtual: [virtual] }) },
  }),
  hasImage: declareFilter({
    arguments: { has_image: additional(boolean(words.has_image)) },
    resolve: ({ has_image }) => has_image,
    links: asRead,
    reveals: true,
    facet: undefined,
    sql: (has, { eb }) => [eb('image_id', has ? 'is not' : 'is', null)],
    index: { query: pictured => having({ pictured: [pictured] }) },
  }),
  authors: declareFilter({
    arguments: { author: additional(ids(words.author)) },
    resolve: ({ author }) => author,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: (authors, { eb }) => [eb('author_id', 'in', authors)],
    index: { query: authors => ({ authors }) },
  }),
  /** Events that are hidden from lists, too, for those who may edit them. `matching` has the SQL. */
  withHidden: declareFilter({
    arguments: { with_hidden: additional(boolean(words.with_hidden)) },
    resolve: ({ with_hidden: isWithHidden }) => isWithHidden || undefined,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: () => [],
    index: { query: (_, { viewer }) => ({ hidden: hiddenFor(viewer) }) },
  }),
  eventStatus: declareFilter({
    arguments: { event_status: additional(choices(words.event_status, eventStatuses, namedStatus)) },
    resolve: ({ event_status }) => event_status,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: (statuses, { eb }) => [eb('event_status', 'in', statuses)],
    index: { query: eventStatus => having({ eventStatus }) },
  }),
  cost: declareFilter({
    arguments: { cost: additional(choices(words.cost, costClasses)) },
    resolve: ({ cost }) => cost,
    links: asRead,
    reveals: true,
    facet: 'cost',
    sql: (classes, { eb, db }) => [eb(dialectOf(db).costClass(eb.ref('cost')), 'in', classes)],
    index: { query: cost => having({ cost }) },
  }),
  hasLanguage: declareFilter({
    arguments: { has_language: languageFilters.has_language },
    resolve: ({ has_language }, { config }) => has_language && { has_language, LANGUAGE: config.LANGUAGE },
    links: asRead,
    reveals: true,
    facet: 'language',
    sql: filter => languageConditions('events', filter, filter),
    index: { query: ({ has_language, LANGUAGE }) => ({ languages: bitsOfAny(has_language, LANGUAGE) }) },
  }),
  missingLanguage: declareFilter({
    arguments: { missing_language: languageFilters.missing_language },
    resolve: ({ missing_language }, { config }) =>
      missing_language && { missing_language, LANGUAGE: config.LANGUAGE },
    links: asRead,
    reveals: true,
    facet: undefined,
    sql: filter => languageConditions('events', filter, filter),
    index: {
      query: ({ missing_language, LANGUAGE }) => ({ lacking: bitsOfAny(missing_language, LANGUAGE) }),
    },
  }),
  city: addressFilter({ city: additional(lines(words.city)) }, 'city'),
  postalCode: addressFilter({ postal_code: additional(lines(words.postal_code)) }, 'zip'),
  country: addressFilter({ country: additional(lines(words.country)) }, 'country'),
  /** Without this filter: all statuses except the trash. */
  status: declareFilter({
    arguments: { status: statusFilter(words.status) },
    resolve: ({ status }) => status,
    links: ({ status }, _, viewer) => ({ status: status ?? (mayCreate(viewer) ? undefined : 'publish') }),
    reveals: false,
    facet: undefined,
    sql: (statuses, { eb }) => [eb('status', 'in', statuses)],
    index: { query: (statuses, { viewer }) => readableInIndex(viewer, statuses) },
  }),
  /** Whether the event is at a venue with coordinates. */
  located: declareFilter({
    arguments: { geoloc: boolean(words.geoloc) },
    resolve: ({ geoloc }, { config }) => (config.GEOLOCATION ? geoloc : undefined),
    links: asRead,
    reveals: true,
    facet: undefined,
    sql: (isLocated, context) => [atLocatedVenue(context, isLocated)],
    index: {
      async query(isLocated, context) {
        const venues = await locatedVenues(context);
        return isLocated ? { venues: [venues] } : { without: venues };
      },
    },
  }),
  around: declareFilter({
    arguments: {
      geoloc_lat: number(words.geoloc_lat, -90, 90, 'expected_latitude'),
      geoloc_lng: number(words.geoloc_lng, -180, 180, 'expected_longitude'),
      geoloc_radius: additional(number(words.geoloc_radius, 0.001, FARTHEST, 'expected_number')),
    },
    resolve: (args, { config }) => pointOf(args, config),
    links: asRead,
    reveals: true,
    facet: undefined,
    sql: (circle, context) => [around(context, circle)],
    index: { query: async (circle, context) => ({ venues: [await locatedVenues(context, circle)] }) },
  }),
  /** The occurrences of series. */
  series: declareFilter({
    arguments: { series: additional(seriesIds(words.series)) },
    resolve: ({ series }) => series,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: (series, { eb, db, viewer }) => [eb('series_id', 'in', readableSeries(db, series, viewer))],
    index: {
      query: async (series, { readModel, viewer }) => ({
        series: await readableContacts(readModel.series, series, viewer),
      }),
    },
  }),
  /** Each series once, at its first or last occurrence that matches all other filters. `matching` has the SQL. */
  oneOfSeries: declareFilter({
    arguments: { hide_subsequent_recurrences: additional(boolean(words.hide_subsequent_recurrences)) },
    resolve: ({ hide_subsequent_recurrences: isOnce }): OneOfSeries | undefined =>
      isOnce ? 'first' : undefined,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: () => [],
    index: { query: oneOfSeries => ({ oneOfSeries }) },
  }),
  include: declareFilter({
    arguments: { include: ids(words.include) },
    resolve: ({ include }) => include,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: (ids, { eb }) => [eb('id', 'in', ids)],
    index: { query: ids => ({ ids }) },
  }),
  /** Events with a parent event, which Almanac does not have. */
  parent: declareFilter({
    arguments: { post_parent: existingEvent(words.post_parent) },
    resolve: ({ post_parent }) => post_parent,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: (_, { eb }) => [eb.lit(false)],
    index: { query: () => ({ ids: [] }) },
  }),
  /** Almanac has no tickets: `true` is refused, and `false` matches every event. */
  ticketed: declareFilter({
    arguments: { ticketed },
    resolve: () => undefined,
    links: asRead,
    reveals: false,
    facet: undefined,
    sql: () => [],
    index: { query: () => ({}) },
  }),
};

const assigned = (db: Db, terms: readonly number[]) =>
  db.selectFrom('event_terms').select('event_id').where('term_id', 'in', terms);

/** Events at these venues or of these organizers, if the viewer may read the venue or organizer. */
function linked(db: Db, type: 'venue' | 'organizer', ids: readonly number[], viewer: Viewer) {
  // The link tables differ only in their names and the name of one column.
  const links = `event_${type}s` as 'event_venues';
  const column = `${type}_id` as 'venue_id';
  const table = `${type}s` as 'venues';
  const readableIds = db.selectFrom(table).select('id').where('id', 'in', ids).where(readable(viewer, table));
  return db.selectFrom(links).select('event_id').where(column, 'in', readableIds);
}

/** The ids of those of these series that the viewer may read. */
const readableSeries = (db: Db, ids: readonly number[], viewer: Viewer) =>
  db
    .selectFrom('events as one')
    .select('one.id')
    .where('one.id', 'in', ids)
    .where('one.recurrence', '!=', '')
    .where(readable(viewer, 'one'));

/** The ids of the venues, organizers or series among these that the viewer may read. */
async function readableContacts(
  records: ReadModel['venues'] | ReadModel['organizers'] | ReadModel['series'],
  ids: readonly number[],
  viewer: Viewer,
): Promise<number[]> {
  const rows = await records.find(ids);
  return ids.filter(id => rows.has(id) && mayRead(viewer, rows.get(id)!));
}
