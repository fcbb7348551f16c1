import { sql } from 'kysely';
import { inChunks } from '../db/chunks.ts';
import { dialectOf } from '../db/dialect.ts';
import type { PreparedQuery } from '../db/prepared.ts';
import type { Db, EventRow, TermRow, Untokenized } from '../db/tables.ts';
import type { EventLinkRecords, EventRecord } from '../events/event.ts';
import { shownColumns } from '../events/members.ts';
import { mayOpenAll } from '../events/password.ts';
import { longRead } from '../http/long-read.ts';
import type { ListPage } from '../http/paging.ts';
import { Pacer } from '../lib/pacer.ts';
import { parseSearch } from '../lib/text/search-terms.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { IndexPage } from '../read-model/index/event-index.ts';
import type { IndexQuery } from '../read-model/index/query.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { readableInIndex } from '../records/visible.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import { placesWithin } from './near.ts';
import { containing, type EventFilter } from './sql.ts';

interface PageRange {
  limit: number;
  offset: number;
}

/**
 * The same page as `listEvents` finds, with all that the events show, by the index in memory; undefined where that
 * does not know, and the store has to be asked.
 */
export const findInReadModel = (
  readModel: ReadModel | undefined,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<ListPage<EventRecord> | undefined> =>
  findPageInReadModel(readModel, filter, viewer, range, (readModel, entries, version) =>
    recordsOf(readModel, version, entries, viewer),
  );

/**
 * A page of what `read` gives for the entries that the index finds.
 * @param read undefined where something was committed since: the index is asked again then
 */
export async function findPageInReadModel<Row>(
  readModel: ReadModel | undefined,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
  read: (readModel: ReadModel, entries: readonly IndexEntry[], version: number) => Promise<Row[] | undefined>,
): Promise<ListPage<Row> | undefined> {
  if (!readModel) return undefined;
  for (let tried = 0; tried < TRIES; tried++) {
    if (tried > 0) await readModel.current();
    const { version } = readModel;
    const query = await queryOf(readModel, filter, viewer);
    const page = await findPage(readModel, query, range);
    if (!page) return undefined;
    const rows = await read(readModel, page.entries, version);
    if (rows) return { rows, total: page.total };
  }
  return undefined;
}

/** An event with all that it shows. */
export async function findEventInReadModel(
  readModel: ReadModel | undefined,
  id: number,
  viewer: Viewer,
): Promise<EventRecord | undefined> {
  const entry = readModel?.index?.get(id);
  return entry && (await recordsOf(readModel!, readModel!.version, [entry], viewer))?.[0];
}

/** A page of the index; what it is not sure of is read first, where that is not too much. */
async function findPage(
  readModel: ReadModel,
  query: IndexQuery,
  range: PageRange,
): Promise<IndexPage | undefined> {
  const page = readModel.index?.find(query, range);
  if (!page?.isDoubtful) return page;
  const candidates = readModel.index?.find(query, { offset: 0, limit: MAX_READ });
  if (!candidates || candidates.total > MAX_READ) return undefined;
  const ids = candidates.entries.map(({ id }) => id);
  // A few texts may be long.
  const said = await longRead(readModel.db, db => containing(db, ids, query.words!));
  return readModel.index?.find({ ...query, words: undefined, ids: said }, range);
}

/** Texts that are looked at for one request: where more have to be, the store does. */
const MAX_READ = 1000;

/** Where so many writes come in between, the store is asked. */
const TRIES = 3;

async function queryOf(readModel: ReadModel, filter: EventFilter, viewer: Viewer): Promise<IndexQuery> {
  const { window, categories, tags, featured, near, offered } = filter;
  const { start_date = -Infinity, starts_after = -Infinity, starts_before = Infinity } = window;
  const { end_date = Infinity, ends_before = Infinity, ends_after = -Infinity } = window;
  const venues = [filter.venues && (await readableOf(readModel.venues, filter.venues, viewer))];
  const located = near.located === undefined ? undefined : await locatedOf(readModel, undefined, viewer);
  venues.push(
    near.located ? located : undefined,
    near.point && (await locatedOf(readModel, near.point, viewer)),
  );
  const organizers = [
    filter.organizers && (await readableOf(readModel.organizers, filter.organizers, viewer)),
  ];
  const words = filter.search === undefined ? undefined : parseSearch(filter.search);
  const asks = [
    words && (words.all.length > 0 || words.none.length > 0 || undefined),
    categories,
    tags,
    filter.venues,
    filter.organizers,
    featured,
    near.point,
    near.located,
  ];
  return {
    from: Math.max(start_date, Math.floor(starts_after) + 1),
    before: starts_before,
    endAtMost: Math.min(end_date, Math.ceil(ends_before) - 1),
    endAbove: ends_after,
    // No event is below another one.
    ...readableInIndex(viewer, filter.parent === undefined ? filter.status : []),
    featured,
    ids: filter.include,
    words,
    venues: given(venues),
    organizers: given(organizers),
    terms: given([categories, tags]),
    without: near.located === false ? located : undefined,
    // What a password hides cannot be found out by filtering either.
    locked: asks.some(asked => asked !== undefined) && !mayOpenAll(viewer),
    offered,
  };
}

const given = <T>(items: readonly (T | undefined)[]): T[] => items.filter(item => item !== undefined);

/** The venues with coordinates that the viewer may read, of those around the point where there is one. */
async function locatedOf(
  readModel: ReadModel,
  point: EventFilter['near']['point'],
  viewer: Viewer,
): Promise<number[]> {
  const all = await readModel.places();
  return (point ? placesWithin(all, point) : all).filter(place => mayRead(viewer, place)).map(({ id }) => id);
}

async function readableOf(
  records: ReadModel['venues'] | ReadModel['organizers'],
  ids: readonly number[],
  viewer: Viewer,
): Promise<number[]> {
  const rows = await records.find(ids);
  return ids.filter(id => rows.has(id) && mayRead(viewer, rows.get(id)!));
}

const shownRows = (db: Db) => db.selectFrom('events').select(shownColumns);
const eventRow: PreparedQuery<Untokenized<EventRow>> = db => shownRows(db).where('id', '=', 0);
const eventRows: PreparedQuery<Untokenized<EventRow>> = db =>
  shownRows(db).where(dialectOf(db).among(sql.ref('id'), 0));

/** The events of these entries, as they were at a version; undefined where something was committed since. */
export async function recordsOf(
  readModel: ReadModel,
  version: number,
  entries: readonly IndexEntry[],
  viewer: Viewer,
): Promise<EventRecord[] | undefined> {
  const links = await linksOf(readModel, entries, viewer);
  const rows = entries.length === 0 ? [] : await rowsOf(readModel, version, entries);
  if (rows?.length !== entries.length) return undefined;
  const images = await readModel.images.find(given(rows.map(({ image_id }) => image_id ?? undefined)));
  const byId = new Map(rows.map(row => [row.id, row]));
  return entries.map(({ id }, at) => {
    const row = byId.get(id)!;
    const image = row.image_id === null ? undefined : images.get(row.image_id);
    return Object.assign(row, { image, ...links[at]! });
  });
}

/** Rows that are read at once: the longest texts of so many take some milliseconds. */
const ROWS = 10;

async function rowsOf(
  readModel: ReadModel,
  version: number,
  entries: readonly IndexEntry[],
): Promise<Untokenized<EventRow>[] | undefined> {
  if (entries.length === 1) return readModel.rows(version, eventRow, [entries[0]!.id]);
  const pacer = new Pacer();
  const ids = entries.map(({ id }) => id);
  return inChunks(
    ids,
    async some => {
      await pacer.pause();
      // Where something was committed since, rows are missing.
      return (await readModel.rows(version, eventRows, [readModel.reads.dialect.listOf(some)])) ?? [];
    },
    ROWS,
  );
}

/** The links of each of these entries. */
export async function linksOf(
  readModel: ReadModel,
  entries: readonly IndexEntry[],
  viewer: Viewer,
): Promise<EventLinkRecords[]> {
  const venues = await readModel.venues.findAll(entries.map(entry => entry.venues));
  const organizers = await readModel.organizers.findAll(entries.map(entry => entry.organizers));
  const terms = await readModel.terms.findAll(entries.map(entry => entry.terms));
  return entries.map((_, at) => {
    const own = terms[at]!.sort(byName);
    return {
      venues: venues[at]!.filter(venue => mayRead(viewer, venue)),
      organizers: organizers[at]!.filter(organizer => mayRead(viewer, organizer)),
      categories: own.filter(({ taxonomy }) => taxonomy === 'category'),
      tags: own.filter(({ taxonomy }) => taxonomy === 'tag'),
    };
  });
}

const byName = (a: TermRow, b: TermRow): number => byBytes(a.sort_name, b.sort_name) || a.id - b.id;

/** As the store sorts texts. UTF-16 sorts them so, too, where no character takes two units. */
function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (PAIRS.test(a) || PAIRS.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

const PAIRS = /[\ud800-\udfff]/;
