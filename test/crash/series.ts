import assert from 'node:assert/strict';
import type { Body } from '../client.ts';
import { fieldsOf, type Key, type Known, linksOf, type Shown, shownAs } from './model.ts';

/** A weekly series, as its writer knows it. */
export interface KnownSeries {
  /** The series as which it was created. With a week, it names an occurrence for ever, whatever splits follow. */
  readonly family: Key;
  /** The weeks of its occurrences, counted from the first one of the family; `until` is the first week after them. */
  readonly from: number;
  readonly until: number;
  /** The hour at which it starts. */
  readonly hour: number;
  /** Whether other weeks of the family are another series. */
  readonly isSplit: boolean;
  /** What is an occurrence's own, by week. Those that have vanished keep it. */
  readonly own: Readonly<Record<number, Own>>;
}

interface Own {
  /** Determines title and times; 0 for those of the series. */
  readonly turn: number;
  readonly trashed: boolean;
}

export const NOTHING_OWN: Own = { turn: 0, trashed: false };

/** All series take place in this year, and other events in another one. */
export const SERIES_YEAR = 'start_date=2030-01-01&end_date=2030-12-31';

const FIRST = Temporal.PlainDate.from('2030-05-07');

const dateOf = (week: number, hour: number): string =>
  `${FIRST.add({ weeks: week })} ${String(hour).padStart(2, '0')}:00:00`;

/** The times that are sent for a week. */
export const timesOf = (week: number, hour: number) => ({
  start_date: dateOf(week, hour),
  end_date: dateOf(week, hour + 1),
});

/** The hour and title of an occurrence with fields of its own. */
const ownHourOf = (turn: number): number => 18 + (turn % 4);
const ownTitleOf = (family: Key, turn: number): string => `${family} own ${turn}`;

export const ownFieldsOf = (family: Key, week: number, turn: number) => ({
  title: ownTitleOf(family, turn),
  ...timesOf(week, ownHourOf(turn)),
});

/** The name of an occurrence, by which its id is known. */
export const nameOf = (series: Key, week: number): string => `${series} ${week}`;

export const weeksOf = ({ from, until }: KnownSeries): number[] =>
  Array.from({ length: until - from }, (_, at) => from + at);

/** The occurrences of a series as they are shown, those in the trash included. */
export function occurrencesOf(key: Key, { turn, trashed, series }: Known): string[] | undefined {
  return (
    series &&
    weeksOf(series).map(week => {
      const own = series.own[week] ?? NOTHING_OWN;
      const title = own.turn > 0 ? ownTitleOf(series.family, own.turn) : `${key} turn ${turn}`;
      const start = dateOf(week, own.turn > 0 ? ownHourOf(own.turn) : series.hour);
      const status = trashed || own.trashed ? 'trash' : 'publish';
      return lineOf(dateOf(week, series.hour), start, title, status);
    })
  );
}

const lineOf = (...parts: string[]): string => parts.join(', ');

interface Occurrence extends Body {
  recurrence_id: string;
}

/** A series as its occurrences show it, with their ids by week. Fails if they are of two states. */
export function readSeries(rows: readonly Body[]): { key: Key; shown: Shown; ids: Map<number, number> } {
  const occurrences = (rows as Occurrence[]).toSorted((one, other) =>
    one.recurrence_id < other.recurrence_id ? -1 : 1,
  );
  const [first] = occurrences;
  const [, key = '', turn = ''] = /^https:\/\/(w\d+s\d+)\.example\/(\d+)$/.exec(first!.website) ?? [];
  assert.ok(key !== '', `somebody else’s series: ${first!.website}`);
  const { title: _, ...common } = fieldsOf(key, Number(turn));
  for (const row of occurrences) {
    for (const [field, value] of Object.entries(common)) {
      const shown: unknown = Reflect.get(row, field);
      const text = typeof shown === 'string' ? shown.trim() : shown;
      assert.deepEqual(text, shownAs(value), `${field} of ${row.recurrence_id} in ${key} turn ${turn}`);
    }
    assert.deepEqual(linksOf(row), linksOf(first!), `links of ${row.recurrence_id} in ${key} turn ${turn}`);
  }
  return {
    key,
    shown: {
      ...{ turn: Number(turn), trashed: false, links: linksOf(first!), picture: '' },
      occurrences: occurrences.map(({ recurrence_id, start_date, title, status }) =>
        lineOf(recurrence_id, start_date, title, status),
      ),
    },
    ids: new Map(occurrences.map(({ id, recurrence_id }) => [weekOf(recurrence_id), id])),
  };
}

export const weekOf = (date: string): number =>
  FIRST.until(Temporal.PlainDate.from(date.slice(0, 10)), { largestUnit: 'days' }).days / 7;
