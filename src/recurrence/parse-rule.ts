import { type EventTime, readUntil } from './date-values.ts';
import { RecurrenceProblem } from './problem.ts';
import { type Frequency, type NthWeekday, type Rule, type Wall, WEEKDAYS } from './rule.ts';

/** Characters of a rule: all days of a year fit. */
const MAX_RULE = 5000;
/** A longer interval than the years that dates have makes no sense in any unit. */
const MAX_INTERVAL = 99_999;
const MAX_COUNT = 999_999_999;

type RulePartTexts = ReadonlyMap<string, string>;

/** Parses the value of an `RRULE`. */
export function parseRule(value: string, event: EventTime): Rule {
  if (value.length > MAX_RULE) throw new RecurrenceProblem('RRULE', 'too_long', MAX_RULE);
  const parts = partsOf(value);
  const frequency = frequencyOf(parts.get('FREQ'));
  refuseUnknown(parts, event.start);
  const until = parts.get('UNTIL');
  const rule: Rule = {
    frequency,
    interval: numberIn(parts, 'INTERVAL', MAX_INTERVAL) ?? 1,
    count: numberIn(parts, 'COUNT', MAX_COUNT),
    until: until === undefined ? undefined : readUntil(until, event),
    byMonth: numbersIn(parts, 'BYMONTH', 12).filter(month => positive('BYMONTH', month)),
    byYearDay: numbersIn(parts, 'BYYEARDAY', 366),
    byMonthDay: numbersIn(parts, 'BYMONTHDAY', 31),
    byDay: weekdaysIn(parts),
    bySetPos: numbersIn(parts, 'BYSETPOS', 366),
    weekStart: weekStartOf(parts.get('WKST')),
  };
  refuseCombinations(rule, parts);
  return rule;
}

function partsOf(value: string): RulePartTexts {
  const parts = new Map<string, string>();
  for (const written of value.split(';').filter(part => part.trim() !== '')) {
    const [, name = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(written)!.map(part => part.trim().toUpperCase());
    if (parts.has(name)) throw new RecurrenceProblem(name, 'repeated_part');
    parts.set(name, text);
  }
  return parts;
}

const FREQUENCIES: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] satisfies Frequency[];
const SUB_DAILY: readonly string[] = ['HOURLY', 'MINUTELY', 'SECONDLY'];

function frequencyOf(value: string | undefined): Frequency {
  if (value === undefined) throw new RecurrenceProblem('FREQ', 'frequency_missing');
  if (SUB_DAILY.includes(value)) throw new RecurrenceProblem('FREQ', 'sub_daily', value);
  if (!FREQUENCIES.includes(value)) throw new RecurrenceProblem('FREQ', 'frequency', value);
  return value as Frequency;
}

const SUPPORTED: readonly string[] = [
  ...['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST'],
  ...['BYMONTH', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY', 'BYSETPOS'],
];
/** Where a wall time has what these parts name. */
const TIME_PARTS: ReadonlyMap<string, number> = new Map([
  ['BYHOUR', 11],
  ['BYMINUTE', 14],
  ['BYSECOND', 17],
]);

function refuseUnknown(parts: RulePartTexts, start: Wall): void {
  for (const [name, value] of parts) {
    const at = TIME_PARTS.get(name);
    if (at !== undefined) {
      // Some programs write the time of the start into the rule once more.
      if (Number(value) !== Number(start.slice(at, at + 2)) || value === '')
        throw new RecurrenceProblem(name, 'time_part', value);
      continue;
    }
    if (name === 'BYWEEKNO') throw new RecurrenceProblem(name, 'byweekno', value);
    if (!SUPPORTED.includes(name)) throw new RecurrenceProblem(name, 'unknown_part', value);
  }
}

/** What RFC 5545 forbids, although each part is valid. */
function refuseCombinations(rule: Rule, parts: RulePartTexts): void {
  const { frequency, byDay, byYearDay, byMonthDay, byMonth, bySetPos } = rule;
  if (rule.count !== undefined && rule.until !== undefined)
    throw new RecurrenceProblem('COUNT', 'count_and_until');
  if (byDay.some(({ ordinal }) => ordinal !== 0) && (frequency === 'DAILY' || frequency === 'WEEKLY'))
    throw new RecurrenceProblem('BYDAY', 'ordinal', parts.get('BYDAY'));
  if (byYearDay.length > 0 && frequency !== 'YEARLY')
    throw new RecurrenceProblem('BYYEARDAY', 'part_with_frequency', frequency);
  if (byMonthDay.length > 0 && frequency === 'WEEKLY')
    throw new RecurrenceProblem('BYMONTHDAY', 'part_with_frequency', frequency);
  if (bySetPos.length > 0 && byDay.length + byYearDay.length + byMonthDay.length + byMonth.length === 0)
    throw new RecurrenceProblem('BYSETPOS', 'setpos_alone');
}

function numberIn(parts: RulePartTexts, name: string, most: number): number | undefined {
  const value = parts.get(name);
  if (value === undefined) return undefined;
  const number = readNumber(name, value, most);
  return positive(name, number) ? number : undefined;
}

/** Numbers in order, each once. */
function numbersIn(parts: RulePartTexts, name: string, most: number): number[] {
  const value = parts.get(name);
  if (value === undefined) return [];
  const numbers = value.split(',').map(item => readNumber(name, item.trim(), most));
  return [...new Set(numbers)].sort((one, other) => one - other);
}

/** A number from 1 to `most`, or from -1 to `-most`. */
function readNumber(name: string, value: string, most: number): number {
  const number = /^[+-]?\d{1,9}$/.test(value) ? Number(value) : 0;
  if (number === 0 || Math.abs(number) > most) throw new RecurrenceProblem(name, 'value', value);
  return number;
}

function positive(name: string, number: number): boolean {
  if (number < 0) throw new RecurrenceProblem(name, 'value', number);
  return true;
}

function weekdaysIn(parts: RulePartTexts): NthWeekday[] {
  const written = parts.get('BYDAY')?.split(',') ?? [];
  const items = written.map(item => readWeekday(item.trim()));
  const unique = new Map(items.map(item => [item.ordinal * 7 + item.weekday, item]));
  return [...unique].sort(([one], [other]) => one - other).map(([, item]) => item);
}

function readWeekday(value: string): NthWeekday {
  const [, ordinal, name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(value) ?? [];
  const weekday = weekdayNamed('BYDAY', name, value);
  return { weekday, ordinal: ordinal === undefined ? 0 : readNumber('BYDAY', ordinal, 53) };
}

const weekStartOf = (value: string | undefined): number =>
  value === undefined ? 0 : weekdayNamed('WKST', value, value);

function weekdayNamed(part: string, name: string | undefined, value: string): number {
  const weekday = (WEEKDAYS as readonly (string | undefined)[]).indexOf(name);
  if (weekday < 0) throw new RecurrenceProblem(part, 'value', value);
  return weekday;
}
