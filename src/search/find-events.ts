import type { PageRange } from '../db/list-page.ts';
import type { Db } from '../db/tables.ts';
import { recordsOf } from '../events/cached-records.ts';
import type { EventRecord } from '../events/event.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { findInIndex } from './find-in-index.ts';
import { findInStore } from './find-in-store.ts';

/** Where events are found: the store, and what this process has read of it. */
export interface EventSource {
  readonly db: Db;
  readonly readModel?: ReadModel | undefined;
}

/** One page of the events that match, by start, and how many match in all. */
export type FoundEvents = { readonly ids: readonly number[]; readonly total: number } & (
  | {
      /** Of the read model: what is shown of the events has to be of this version, too. */
      readonly version: number;
      readonly entries: readonly IndexEntry[];
    }
  | {
      readonly version: undefined;
      /** Read in the same moment of the store. */
      readonly records: readonly EventRecord[];
    }
);

/** The events that match and that the viewer may see: the only way to a list of them. */
export async function findEvents(
  { db, readModel }: EventSource,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<FoundEvents> {
  const version = readModel?.version;
  const page = readModel && (await findInIndex(readModel, filter, viewer, range));
  if (page) {
    const { entries, total } = page;
    return { ids: entries.map(({ id }) => id), total, version: version!, entries };
  }
  const { records, total } = await findInStore(db, filter, viewer, range);
  return { ids: records.map(({ id }) => id), total, version: undefined, records };
}

/** The events that were found, with all that they show; undefined where something was committed since. */
export const foundRecords = async (
  found: FoundEvents,
  { readModel }: Pick<EventSource, 'readModel'>,
  viewer: Viewer,
): Promise<readonly EventRecord[] | undefined> =>
  found.version === undefined ? found.records : recordsOf(readModel!, found.version, found.entries, viewer);

/** Versions that are tried; where so many writes come in between, the store is asked. */
const TRIES = 3;

/**
 * What `read` gives of one version: it is called again while it gives undefined, because something was committed after
 * it had found its events.
 */
export async function atOneVersion<Result>(
  source: EventSource,
  read: (source: EventSource) => Promise<Result | undefined>,
): Promise<Result> {
  for (let tried = 0; source.readModel && tried < TRIES; tried++) {
    if (tried > 0) await source.readModel.current();
    const result = await read(source);
    if (result !== undefined) return result;
  }
  // What the store finds belongs together.
  return (await read({ db: source.db }))!;
}
