import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { longRead, textRead } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { queryOf } from './find-in-index.ts';
import { matching } from './store-conditions.ts';
import { idsMentioning } from './text.ts';

// Without a full-text index, the texts of the events that match all else are read once. The search then finds events by
// the ids of those whose texts match.

/**
 * Finds by the index in memory; undefined if it cannot answer. If texts must be read for that, `find` is called again
 * with the events that match.
 * @param base the filter without those that facets leave out; it finds all events that are needed
 */
export async function findByIndex<Found>(
  readModel: ReadModel,
  filter: EventFilter,
  viewer: Viewer,
  find: (filter: EventFilter) => Promise<Found | undefined>,
  base: EventFilter = filter,
): Promise<Found | undefined> {
  const found = await find(filter);
  if (found !== undefined || !filter.search) return found;
  const read = await withTextsRead(readModel, filter, viewer, base);
  return read && find(read);
}

async function withTextsRead(
  readModel: ReadModel,
  { search, ...filter }: EventFilter,
  viewer: Viewer,
  base: EventFilter,
): Promise<EventFilter | undefined> {
  const { index, version } = readModel;
  if (!index || !search) return undefined;
  const others = { ...base, search: index.hasWords ? search : undefined };
  const query = await queryOf(others, { readModel, viewer });
  const candidates = query && index.candidates(query);
  if (!candidates) return undefined;
  const ids = await textRead(readModel.db, db => idsMentioning(db, candidates.ids, search));
  // After a commit the store answers, in one snapshot: another attempt may meet the next commit.
  return readModel.version === version ? { ...filter, search: { ...search, ids } } : undefined;
}

/** Finds by the store: `find` gets a snapshot, and the filter with the events that match its search there. */
export const findByStore = <Found>(
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  find: (db: Db, filter: EventFilter) => Promise<Found>,
  base: EventFilter = filter,
): Promise<Found> => {
  const { search } = filter;
  if (!search) return longRead(db, db => find(db, filter));
  const id = sql.ref<number>('events.id');
  return textRead(db, async db => {
    const { ids } = await matching(db, { ...base, search: undefined, oneOfSeries: undefined }, viewer, true)
      .select(dialectOf(db).jsonList(id, id).as('ids'))
      .executeTakeFirstOrThrow();
    return find(db, {
      ...filter,
      search: { ...search, ids: await idsMentioning(db, JSON.parse(ids), search) },
    });
  });
};
