import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { recordsOf } from '../events/cached-records.ts';
import type { EventRecord } from '../events/event.ts';
import { withLinks } from '../events/linked.ts';
import { Pacer } from '../lib/pacer.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { RecordSource } from '../read-model/record-source.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { exactQuery } from './facets-in-index.ts';
import { findByIndex, findByStore } from './read-texts.ts';
import { matching } from './store-conditions.ts';

export type FirstEvents = ReadonlyMap<number, EventRecord>;

/**
 * The first of the matching events at each of these venues, which the viewer may read: what a list with the filter
 * `venue` begins with. Undefined if something was committed meanwhile.
 */
export async function firstAtVenues(
  { db, readModel }: RecordSource,
  filter: EventFilter,
  viewer: Viewer,
  venues: readonly number[],
): Promise<FirstEvents | undefined> {
  const version = readModel?.version;
  const found =
    readModel &&
    (await findByIndex(readModel, filter, viewer, filter => firstInIndex(readModel, filter, viewer, venues)));
  if (!found)
    return findByStore(db, filter, viewer, (db, filter) => firstInStore(db, filter, viewer, venues));
  const entries = [...new Map([...found.values()].map(entry => [entry.id, entry])).values()];
  const records = await recordsOf(readModel, version!, entries, viewer);
  const byId = records && new Map(records.map(record => [record.id, record]));
  return byId && new Map([...found].map(([venue, { id }]) => [venue, byId.get(id)!]));
}

/** Undefined if the index cannot answer. */
async function firstInIndex(
  readModel: ReadModel,
  filter: EventFilter,
  viewer: Viewer,
  venues: readonly number[],
): Promise<Map<number, IndexEntry> | undefined> {
  const exact = await exactQuery(readModel, viewer, { filter, isUnlocked: true });
  const query = exact && { ...exact, oneOfSeries: undefined };
  const first = new Map<number, IndexEntry>();
  const missing = new Set(venues);
  const pacer = new Pacer();
  // Most venues have one of the next events.
  for (let offset = 0; query && missing.size > 0 && offset < WALKED; offset += STEP) {
    await pacer.pause();
    const page = readModel.index?.find(query, { offset, limit: STEP });
    if (!page) return undefined;
    const { entries } = page;
    for (const entry of entries)
      for (const venue of entry.venues) if (missing.delete(venue)) first.set(venue, entry);
    if (entries.length < STEP) return first;
  }
  for (const venue of query ? missing : []) {
    await pacer.pause();
    const page = readModel.index?.find(
      { ...query!, venues: [...query!.venues, [venue]] },
      { offset: 0, limit: 1 },
    );
    if (!page) return undefined;
    const [entry] = page.entries;
    if (entry) first.set(venue, entry);
  }
  return query && first;
}

/** Events that are searched before there is a query for each of the other venues, and venues per query. */
const [WALKED, STEP] = [4000, 500];

async function firstInStore(
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  venues: readonly number[],
): Promise<FirstEvents> {
  const { among, listOf, unindexed } = dialectOf(db);
  const events = matching(db, { ...filter, oneOfSeries: undefined }, viewer, true);
  const { rows: links } = await sql<{ venue_id: number; event_id: number }>`
    select venue_id, event_id from (
      select link.venue_id, link.event_id, row_number() over (
        partition by link.venue_id order by found.start_at, found.date_at, found.id
      ) as rank
      from (${events.select(['id', 'start_at', 'date_at'])}) as found cross join event_venues as link
      where link.event_id = found.id and ${among(unindexed(sql.ref<number>('link.venue_id')), listOf(venues))}
    ) as ranked where rank = 1`.execute(db);
  const ids = [...new Set(links.map(({ event_id }) => Number(event_id)))];
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('events').selectAll().where('id', 'in', ids).execute();
  const byId = new Map((await withLinks(db, rows, viewer)).map(event => [event.id, event]));
  return new Map(links.map(({ venue_id, event_id }) => [Number(venue_id), byId.get(Number(event_id))!]));
}
