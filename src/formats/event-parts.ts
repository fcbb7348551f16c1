import { recordsOf } from '../events/cached-records.ts';
import type { EventRecord } from '../events/event.ts';
import type { Pacer } from '../lib/pacer.ts';
import type { RenderedParts } from '../read-model/rendered-events.ts';
import { nameOfView } from '../records/members.ts';
import { foundRecords, type ReadFound } from '../search/find-events.ts';
import type { EventListView, EventPart } from './event-format.ts';
import { isUpToDate } from './rendered-events.ts';

/**
 * Reads events that were found as parts of a document, if anybody may read it: those that were written before and have
 * not changed come from the cache. Others are read as records.
 */
export function readParts(
  { view, isExpanded = false }: EventListView,
  suffix: string,
  write: (event: EventRecord) => EventPart,
  pacer: Pacer,
): ReadFound<EventRecord | EventPart> {
  const name = `${suffix} ${isExpanded} ${nameOfView(view)}`;
  return async (found, { readModel }) => {
    const { version } = found;
    if (!readModel || version === undefined || view.viewer || view.point)
      return foundRecords(found, { readModel }, view.viewer);
    const known = found.entries.map(({ id, hash }) => {
      const kept = hash === null ? readModel.parts.get(id, name) : undefined;
      return isUpToDate(kept, readModel) ? kept : undefined;
    });
    const missing = found.entries.filter((_, at) => !known[at]);
    const records = (await recordsOf(readModel, version, missing, undefined))?.values();
    // A long document is sent for a while, in which nothing else may be asked for.
    if (missing.length === 0) await readModel.recent();
    if (!records || readModel.version !== version) return undefined;
    const parts: EventPart[] = [];
    for (const [at, { id, hash }] of found.entries.entries()) {
      const kept = known[at];
      if (kept) {
        parts.push(kept);
        continue;
      }
      await pacer.pause();
      const record = records.next().value!;
      const part: EventPart & RenderedParts = {
        ...write(record),
        ownState: undefined,
        series: record.series,
      };
      parts.push(part);
      // A protected event differs for readers with its password.
      if (hash === null && readModel.version === version)
        readModel.parts.set(id, name, { ...part, state: undefined, links: readModel.links });
    }
    return parts;
  };
}
