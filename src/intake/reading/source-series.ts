import type { Times } from '../../events/times.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { firstDate } from '../../recurrence/expand.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
import type { DictatedOccurrences } from '../../series/dictated.ts';
import { columnOf, horizonOf, zoneOf } from '../../series/recurrence.ts';
import { calendarKey, type Identity } from '../identity.ts';
import { keptId } from '../imported.ts';
import { because, becauseOf } from '../reason.ts';
import type { ImportRun } from '../run.ts';
import type { ReadRecord } from './read-record.ts';
import { instantOf, wallOf } from './read-times.ts';
import { idOf, textOf, textsIn } from './values.ts';

/** The series that a record is, with its occurrences at the source. */
export interface SourceSeries {
  /** Lines of RFC 5545. */
  readonly recurrence: readonly string[];
  readonly occurrences: readonly ListedOccurrence[];
  readonly vanished: readonly ListedOccurrence[];
  /** How many dates it has, where its occurrences are not listed. */
  readonly size?: number | undefined;
  /** The series that this one continues from a date on, whose occurrences it takes over. */
  readonly splits?: { readonly series: Identity; readonly date: string };
}

interface ListedOccurrence {
  readonly date: string;
  readonly id: number | undefined;
  /** What does not follow from the series. */
  readonly more: JsonObject;
}

/** The series that a record of an export or of another Almanac is; undefined for all others. */
export function sourceSeries(record: JsonObject): SourceSeries | undefined {
  const { series, recurrence_id, almanac } = record;
  const extras = isObject(almanac) ? almanac : {};
  const isOwn = isObject(series) && idOf(series.id) === idOf(record.id);
  const recurrence = textsIn(extras.recurrence ?? record.recurrence).filter(text => text !== '');
  if (!isOwn || recurrence_id !== null || recurrence.length === 0) return undefined;
  return {
    recurrence,
    occurrences: occurrencesIn(extras.occurrences),
    vanished: occurrencesIn(extras.vanished),
  };
}

const occurrencesIn = (value: unknown): ListedOccurrence[] =>
  Array.isArray(value)
    ? value.flatMap(item => {
        const [written, id, more]: unknown[] = Array.isArray(item) ? item : [];
        const date = wallOf(written);
        return date === undefined ? [] : [{ date, id: idOf(id), more: isObject(more) ? more : {} }];
      })
    : [];

/** The dates of a series whose occurrences have records of their own. */
export const exceptionsOf = ({ occurrences }: SourceSeries): string[] =>
  occurrences.flatMap(({ date, more }) => (more.is_exception === true ? date : []));

/** The occurrences in the form of the stores. */
export function dictatedOccurrences(
  { options }: ImportRun,
  { occurrences, vanished }: SourceSeries,
  identity: Identity,
  modified_at: number,
): DictatedOccurrences {
  return {
    live: new Map(
      occurrences.map(({ date, id, more }) => [
        date,
        {
          id: keptId(options, id),
          tail: /^\d{4}-\d\d-\d\d(\/[1-9]\d{0,3})?$/.exec(textOf(more.place))?.[0],
          modified_at: instantOf(more.modified_utc) ?? modified_at,
          sequence: idOf(more.sequence) ?? (more.sequence === 0 ? 0 : undefined),
        },
      ]),
    ),
    vanished: new Map(
      vanished.flatMap(({ date, id }) => {
        const kept = keptId(options, id);
        return kept === undefined ? [] : [[date, kept] as const];
      }),
    ),
    source: `${identity.base}?id=`,
  };
}

/** The times and the recurrence of a series in the form of the stores. */
export function readRecurrence(
  record: JsonObject,
  { recurrence }: SourceSeries,
  read: Times,
  now: number,
): ReadRecord<{ times: Times; recurrence: string }> {
  // The first date of a rule is what the rule says, even where the clocks skip it.
  const [start_date, end_date] = [wallOf(record.start_date), wallOf(record.end_date)];
  const isOrdered = start_date !== undefined && end_date !== undefined && start_date <= end_date;
  const times = { ...read, ...(isOrdered && { start_date, end_date }) };
  const allDay = times.all_day === 1;
  const parsed = parseRecurrence(recurrence, {
    ...{ start: times.start_date, allDay, zone: zoneOf(times), horizon: horizonOf(times, now) },
  });
  if (parsed instanceof RecurrenceProblem)
    return { refused: because('rule_unread', { why: becauseOf(parsed) }) };
  if (firstDate(parsed, times.start_date) !== times.start_date) return { refused: because('off_rule') };
  const column = columnOf({ start: times.start_date, recurrence: parsed }, allDay);
  return { patch: { times, recurrence: column }, notes: [] };
}

/** The place of an occurrence in its series. */
export interface SourceOccurrence {
  readonly series: Identity;
  readonly date: string;
  /** The names of the members that were its own at the source. */
  readonly own: readonly string[];
  /** The series no longer has this date; if it returns, so does the occurrence. */
  readonly hasVanished: boolean;
  readonly id: number | undefined;
}

/** The place of an occurrence of an export or of another Almanac in its series; undefined for all other records. */
export function sourceOccurrence(
  { id, series, recurrence_id }: JsonObject,
  extras: JsonObject,
  { base }: Identity,
): SourceOccurrence | undefined {
  const date = wallOf(recurrence_id);
  const of = isObject(series) ? idOf(series.id) : undefined;
  if (date === undefined || of === undefined || of === idOf(id)) return undefined;
  return {
    ...{ series: { base, key: `${base}?id=${of}` }, date, id: idOf(id) },
    own: Array.isArray(extras.own_members) ? extras.own_members.map(textOf) : [],
    hasVanished: extras.is_vanished === true,
  };
}

/** The series that a record of a calendar is; undefined for all others. */
export function seriesIn({ series }: JsonObject, { base }: Identity): SourceSeries | undefined {
  if (!isObject(series)) return undefined;
  const { recurrence, exceptions, splits } = series;
  const at = isObject(splits) && wallOf(splits.date);
  return {
    recurrence: textsIn(recurrence),
    occurrences: textsIn(exceptions).map(date => ({ date, id: undefined, more: { is_exception: true } })),
    vanished: [],
    size: idOf(series.size),
    ...(isObject(splits) &&
      at && { splits: { series: { base, key: calendarKey(base, textOf(splits.series)) }, date: at } }),
  };
}

/** The place of an occurrence of a calendar in its series; undefined for all other records. */
export function occurrenceIn({ occurrence }: JsonObject, { base }: Identity): SourceOccurrence | undefined {
  const date = isObject(occurrence) ? wallOf(occurrence.date) : undefined;
  if (!isObject(occurrence) || date === undefined) return undefined;
  const series = { base, key: textOf(occurrence.source) };
  return { series, date, own: [], hasVanished: false, id: undefined };
}
