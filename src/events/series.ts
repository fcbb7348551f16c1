import { type PreparedQuery, rowsOf as preparedRows, readsThrough } from '../db/prepared.ts';
import type { Db, EventRow } from '../db/tables.ts';
import type { Language } from '../i18n/language.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import {
  comingOccurrences,
  followingOccurrences,
  type NextOccurrence,
  type SeriesRecord,
  seriesRows,
  withOccurrences,
} from '../read-model/series.ts';
import { expand } from '../recurrence/expand.ts';
import { recurrenceLines } from '../recurrence/lines.ts';
import { parseRecurrence } from '../recurrence/parse.ts';
import { RecurrenceProblem } from '../recurrence/problem.ts';
import { MAX_DATES, type Recurrence, type Rule } from '../recurrence/rule.ts';
import { recurrenceText, shortRuleText } from '../recurrence/text/sentence.ts';
import { mayRead, type Viewer } from '../users/rights.ts';

/** The series of an event, if it has one that the viewer may read. */
export interface SeriesLinks {
  readonly series?: SeriesRecord;
  /** The occurrence that follows; for the series itself the first one that has not ended. */
  readonly next?: NextOccurrence | undefined;
}

type SeriesColumns = Pick<EventRow, 'id' | 'series_id' | 'recurrence'>;

/** Where series are read; `rows` gives undefined after a commit. */
interface SeriesSource {
  find(ids: readonly number[]): Promise<ReadonlyMap<number, SeriesRecord>>;
  rows<Row>(query: PreparedQuery<Row>, parameters: readonly unknown[]): Promise<Row[] | undefined>;
  listOf(ids: readonly number[]): unknown;
}

/** The series of each of these events that has one, by the ids of the events. */
export const seriesInStore = async (
  db: Db,
  events: readonly SeriesColumns[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, SeriesLinks>> => {
  const { dialect } = readsThrough(db);
  const rows = <Row>(query: PreparedQuery<Row>, parameters: readonly unknown[]) =>
    preparedRows(db, query, parameters);
  return (await seriesOf(events, viewer, {
    rows,
    listOf: dialect.listOf,
    async find(ids) {
      const found = await withOccurrences({ dialect, rows }, await rows(seriesRows, [dialect.listOf(ids)]));
      return new Map(found.map(series => [series.id, series]));
    },
  }))!;
};

/** The same from the read model at a version; undefined if a commit came since. */
export const seriesInReadModel = (
  readModel: ReadModel,
  version: number,
  events: readonly SeriesColumns[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, SeriesLinks> | undefined> =>
  seriesOf(events, viewer, {
    find: async ids => readModel.series.find(ids),
    rows: async (query, parameters) => readModel.rows(version, query, parameters),
    listOf: readModel.reads.dialect.listOf,
  });

async function seriesOf(
  events: readonly SeriesColumns[],
  viewer: Viewer,
  source: SeriesSource,
): Promise<ReadonlyMap<number, SeriesLinks> | undefined> {
  const all = events.flatMap(({ id, series_id, recurrence }) => (recurrence === '' ? (series_id ?? []) : id));
  if (all.length === 0) return new Map();
  const found = await source.find([...new Set(all)]);
  const next = await nextOccurrences(events, source);
  return (
    next &&
    new Map(
      events.flatMap(({ id, series_id }) => {
        const series = found.get(series_id ?? id);
        return series && mayRead(viewer, series) ? [[id, { series, next: next.get(id) }]] : [];
      }),
    )
  );
}

async function nextOccurrences(
  events: readonly SeriesColumns[],
  { rows, listOf }: SeriesSource,
): Promise<ReadonlyMap<number, NextOccurrence> | undefined> {
  const idsWhere = (isSeries: boolean) =>
    events
      .filter(({ recurrence, series_id }) => (isSeries ? recurrence !== '' : series_id !== null))
      .map(({ id }) => id);
  const [occurrences, series] = [idsWhere(false), idsWhere(true)];
  const following = occurrences.length === 0 ? [] : await rows(followingOccurrences, [listOf(occurrences)]);
  const now = epochSeconds();
  const coming = series.length === 0 ? [] : await rows(comingOccurrences, [now, listOf(series)]);
  return following && coming && new Map([...following, ...coming].map(({ of, ...next }) => [of, next]));
}

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

/**
 * The rule of a series in few words, beside one of its dates; undefined if it has none that can be read. It says when the
 * series ends, not how many dates it had from its beginning.
 */
export function ruleInShort(series: SeriesRecord, date: string, language: Language): string | undefined {
  const rule = endedRule(series);
  return rule && shortRuleText(rule, series.start_date, date, language);
}

/** The rule of a series with its last date instead of the number of its dates; undefined if it has none that can be read. */
function endedRule(series: SeriesRecord): Rule | undefined {
  const shown = shownRecurrence(series);
  if (shown?.rule?.count === undefined) return shown?.rule;
  const until = lastDates.of(series, 'last', () => lastDate(series, shown));
  return { ...shown.rule, count: undefined, until };
}

const lastDates = new WeakMemo<string>();

/** The last date that a rule with an end gives. */
const lastDate = ({ start_date }: SeriesRecord, shown: Recurrence): string =>
  expand({ ...shown, dates: [] }, start_date, { before: '9999', limit: MAX_DATES }).dates.at(-1)
    ?.recurrenceId ?? start_date;

/**
 * When a series takes place, as a sentence; undefined if what is stored cannot be read.
 * @param isEnded whether it says when the series ends, not how many dates it has from its beginning
 */
export function sentenceOf(series: SeriesRecord, language: Language, isEnded = false): string | undefined {
  const shown = shownRecurrence(series);
  const { start_date: start, all_day } = series;
  const write = () => {
    const rule = isEnded ? endedRule(series) : shown!.rule;
    return recurrenceText({ ...shown!, rule }, { start, allDay: all_day === 1 }, language);
  };
  return shown && sentences.of(series, isEnded ? `${language} ended` : language, write);
}
