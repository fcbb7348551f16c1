import type { Db, EventRow } from '../../db/tables.ts';
import type { EventRecord } from '../../events/event.ts';
import { withLinks } from '../../events/linked.ts';
import { shownRecurrence } from '../../events/series.ts';
import { exceptionDates, occurrenceDates } from '../../events/series-dates.ts';
import { findEventRows } from '../../events/store.ts';
import type { DocumentEvent } from '../../formats/event-format.ts';
import { datesInCalendar, irregularDates } from '../../formats/ical/series-dates.ts';
import type { BareCall } from '../../http/call.ts';
import { mayRead } from '../../users/rights.ts';

/** What the reader of a calendar sees of a series. */
export interface SeriesReader {
  /** Those of its exceptions that the calendar shows; undefined if it shows nothing else of the series. */
  shown(exceptions: readonly number[]): Promise<ReadonlySet<number> | undefined>;
  /** Reads occurrences that it shows, in batches. */
  exceptions(ids: readonly number[]): AsyncIterable<readonly EventRecord[]>;
  /** The same for occurrences that differ from the series in nothing. */
  plain(ids: readonly number[]): AsyncIterable<readonly EventRecord[]>;
}

/**
 * Reads a series for a calendar: the series with its dates, then each occurrence that a calendar has to show by itself.
 * @param series a series that its reader may read
 * @returns whether the series is shown; false if only exceptions are
 */
export async function* seriesInCalendar(
  db: Db,
  series: EventRecord,
  reader: SeriesReader,
): AsyncGenerator<readonly DocumentEvent[], boolean> {
  const recurrence = series.series && shownRecurrence(series.series);
  if (!recurrence) return false;
  const exceptions = await exceptionDates(db, series);
  const shown = await reader.shown(exceptions.map(({ id }) => id));
  if (!shown) return false;
  const occurrences = await occurrenceDates(db, series.id);
  const dates = datesInCalendar(
    series,
    recurrence,
    occurrences.map(({ recurrence_id }) => recurrence_id),
    exceptions.filter(({ id }) => !shown.has(id)).map(({ recurrence_id }) => recurrence_id),
  );
  yield [{ ...series, dates }];
  yield* reader.exceptions([...shown]);
  const differing = new Set(exceptions.map(({ id }) => id));
  const plain = occurrences.filter(({ id }) => !differing.has(id));
  const irregular = new Set(
    irregularDates(
      series,
      recurrence,
      plain.map(({ recurrence_id }) => recurrence_id),
    ),
  );
  yield* reader.plain(plain.filter(one => irregular.has(one.recurrence_id)).map(({ id }) => id));
  return true;
}

/** A series that its reader may read by itself, with all its dates that they may see. */
export async function* readableSeries(
  series: EventRecord,
  { db, viewer }: Pick<BareCall, 'db' | 'viewer'>,
): AsyncGenerator<readonly DocumentEvent[]> {
  /** What is not listed is shown with a series that is not listed itself. */
  const isShown = (row: EventRow) =>
    row.status !== 'trash' && mayRead(viewer, row) && row.hide_from_listings <= series.hide_from_listings;
  async function* read(ids: readonly number[]) {
    for (let at = 0; at < ids.length; at += BATCH) {
      const rows = await findEventRows(db, ids.slice(at, at + BATCH));
      yield await withLinks(db, rows.filter(isShown), viewer);
    }
  }
  yield* seriesInCalendar(db, series, {
    async shown(exceptions) {
      const shown = new Set<number>();
      for (let at = 0; at < exceptions.length; at += BATCH)
        for (const row of await findEventRows(db, exceptions.slice(at, at + BATCH)))
          if (isShown(row)) shown.add(row.id);
      return shown;
    },
    ...{ exceptions: read, plain: read },
  });
}

/** Occurrences per read. */
const BATCH = 50;
