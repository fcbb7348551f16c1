import type { EventRow } from '../db/tables.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { MAX_SERIES_TEXT } from '../limits.ts';
import { MAX_DATES } from '../recurrence/rule.ts';
import { datesOf, isSeries, recurrenceOf } from './recurrence.ts';
import { horizonOf } from './times.ts';

/** The texts that each occurrence of a series stores. */
export type SeriesText = 'description' | 'excerpt' | 'translations' | 'search_text';

export const textSizeOf = (series: Pick<EventRow, SeriesText>): number =>
  series.description.length + series.excerpt.length + series.translations.length + series.search_text.length;

/**
 * Refuses a series whose occurrences would store too much together: each has the texts of the series.
 * @throws InvalidValue
 */
export function assertFits(series: EventRow, now: number): void {
  const own = series.description.length + series.excerpt.length;
  const size = own + series.translations.length;
  if (!isSeries(series) || size * MAX_DATES <= MAX_SERIES_TEXT) return;
  const { length } = datesOf(recurrenceOf(series)!, horizonOf(series, now));
  if (size * length <= MAX_SERIES_TEXT) return;
  const max = Math.floor(MAX_SERIES_TEXT / length);
  if (own > max)
    throw new InvalidValue('description', new Refused('expected_shorter_in_series', { count: length, max }));
  throw new InvalidValue(
    'translations',
    new Refused('expected_shorter_translations', { count: length, max }),
  );
}
