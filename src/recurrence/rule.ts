/** A wall-clock time without a zone: `YYYY-MM-DD HH:MM:SS`. */
export type Wall = string;

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** Weekdays as rules write them; their numbers are 0 to 6. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** A weekday of `BYDAY`. `ordinal` counts it within the month or year, negative from the end; 0 means each. */
export interface NthWeekday {
  readonly weekday: number;
  readonly ordinal: number;
}

/** An `RRULE` of RFC 5545, as it was written: what follows from the start is not filled in. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  /** The last moment at which a date may start. */
  readonly until: Wall | undefined;
  readonly byMonth: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byDay: readonly NthWeekday[];
  readonly bySetPos: readonly number[];
  /** The first day of a week. */
  readonly weekStart: number;
}

/** A date of `RDATE`, with an end of its own if it was written as a period. */
export interface ExplicitDate {
  readonly start: Wall;
  readonly end?: Wall;
}

/** Orders dates. */
export const byStart = (a: { readonly start: Wall }, b: { readonly start: Wall }): number =>
  a.start < b.start ? -1 : 1;

/** When an event takes place beside its start. All lists are sorted and without repetitions. */
export interface Recurrence {
  readonly rule: Rule | undefined;
  readonly dates: readonly ExplicitDate[];
  readonly excluded: readonly Wall[];
}

/** One date of a recurrence: the wall-clock start that the rule or a list gave, and its own end if it has one. */
export interface RecurrenceDate {
  readonly recurrenceId: Wall;
  readonly end?: Wall;
}

/** The most dates that one recurrence may have. */
export const MAX_DATES = 3650;
