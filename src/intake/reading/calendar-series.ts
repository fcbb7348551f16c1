import { isObject, type JsonObject } from '../../lib/objects.ts';
import { calendarKey, type Identity } from '../identity.ts';
import { wallOf } from './read-times.ts';
import type { CarriedOccurrence } from './source-occurrence.ts';
import type { CarriedSeries } from './source-series.ts';
import { idOf, textOf } from './values.ts';

/** The series that a record of a calendar is; undefined for all others. */
export function seriesIn({ series }: JsonObject, { base }: Identity): CarriedSeries | undefined {
  if (!isObject(series)) return undefined;
  const { recurrence, exceptions, splits } = series;
  const at = isObject(splits) && wallOf(splits.date);
  return {
    recurrence: listOf(recurrence),
    occurrences: listOf(exceptions).map(date => ({ date, id: undefined, more: { is_exception: true } })),
    vanished: [],
    size: idOf(series.size),
    ...(isObject(splits) &&
      at && { splits: { series: { base, key: calendarKey(base, textOf(splits.series)) }, date: at } }),
  };
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** The place of an occurrence of a calendar in its series; undefined for all other records. */
export function occurrenceIn({ occurrence }: JsonObject, { base }: Identity): CarriedOccurrence | undefined {
  const date = isObject(occurrence) ? wallOf(occurrence.date) : undefined;
  if (!isObject(occurrence) || date === undefined) return undefined;
  const series = { base, key: textOf(occurrence.source) };
  return { series, date, own: [], hasVanished: false, id: undefined };
}
