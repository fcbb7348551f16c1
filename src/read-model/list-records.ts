import type { ListPage } from '../db/list-page.ts';
import { type ListCost, readList } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import { atOneVersion, type RecordSource } from './at-one-version.ts';
import type { ReadModel } from './read-model.ts';

/** How a list of records is read. */
interface RecordList<Row> {
  readonly cost: ListCost;
  /** The ids of one page, in their order, and the total of the list. */
  page(db: Db): Promise<{ ids: readonly number[]; total: number }>;
  /** The records with these ids, in any order. */
  stored(db: Db, ids: readonly number[]): Promise<Row[]>;
  /** The same records from the caches of the read model, in the order of the ids. */
  cached(readModel: ReadModel, ids: readonly number[]): Promise<Row[]>;
}

/**
 * Reads one page of a list: its ids from the store, and its records from the cache, where their rendered parts are
 * kept. Without a cache the store reads both at once.
 */
export const listRecords = <Row extends { id: number }>(
  source: RecordSource,
  listOf: (readModel: ReadModel | undefined) => RecordList<Row>,
): Promise<ListPage<Row>> =>
  atOneVersion(source, async ({ db, readModel: cache }) => {
    const { cost, page, stored, cached } = listOf(cache);
    const version = cache?.version;
    const { ids, total, rows } = await readList(db, cost, async db => {
      const { ids, total } = await page(db);
      return { ids, total, rows: cache ? undefined : inOrder(ids, await stored(db, ids)) };
    });
    if (rows) return { rows, total };
    const known = await cached(cache!, ids);
    // The ids are those of the last commit, so the caches must be, too.
    await cache!.current();
    return cache!.version === version && known.length === ids.length ? { rows: known, total } : undefined;
  });

/** The records in the order of the ids; those that are missing are left out. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => byId.get(id) ?? []);
}
