import type { ListPage } from '../db/list-page.ts';
import { type ListCost, readList } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import type { ReadModel } from './read-model.ts';

/** The sources of records: the store, and the read model of this process. */
export interface RecordSource {
  readonly db: Db;
  readonly readModel?: ReadModel | undefined;
}

/** Versions of the read model to try; after that many concurrent writes, the store answers. */
const TRIES = 3;

/**
 * Calls `read` so that all it reads has one version. `read` returns undefined if a commit came between its reads, and
 * is then called again.
 */
export async function atOneVersion<Result>(
  source: RecordSource,
  read: (source: RecordSource) => Promise<Result | undefined>,
): Promise<Result> {
  for (let tried = 0; source.readModel && tried < TRIES; tried++) {
    if (tried > 0) await source.readModel.current();
    const result = await read(source);
    if (result !== undefined) return result;
  }
  // The store reads everything in one snapshot.
  return (await read({ db: source.db }))!;
}

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
