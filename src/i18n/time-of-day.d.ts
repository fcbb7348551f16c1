/** How a language writes times of day, with no-break spaces: data, which scripts of pages get as well. */
export interface TimeGrammar {
  /** A whole hour. `{hour}` is from 0 to 23, `{hour12}` from 1 to 12 with its `{half}` of the day. */
  readonly whole: string;
  /** An hour with its `{minute}`. */
  readonly past: string;
  /** The word for `00:00` as an end. As a start it could be of either night, and its number alone could be noon. */
  readonly midnight?: string;
  /** `de {from} a {to}` */
  readonly span: string;
  /** The same before hours whose name begins with a vowel. */
  readonly elided?: string;
  /** The same where the times are of different halves of the day, if the language counts these. */
  readonly apart?: string;
  /** When people begin to speak of the afternoon, and of the evening. */
  readonly partsOfDay: readonly [afternoon: string, evening: string];
}
export function sayTime(grammar: TimeGrammar, time: string): string;
export function sayTimes(
  grammar: TimeGrammar,
  from: string,
  to: string,
): [before: string, start: string, between: string, end: string];
