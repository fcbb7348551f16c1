/** The words of a language, without accents and in small letters. Words with one meaning are separated by `|`. */
export interface Lexicon {
  /** By what they mean. */
  readonly words: Readonly<Record<string, string>>;
  /**
   * Beginnings of words that say no date, and with a `$` whole words, by what they are about: a `street` is before its name,
   * a `road` behind it and a `floor` behind its number; `mayEnd` is another time, `more` and `boundary` are other days.
   */
  readonly marks: Readonly<Record<string, string>>;
  readonly months: string;
  /** From Monday on. */
  readonly weekdays: string;
  /** Feasts that are on the same day everywhere, in each year: `12-25`. Others have to be asked about. */
  readonly feasts: Readonly<Record<string, string>>;
  /** From one on. */
  readonly numbers: string;
  /** The short name of September that is also the number seven. */
  readonly seven?: string;
  /** First to fifth, and the last one. */
  readonly ordinals: string;
  /** Whether the month comes before the day in numbers, or nobody knows. */
  readonly isMonthFirstPossible?: boolean;
  /** Whether hours have twelve numbers unless they say more. */
  readonly hasTwelveHours?: boolean;
  /** Whether hours are also told by their quarters: two quarters of eight is half past seven. */
  readonly hasQuarters?: boolean;
}
