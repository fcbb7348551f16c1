import type { Db } from '../db/tables.ts';
import { claimIds } from '../records/table.ts';
import { creation, type WriteCall, type WriteContext } from '../records/versions/record-change.ts';
import type { Wall } from '../recurrence/rule.ts';
import { drawEventIds } from './insert.ts';

/** What an import dictates of an occurrence, where it does not follow from its series. */
export interface DictatedOccurrence {
  /** Its id there; undefined if it shall not be kept. */
  readonly id: number | undefined;
  /** The part of its slug after that of the series, if that is not the day of its date. */
  readonly tail?: string | undefined;
  readonly modified_at?: number | undefined;
  readonly sequence?: number | undefined;
}

/** The occurrences of a series in another store, by their dates there. */
export interface DictatedOccurrences {
  readonly live: ReadonlyMap<Wall, DictatedOccurrence>;
  /** The ids that dates had there, and that are never used for others. */
  readonly vanished: ReadonlyMap<Wall, number>;
  /** The beginning of the sources of all records that were imported from there. */
  readonly source: string;
}

/** Seconds by the ids of series. */
export type Shifts = ReadonlyMap<number, number>;

export const NO_SHIFTS: Shifts = new Map();

/** A write of a series. An import dictates the occurrences that the series has at its source. */
export type SeriesCall = WriteCall & {
  readonly dictated?: DictatedOccurrences | undefined;
  /** Whether the transaction will not be committed: what would become of the occurrences is returned, not written. */
  readonly isDry?: boolean | undefined;
  /** How far all dates of each series move before they are compared with its new ones. */
  readonly shifts?: Shifts | undefined;
};

/** What a change of occurrences knows of its write. */
export type ApplyContext = WriteContext &
  Pick<SeriesCall, 'texts' | 'dictated' | 'isDry' | 'shifts'> & {
    /** Whether every occurrence stays, because the series has not changed. */
    readonly onlyAdds?: boolean;
  };

/** Ids for new occurrences: those that are dictated for their dates, as far as they are free, and drawn ones. */
export async function idsOfDates(
  db: Db,
  dates: readonly Wall[],
  dictated: DictatedOccurrences | undefined,
  context: WriteContext,
): Promise<ReadonlyMap<Wall, number>> {
  const wanted = new Map(dates.map(date => [date, dictated?.live.get(date)?.id]));
  const some = [...new Set([...wanted.values()].filter(id => id !== undefined))];
  const claimed = await claimIds(db, 'event', some, creation(context));
  const isFree = (date: Wall) => claimed.delete(wanted.get(date) ?? 0);
  const { true: kept = [], false: others = [] } = Object.groupBy(dates, date => `${isFree(date)}` as const);
  const drawn = others.length === 0 ? [] : await drawEventIds(db, others.length, context);
  return new Map([
    ...kept.map(date => [date, wanted.get(date)!] as const),
    ...others.map((date, i) => [date, drawn[i]!] as const),
  ]);
}

/** The dates that occurrences have at their source: they count more than what a comparison of two rules finds. */
export const knownDates = ({ dictated }: Pick<SeriesCall, 'dictated'>): ReadonlyMap<number, Wall> =>
  new Map([
    ...[...(dictated?.vanished ?? [])].map(([date, id]) => [id, date] as const),
    ...[...(dictated?.live ?? [])].flatMap(([date, { id }]) =>
      id === undefined ? [] : [[id, date] as const],
    ),
  ]);
