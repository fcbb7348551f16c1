/** What words mean, whatever the language. A name with a number after it has the value. */
export type Meaning =
  | 'and'
  | 'or'
  | 'to'
  | 'at'
  | 'at or to'
  | 'from'
  | 'until'
  | 'except'
  | 'every'
  | 'other'
  | 'plural'
  /** An article that begins a date: after a weekday, the date is not its own. */
  | 'of the'
  | 'a'
  | 'next'
  | 'this'
  | 'coming'
  | 'of month'
  | 'of year'
  | 'month'
  | 'day'
  | 'week'
  | 'year'
  | 'daily'
  | 'weekly'
  | 'fortnightly'
  | 'workdays'
  | 'weekends'
  | 'weekend'
  | 'today'
  | 'tomorrow'
  | 'day after tomorrow'
  | 'in'
  | 'week later'
  | 'all day'
  | 'noon'
  | 'midnight'
  | 'morning'
  | 'afternoon'
  | 'dawn'
  | 'evening'
  | 'mornings'
  | 'evenings'
  | 'night'
  | 'hour'
  | 'minutes'
  | 'half past'
  | 'and half'
  | 'quarter past'
  | 'and quarter'
  | 'quarter to'
  | 'quarters'
  | 'between'
  | 'lasts'
  | 'alternate'
  | 'tonight'
  | 'times'
  | 'once'
  | 'twice'
  | 'also'
  /** Words of a time at which something else may begin. */
  | 'doors'
  | 'nothing'
  /** A word that states no date by itself: who wrote it must say what was meant. */
  | 'vague'
  /** A word by which a whole text states no date. */
  | 'undated';

/** Phrases with one meaning, without accents and in small letters, separated by `|`. */
type Phrases = string;

/** The words of a language. */
export interface Vocabulary {
  readonly words: Readonly<Partial<Record<Meaning, Phrases>>>;
  readonly months: readonly Phrases[];
  /** From Monday on. */
  readonly weekdays: readonly Phrases[];
  /** From one on. */
  readonly numbers: readonly Phrases[];
  /** Short names of September that are also the number seven. */
  readonly seven: readonly string[];
  /** First to fifth, and the last one. */
  readonly ordinals: readonly Phrases[];
  /** Whether the month comes before the day in numbers, or nobody knows. */
  readonly isMonthFirstPossible: boolean;
  /** Whether hours are also told by their quarters: two quarters of eight is half past seven. */
  readonly hasQuarters?: boolean;
  /** Whether hours have twelve numbers unless they say more. */
  readonly hasTwelveHours: boolean;
}
