import type { Language } from '../i18n/language.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import type { SeriesRecord } from '../read-model/series.ts';
import { recurrenceLines } from '../recurrence/lines.ts';
import { parseRecurrence } from '../recurrence/parse.ts';
import { RecurrenceProblem } from '../recurrence/problem.ts';
import type { Recurrence } from '../recurrence/rule.ts';
import { recurrenceText } from '../recurrence/text/sentence.ts';

const known = new WeakMemo<Recurrence | RecurrenceProblem>();

/**
 * When the occurrences of a series take place: its recurrence, without the dates of occurrences in the trash. Undefined
 * if what is stored cannot be read.
 */
export function shownRecurrence(series: SeriesRecord): Recurrence | undefined {
  const found = known.of(series, 'recurrence', () => {
    const { recurrence, start_date: start, all_day, timezone: zone, trashed } = series;
    // The horizon keeps dates that are stored from being counted again.
    const parsed = parseRecurrence(recurrence, { start, allDay: all_day === 1, zone, horizon: start });
    if (parsed instanceof RecurrenceProblem || trashed.length === 0) return parsed;
    return { ...parsed, excluded: [...new Set([...parsed.excluded, ...trashed])].sort() };
  });
  return found instanceof RecurrenceProblem ? undefined : found;
}

const lines = new WeakMemo<readonly string[]>();

/** The lines of `shownRecurrence`. */
export const shownLines = (series: SeriesRecord): readonly string[] =>
  lines.of(series, 'lines', () => {
    const shown = series.trashed.length === 0 ? undefined : shownRecurrence(series);
    return shown ? recurrenceLines(shown, { allDay: series.all_day === 1 }) : series.recurrence.split('\n');
  });

const sentences = new WeakMemo<string>();

/** When a series takes place, as a sentence; undefined if what is stored cannot be read. */
export function sentenceOf(series: SeriesRecord, language: Language): string | undefined {
  const shown = shownRecurrence(series);
  const { start_date: start, all_day } = series;
  return (
    shown &&
    sentences.of(series, language, () => recurrenceText(shown, { start, allDay: all_day === 1 }, language))
  );
}
