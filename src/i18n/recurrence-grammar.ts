export type Unit = 'day' | 'week' | 'month' | 'year';
export type RecurrencePeriod = Exclude<Unit, 'day'>;

/** How a language says on which weekdays something takes place. */
export interface WeekdayForms {
  /** All seven. */
  readonly all: string;
  /** Saturday and Sunday, where they are not a list like others. */
  readonly weekend?: string;
  /** Monday to Friday, where they are not a span like others. */
  readonly working?: string;
  span(first: string, last: string): string;
  list(weekdays: readonly string[]): string;
}

/** What `recurrenceText` needs of a language. Days of the month, dates and ordinals come with their article. */
export interface RecurrenceGrammar {
  and(parts: readonly string[]): string;
  or(parts: readonly string[]): string;
  /** From January. */
  readonly months: readonly string[];
  /** From Monday. */
  readonly weekdays: readonly string[];
  readonly day: string;
  /** A day from Monday to Friday. */
  readonly workingDay: string;
  readonly weekendDay: string;
  /** "of these days", after an ordinal. */
  readonly ofTheseDays: string;

  /** "every two weeks"; the interval is at least 2. */
  every(interval: number, unit: Unit): string;
  /** "every Tuesday and Thursday" */
  readonly everyWeekday: WeekdayForms;
  /** "Tuesday and Thursday", after "every two weeks". */
  readonly onWeekdays: WeekdayForms;
  /** "every Friday the 13th" */
  everyWeekdayThe(weekday: string, day: number): string;
  /** Days within a period of several: "every two weeks on Tuesday". */
  within(every: string, days: string): string;
  /** Days that begin a sentence or a part of it: "on the 3rd". */
  on(days: string): string;

  /** "the 3rd" */
  theDay(day: number): string;
  /** "the third", from 1. */
  nth(number: number): string;
  /** "the last", and more of the kind: the one before it, the one before that. */
  readonly last: readonly string[];
  /** "the fifth-to-last Thursday", where `last` has no word. */
  nthFromEnd(number: number, noun: string): string;
  /** "from the 7th to the 13th", of days or dates. */
  span(first: string, last: string): string;

  readonly ofEach: Readonly<Record<RecurrencePeriod, string>>;
  readonly ofThe: Readonly<Record<RecurrencePeriod, string>>;
  /** Behind months: "on the first Tuesday of June each year". */
  readonly eachYear: string;
  /** "of June and July", after a certain day of each of them. */
  ofMonths(months: readonly string[]): string;
  /** "in June and July", after "every Tuesday". */
  everyOfMonths(months: readonly string[]): string;
  /** "in June and July", apart from the days. */
  inMonths(months: readonly string[]): string;
  /** "from May to September" */
  monthSpan(first: string, last: string): string;
  /** "of every month from May to September": not so that it begins with "of every May". */
  ofMonthSpan(span: string): string;

  /** "3 and 10 May" */
  daysInMonth(days: readonly number[], month: string): string;
  /** "from 3 to 10 May" */
  spanInMonth(first: number, last: number, month: string): string;
  inYear(dates: string, year: string): string;

  /** A day at the end of a range of dates, which may be named: "el 3", "el dilluns 3". */
  edge(day: number, weekday?: string): string;
  /** The same in its month: "el 3 de maig". */
  edgeInMonth(edge: string, month: string): string;
  /** A range from its ends: "del 3", " ", "al 5 de maig". */
  range(first: string, last: string): readonly [start: string, between: string, end: string];

  /** A time of day, such as `19:30`. */
  at(time: string): string;
  /** Where dates have times of their own, and there are too many to name. */
  readonly atVariousTimes: string;

  /** "from 10 May 2031" */
  since(date: string): string;
  until(date: string): string;
  /** The same of a time of day, such as `20:30`. */
  untilTime(time: string): string;
  times(count: number): string;
  days(count: number): string;
  dates(count: number): string;
  also(dates: string): string;
  except(dates: string): string;

  /** "a Tuesday or Thursday" */
  aDayCalled(name: string): string;
  onlyIf(conditions: readonly string[]): string;
  onlyIn(months: string): string;
  /** "only the first of these days in every month" */
  onlyNth(days: string, period: RecurrencePeriod): string;
}

/** Joins as "A, B and C" do. */
export const joinedBy =
  (word: string) =>
  (parts: readonly string[]): string =>
    parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
