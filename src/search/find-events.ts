import type { SelectQueryBuilder } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { PageRange } from '../db/list-page.ts';
import type { Db, Tables } from '../db/tables.ts';
import { recordsOf } from '../events/cached-records.ts';
import type { EventRecord } from '../events/event.ts';
import { withLinks } from '../events/linked.ts';
import { charactersIn } from '../lib/answer-scope.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { atOneVersion, inOrder, type RecordSource } from '../read-model/record-source.ts';
import type { Viewer } from '../users/rights.ts';
import { type EventFilter, withoutFacet } from './event-filter.ts';
import { countFacets, type FacetRequest, type FacetSource, type Facets } from './facets.ts';
import { facetsInIndex } from './facets-in-index.ts';
import { distinctFacetsInStore, facetsInStore } from './facets-in-store.ts';
import { findInIndex } from './find-in-index.ts';
import { orderedIds } from './order-in-store.ts';
import { findByIndex, findByStore } from './read-texts.ts';
import { idsOfSeriesOnce, matching, totalOfList } from './store-conditions.ts';

/** One page of the matching events, ordered by start, and their total; the facets if they were asked for. */
export type FoundEvents = {
  readonly ids: readonly number[];
  readonly total: number;
  readonly facets?: Facets | undefined;
} & (
  | {
      /** The version of the read model; the events must be rendered at the same version. */
      readonly version: number;
      readonly entries: readonly IndexEntry[];
    }
  | {
      readonly version: undefined;
      /** Read in the same snapshot of the store. */
      readonly records: readonly EventRecord[];
    }
);

/** Finds the matching events that the viewer may see. All lists of events come from here. */
export async function findEvents(
  { db, readModel }: RecordSource,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
  request?: FacetRequest,
): Promise<FoundEvents> {
  const count = async (filter: EventFilter, source: (zone: string) => FacetSource) =>
    request && countFacets(source(request.zone), filter, viewer, request);
  const inStore = filter.oneOfSeries ? distinctFacetsInStore : facetsInStore;
  const base = request?.isSideways ? request.names.reduce(withoutFacet, filter) : filter;
  const version = readModel?.version;
  const find = async (readModel: ReadModel, filter: EventFilter) => {
    const page = await findInIndex(readModel, filter, viewer, range);
    const facets = page && (await count(filter, zone => facetsInIndex(readModel, viewer, zone)));
    return page && (facets || !request) ? { page, facets } : undefined;
  };
  const found =
    readModel && (await findByIndex(readModel, filter, viewer, filter => find(readModel, filter), base));
  if (found) {
    const { page, facets } = found;
    const { entries, total } = page;
    return { ids: entries.map(({ id }) => id), total, facets, version: version!, entries };
  }
  const counted = (db: Db, filter: EventFilter) => count(filter, zone => inStore(db, viewer, zone));
  const { records, total, more } = await findInStore(db, filter, viewer, range, counted, base);
  return { ids: records.map(({ id }) => id), total, facets: more, version: undefined, records };
}

/** The ids of one page of the matching events, which may be long, at one version; and their total. */
export async function findEventIds(
  { db, readModel }: RecordSource,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const find = (readModel: ReadModel) =>
    findByIndex(readModel, filter, viewer, filter => findInIndex(readModel, filter, viewer, range));
  const { ids, total } =
    (readModel && (await find(readModel))) ?? (await findIdsInStore(db, filter, viewer, range));
  return { ids, total };
}

/** The found events with all that they show; undefined if something was committed since. */
export const foundRecords = async (
  found: FoundEvents,
  { readModel }: Pick<RecordSource, 'readModel'>,
  viewer: Viewer,
): Promise<readonly EventRecord[] | undefined> =>
  found.version === undefined ? found.records : recordsOf(readModel!, found.version, found.entries, viewer);

/** What a list shows of events that were found; undefined if something was committed since. */
export type ReadFound<Shown> = (
  found: FoundEvents,
  source: RecordSource,
) => Promise<readonly Shown[] | undefined>;

/** The most events of a read: few where the serving thread itself reads the disk, which others would wait for. */
const mostIn = ({ db }: RecordSource): number => (dialectOf(db).isOutOfProcess ? 100 : 50);

/** Events of the first read: the length of their texts is not known yet. */
const FIRST = 10;
/** Characters of the texts that are in memory at once. */
const CHARACTERS = 250_000;

/**
 * Reads the events of a list that was found before, in batches at the speed of the reader. What is listed, and in which
 * order, is what was found: no event comes twice, and none that stays is missing. Each batch is asked for again, by the
 * same filter and rights: it shows its events as they are then, and leaves out those that no longer match.
 * @param ids in list order
 */
export async function* recordsOfList<Shown extends object = EventRecord>(
  source: RecordSource,
  filter: EventFilter,
  viewer: Viewer,
  ids: readonly number[],
  read?: ReadFound<Shown>,
): AsyncGenerator<readonly (EventRecord | Shown)[]> {
  const most = mostIn(source);
  let limit = FIRST;
  for (let at = 0; at < ids.length; ) {
    const include = ids.slice(at, at + limit);
    at += include.length;
    const range = { offset: 0, limit: include.length };
    const records = await atOneVersion<readonly (EventRecord | Shown)[]>(source, async source => {
      const found = await findEvents(source, { ...filter, include }, viewer, range);
      return read ? read(found, source) : foundRecords(found, source, viewer);
    });
    yield records;
    const length = charactersIn(records) / Math.max(1, records.length);
    limit = Math.max(1, Math.min(most, 2 * limit, Math.floor(CHARACTERS / length)));
  }
}

/**
 * One page of the matching events and their total, read in one snapshot of the store.
 * @param also reads more of the same events in the same snapshot
 * @param base see `findByIndex`
 */
const findInStore = <More>(
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
  also: (db: Db, filter: EventFilter) => Promise<More>,
  base: EventFilter = filter,
): Promise<{ records: EventRecord[]; total: number; more: More }> => {
  const find = async (db: Db, filter: EventFilter) => {
    const rows =
      filter.order || filter.oneOfSeries
        ? await rowsOf(db, await idsOfPage(db, filter, viewer, range))
        : await inListOrder(matching(db, filter, viewer).selectAll(), range).execute();
    const [records, total] = [await withLinks(db, rows, viewer), await totalOfList(db, filter, viewer)];
    return { records, total, more: await also(db, filter) };
  };
  return findByStore(db, filter, viewer, find, base);
};

/** The ids of one page, which may be long, and the total. */
const findIdsInStore = (
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<{ ids: number[]; total: number }> =>
  findByStore(db, filter, viewer, async (db, filter) => ({
    ids: await idsOfPage(db, filter, viewer, range),
    total: await totalOfList(db, filter, viewer),
  }));

async function idsOfPage(db: Db, filter: EventFilter, viewer: Viewer, range: PageRange): Promise<number[]> {
  if (filter.order) return orderedIds(db, filter, viewer, range);
  if (filter.oneOfSeries) return idsOfSeriesOnce(db, filter, viewer, range);
  const rows = await inListOrder(matching(db, filter, viewer).select('id'), range).execute();
  return rows.map(({ id }) => id);
}

const inListOrder = <Row>(rows: SelectQueryBuilder<Tables, 'events', Row>, { limit, offset }: PageRange) =>
  rows.orderBy('start_at').orderBy('date_at').orderBy('id').limit(limit).offset(offset);

async function rowsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', ids).execute();
  return inOrder(ids, rows);
}
