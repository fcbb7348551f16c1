import { type SelectQueryBuilder, sql } from 'kysely';
import { type ContactKind, type ContactRow, findAllContacts, tableOf } from '../contacts/store.ts';
import { dialectOf } from '../db/dialect.ts';
import type { ListPage, PageRange } from '../db/list-page.ts';
import { isListed } from '../db/listed.ts';
import { readList } from '../db/long-read.ts';
import type { Db, Status, Tables, WithImage } from '../db/tables.ts';
import type { OperationContext } from '../input/context.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { listRecords, type RecordSource } from '../read-model/record-source.ts';
import { type ContactType, linkColumn, linksOf, totalOf } from '../records/table.ts';
import { type LanguageFilter, languageConditions } from '../records/translations/filters.ts';
import { readable } from '../users/rights.ts';
import { manyVisibleEvents, visibleEvents, visibleInIndex } from '../users/visible.ts';

export interface ContactFilter extends LanguageFilter {
  words: readonly string[];
  event: number | undefined;
  hasEvents: boolean | undefined;
  onlyWithUpcoming: boolean;
  status: readonly Status[] | undefined;
  hasImage?: boolean | undefined;
  /** Of venues only. */
  hasLocation?: boolean | undefined;
  /** The most recently published first if it is undefined. */
  orderBy?: ContactOrder | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** What lists of venues and organizers are sorted by, with the usual direction. */
export const CONTACT_ORDERS = { date: 'desc', modified: 'desc', name: 'asc', events: 'desc' } as const;
type ContactOrder = keyof typeof CONTACT_ORDERS;

type ContactListContext = Pick<OperationContext, 'viewer' | 'now' | 'config'>;

type ContactSource = { type: ContactType };

/** Finds one page of the venues or organizers that the viewer may read, and their total. */
export const findContacts = <Row extends ContactRow>(
  source: RecordSource,
  kind: ContactKind<Row>,
  filter: ContactFilter,
  context: ContactListContext,
  range: PageRange,
): Promise<ListPage<WithImage<Row>>> =>
  listRecords(source, readModel => ({
    ...idsOf(kind, filter, context, range, readModel),
    stored: (db, ids) => findAllContacts(db, kind, ids),
    async cached(readModel, ids) {
      const [found] = await readModel[tableOf(kind)].findAll([ids]);
      // The cache of this table has records of this kind.
      return found as WithImage<ContactRow>[] as WithImage<Row>[];
    },
  }));

/** Finds the ids of one page, which may be long, and the total. */
export function findContactIds(
  { db, readModel }: RecordSource,
  kind: ContactSource,
  filter: ContactFilter,
  context: ContactListContext,
  range: PageRange,
): Promise<{ ids: number[]; total: number }> {
  const { cost, page } = idsOf(kind, filter, context, range, readModel);
  return readList(db, cost, page);
}

function idsOf(
  kind: ContactSource,
  filter: ContactFilter,
  context: ContactListContext,
  range: PageRange,
  readModel: ReadModel | undefined,
) {
  const events = withEventsInIndex(kind, filter, context, readModel);
  return {
    cost: {
      // An event has few venues and organizers.
      tables: filter.event === undefined ? [tableOf(kind)] : [],
      isLong: filter.words.length > 0 || events === undefined || filter.orderBy === 'events',
    },
    async page(db: Db) {
      const known = events ?? (await withEventsInStore(db, kind, filter, context));
      const found = matching(db, kind, filter, known, context);
      return filter.orderBy === 'events'
        ? pageByEvents(found, await eventsOf(db, kind, context), filter, range)
        : pageOf(found, filter, range);
    },
  };
}

/** The ids of records with events that the viewer may read, any or upcoming; undefined if no filter needs them. */
interface WithEvents {
  any?: readonly number[] | undefined;
  upcoming?: readonly number[] | undefined;
}

/** Undefined while the index is still loading; the store must answer then. */
function withEventsInIndex(
  { type }: ContactSource,
  { hasEvents, onlyWithUpcoming }: ContactFilter,
  { viewer, now }: ContactListContext,
  readModel: ReadModel | undefined,
): WithEvents | undefined {
  if (hasEvents === undefined && !onlyWithUpcoming) return {};
  const index = readModel?.index;
  if (!index) return undefined;
  const linked = (upcomingAt: number | undefined) => [
    ...index.linked(`${type}s`, { ...visibleInIndex(viewer), upcomingAt }),
  ];
  return {
    any: hasEvents === undefined ? undefined : linked(undefined),
    upcoming: onlyWithUpcoming ? linked(now) : undefined,
  };
}

/**
 * Finds the same ids by a separate query, which scans the events once. A join with the list might scan them once for
 * each venue when the store has no statistics, as after an import.
 */
async function withEventsInStore(
  db: Db,
  kind: ContactSource,
  { hasEvents, onlyWithUpcoming }: ContactFilter,
  { viewer, now }: ContactListContext,
): Promise<WithEvents> {
  const linked = withLinks(kind, manyVisibleEvents(db, viewer))
    .where(isListed)
    .select(linkedId(kind).as('id'))
    .distinct();
  const upcoming = linked.where('events.hide_from_listings', '=', 0).where('events.end_at', '>=', now);
  const idsOf = async (query: typeof linked) => (await query.execute()).map(({ id }) => id);
  return {
    any: hasEvents === undefined ? undefined : await idsOf(linked),
    upcoming: onlyWithUpcoming ? await idsOf(upcoming) : undefined,
  };
}

const linkedId = (kind: ContactSource) => sql<number>`${sql.ref(`${linksOf(kind)}.${linkColumn(kind)}`)}`;

const withLinks = (kind: ContactSource, events: ReturnType<typeof visibleEvents>) =>
  events.innerJoin(linksOf(kind), `${linksOf(kind)}.event_id`, 'events.id');

type MatchingContacts = SelectQueryBuilder<Tables, 'venues', unknown>;

function matching(
  db: Db,
  kind: ContactSource,
  { status, words, event, hasEvents, hasImage, hasLocation, ...languages }: ContactFilter,
  { any, upcoming }: WithEvents,
  { viewer, config }: ContactListContext,
): MatchingContacts {
  const table = tableOf(kind);
  const { listOf, among } = dialectOf(db);
  const isOf = (ids: readonly number[]) => among(sql.ref('id'), listOf(ids));
  let matching: MatchingContacts = db.selectFrom(table).where(readable(viewer, table));
  if (status) matching = matching.where('status', 'in', status);
  else matching = matching.where('status', '!=', 'trash');
  if (words.length > 0)
    matching = matching.where(dialectOf(db).someItemContains(sql.ref(`${table}.search_text`), words));
  if (hasImage !== undefined) matching = matching.where('image_id', hasImage ? 'is not' : 'is', null);
  if (hasLocation !== undefined)
    matching = matching.where(({ eb, and, not }) => {
      const isLocated = and([eb('geo_lat', 'is not', null), eb('geo_lng', 'is not', null)]);
      return hasLocation ? isLocated : not(isLocated);
    });
  if (event !== undefined) {
    const ofEvent = withLinks(kind, visibleEvents(db, viewer)).where('events.id', '=', event);
    matching = matching.where('id', 'in', ofEvent.select(linkedId(kind).as('id')));
  }
  for (const condition of languageConditions(table, languages, config)) matching = matching.where(condition);
  if (any) matching = matching.where(hasEvents ? isOf(any) : sql<boolean>`not (${isOf(any)})`);
  if (upcoming) matching = matching.where(isOf(upcoming));
  return matching;
}

/** Selects ids only: sorting whole rows would read the texts of all matches. */
async function pageOf(matching: MatchingContacts, filter: ContactFilter, { limit, offset }: PageRange) {
  const { by, direction } = orderOf(filter);
  const ids = await matching
    .select('id')
    .orderBy(COLUMNS[by], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { ids: ids.map(({ id }) => id), total: await totalOf(matching) };
}

const COLUMNS = { date: 'date_at', modified: 'modified_at', name: 'folded_name' } as const;

const orderOf = ({ orderBy = 'date', order }: ContactFilter) => ({
  // The number of events is no column.
  by: orderBy as keyof typeof COLUMNS,
  direction: order ?? CONTACT_ORDERS[orderBy],
});

/** The number of events that the viewer may read, by venue or organizer. */
async function eventsOf(
  db: Db,
  kind: ContactSource,
  { viewer }: ContactListContext,
): Promise<ReadonlyMap<number, number>> {
  const counted = withLinks(kind, manyVisibleEvents(db, viewer))
    .where(isListed)
    .select(linkedId(kind).as('id'))
    .select(eb => eb.fn.countAll<number>().as('events'))
    .groupBy(linkedId(kind));
  return new Map((await counted.execute()).map(({ id, events }) => [id, Number(events)]));
}

/** Those with the same number in the order of their names. */
async function pageByEvents(
  matching: MatchingContacts,
  counts: ReadonlyMap<number, number>,
  filter: ContactFilter,
  { limit, offset }: PageRange,
) {
  const found = await matching.select('id').orderBy('folded_name').orderBy('id').execute();
  const sign = orderOf(filter).direction === 'asc' ? 1 : -1;
  const ids = found.map(({ id }) => id);
  ids.sort((a, b) => sign * ((counts.get(a) ?? 0) - (counts.get(b) ?? 0)));
  return { ids: ids.slice(offset, offset + limit), total: ids.length };
}
