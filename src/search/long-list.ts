import { dialectOf } from '../db/dialect.ts';
import type { EventRecord } from '../events/event.ts';
import { charactersIn } from '../lib/answer-scope.ts';
import { atOneVersion, type RecordSource } from '../read-model/record-source.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import { findEvents, foundRecords } from './find-events.ts';

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
export async function* recordsOfList(
  source: RecordSource,
  filter: EventFilter,
  viewer: Viewer,
  ids: readonly number[],
): AsyncGenerator<readonly EventRecord[]> {
  const most = mostIn(source);
  let limit = FIRST;
  for (let at = 0; at < ids.length; ) {
    const include = ids.slice(at, at + limit);
    at += include.length;
    const records = await atOneVersion(source, async source =>
      foundRecords(
        await findEvents(source, { ...filter, include }, viewer, { offset: 0, limit: include.length }),
        source,
        viewer,
      ),
    );
    yield records;
    const length = charactersIn(records) / Math.max(1, records.length);
    limit = Math.max(1, Math.min(most, 2 * limit, Math.floor(CHARACTERS / length)));
  }
}
