import { untilOf, writtenParts } from './rule.ts';

/**
 * The parts of a rule that are not understood, as they are written: the rule would give other dates than its program
 * shows.
 * @returns '' for what is no rule at all; undefined if all is understood
 */
export function notUnderstood(rule: string): string | undefined {
  const parts = writtenParts(rule);
  if (!parts.some(([name]) => name === 'FREQ')) return '';
  const values = Map.groupBy(parts, ([name]) => name);
  const saysEnd = parts.some(([name, value]) => (name === 'COUNT' || name === 'UNTIL') && value !== '');
  const wrong = parts.filter(([name, value]) => {
    // A part without a value says nothing, except that the rule has an end.
    if (value === '') return /^(?:COUNT|UNTIL)$/.test(name) ? !saysEnd : name === 'FREQ' || !KNOWN[name];
    return values.get(name)!.some(([, other]) => other !== value) || !KNOWN[name]?.(value);
  });
  const written = [...new Set(wrong.map(([name, value]) => `${name}=${value}`))].join(';');
  return written === '' ? undefined : written.slice(0, MAX_SHOWN);
}

const MAX_SHOWN = 60;

type Check = (value: string) => boolean;

/** Numbers up to a greatest one, which may be counted from the end. */
const numbers =
  (least: number, most: number, isSigned: boolean): Check =>
  value =>
    value
      .split(',')
      .filter(Boolean)
      .every(said => {
        const size = isSigned ? Math.abs(Number(said)) : Number(said);
        return /^[+-]?\d{1,4}$/.test(said) && size >= least && size <= most;
      });

const matching =
  (pattern: RegExp): Check =>
  value =>
    pattern.test(value);

const KNOWN: Readonly<Record<string, Check | undefined>> = {
  FREQ: matching(/^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/),
  // An interval of 0 is what some programs write for none.
  INTERVAL: matching(/^\d+$/),
  COUNT: matching(/^0*[1-9]\d*$/),
  UNTIL: value => untilOf(value, 'UTC', false) !== undefined,
  WKST: matching(/^(?:MO|TU|WE|TH|FR|SA|SU)$/),
  BYDAY: matching(/^(?:(?:[+-]?0*[1-9]\d?)?(?:MO|TU|WE|TH|FR|SA|SU)(?:,|$))+$/),
  BYMONTH: numbers(1, 12, false),
  BYMONTHDAY: numbers(1, 31, true),
  BYYEARDAY: numbers(1, 366, true),
  BYWEEKNO: numbers(1, 53, true),
  BYSETPOS: numbers(1, 366, true),
  BYHOUR: numbers(0, 23, false),
  BYMINUTE: numbers(0, 59, false),
  BYSECOND: numbers(0, 59, false),
};
