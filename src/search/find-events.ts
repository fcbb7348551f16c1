import type { PageRange } from '../db/list-page.ts';
import { recordsOf } from '../events/cached-records.ts';
import type { EventRecord } from '../events/event.ts';
import type { RecordSource } from '../read-model/at-one-version.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { findIdsInIndex, findInIndex } from './find-in-index.ts';
import { findIdsInStore, findInStore } from './find-in-store.ts';

/** One page of the matching events, ordered by start, and their total. */
export type FoundEvents = { readonly ids: readonly number[]; readonly total: number } & (
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

/** The ids of one page of the matching events, which may be long, at one version; and their total. */
export const findEventIds = async (
  { db, readModel }: RecordSource,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<{ readonly items: readonly number[]; readonly total: number }> =>
  (readModel && (await findIdsInIndex(readModel, filter, viewer, range))) ??
  findIdsInStore(db, filter, viewer, range);

/** The found events with all that they show; undefined if something was committed since. */
export const foundRecords = async (
  found: FoundEvents,
  { readModel }: Pick<RecordSource, 'readModel'>,
  viewer: Viewer,
): Promise<readonly EventRecord[] | undefined> =>
  found.version === undefined ? found.records : recordsOf(readModel!, found.version, found.entries, viewer);
