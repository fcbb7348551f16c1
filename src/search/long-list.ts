import { dialectOf } from '../db/dialect.ts';
import type { EventRecord } from '../events/event.ts';
import { atOneVersion, type RecordSource } from '../read-model/at-one-version.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { findEvents, foundRecords } from './find-events.ts';

/** Events per read: few where the serving thread itself reads the disk, which others would wait for. */
const batchFor = ({ db }: RecordSource): number => (dialectOf(db).isOutOfProcess ? 100 : 50);

/**
 * Reads the events of a list that was found before, in batches at the speed of the reader. What is listed, and in which
 * order, is what was found: no event comes twice, and none that stays is missing. Each batch is asked for again, by the
 * same filter and rights: it shows its events as they are then, and leaves out those that no longer match.
 * @param ids in list order
 */
export async function* recordsOfList(
  source: RecordSource,
  filter: EventFilter,
  viewer: Viewer,
  ids: readonly number[],
): AsyncGenerator<readonly EventRecord[]> {
  const limit = batchFor(source);
  for (let at = 0; at < ids.length; at += limit) {
    const include = ids.slice(at, at + limit);
    yield await atOneVersion(source, async source =>
      foundRecords(
        await findEvents(source, { ...filter, include }, viewer, { offset: 0, limit }),
        source,
        viewer,
      ),
    );
  }
}
