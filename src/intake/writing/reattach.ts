import { isException } from '../../db/listed.ts';
import type { Db, EventRow } from '../../db/tables.ts';
import { type EventPatch, lockEventRow } from '../../events/store.ts';
import type { WriteCall } from '../../records/versions/record-change.ts';
import { timesFromSeries, updateOccurrence } from '../../series/occurrence.ts';
import { withLinkIds } from '../../series/occurrences.ts';
import type { Identity } from '../identity.ts';
import { exceptionsOf, type SourceSeries } from '../reading/source-series.ts';

/** Imported exceptions that are plain occurrences at their source by now, unless they were edited here. */
export async function removedExceptions(
  db: Db,
  series: number,
  carried: SourceSeries,
  { base }: Identity,
): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .innerJoin('imported', join =>
      join.onRef('imported.local_id', '=', 'events.id').on('imported.type', '=', 'event'),
    )
    .select(['events.id', 'events.recurrence_id', 'imported.source'])
    .where('series_id', '=', series)
    .where(isException)
    .whereRef('imported.modified_at', '=', 'events.modified_at')
    .execute();
  const exceptions = new Set(exceptionsOf(carried));
  return rows
    .filter(
      ({ source, recurrence_id }) =>
        [`${base}?`, `${base}#`].some(start => source.startsWith(start)) && !exceptions.has(recurrence_id!),
    )
    .map(({ id }) => id);
}

/**
 * Gives occurrences back everything that their series has, and forgets where they came from: their source shows them as
 * part of the series.
 * @param patch what the series was given
 */
export async function reattach(
  db: Db,
  series: EventRow,
  ids: readonly number[],
  { recurrence: _, times: __, search_text: ___, ...patch }: EventPatch,
  context: WriteCall,
): Promise<void> {
  const { status, image_id, password_hash, author_id: author, language, translations } = series;
  const languageState = { language, translations };
  const { venue_ids, organizer_ids, category_ids, tag_ids } = await withLinkIds(db, series);
  const links = { venue_ids, organizer_ids, category_ids, tag_ids };
  for (const id of ids) {
    const row = await lockEventRow(db, id);
    if (row?.series_id !== series.id) continue;
    const times = timesFromSeries(series, row.recurrence_id!);
    const whole = { ...patch, ...links, times, status, image_id, password_hash, author, languageState };
    await updateOccurrence(db, series, row, whole, context);
    await db.deleteFrom('imported').where('type', '=', 'event').where('local_id', '=', id).execute();
  }
}
