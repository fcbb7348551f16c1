import { toEpoch, toWall } from '../../lib/time/zones.ts';
import { meansDay } from '../../recurrence/date-values.ts';
import type { TimedRule } from '../../recurrence/expand-times.ts';
import { basic } from '../../recurrence/lines.ts';
import { type NthWeekday, type Wall, WEEKDAYS } from '../../recurrence/rule.ts';

/** The parts of a rule in capitals, in order: `FREQ`, `BYDAY` … */
export type WrittenRule = Map<string, string>;

/** Frequencies of rules that may fall several times a day. */
const WITHIN_DAYS = /^(?:HOURLY|MINUTELY|SECONDLY)$/;

/** What every rule means that does not say it (RFC 7529). */
const USUAL = new Set(['RSCALE=GREGORIAN', 'SKIP=OMIT']);

/** The parts as they are written, each as often as it is there. Those that programs made up for themselves say nothing. */
export const writtenParts = (rule: string): (readonly [name: string, value: string])[] =>
  rule
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .replace(/\s+/g, '')
    .split(';')
    .filter(part => part !== '' && !part.startsWith('X-') && !USUAL.has(part))
    .map(part => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/.exec(part)!;
      return [name, value];
    });

/** The parts that have a value. A number that is listed twice is one. */
export const ruleParts = (rule: string): WrittenRule =>
  new Map(
    writtenParts(rule)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, isNumbers(value) ? distinct(value) : value]),
  );

const isNumbers = (value: string): boolean => /^[+-]?\d+(?:,[+-]?\d+)+$/.test(value);

const distinct = (value: string): string => [...new Set(value.split(',').map(Number))].join();

export const ruleText = (parts: WrittenRule): string => [...parts].map(part => part.join('=')).join(';');

/**
 * A rule without what its event says already (the hour of its start), with an end in UTC for times and as a date for
 * days, as the standard demands.
 */
export function normalRule(rule: string, wall: string, zone: string, isDate: boolean): WrittenRule {
  const parts = ruleParts(rule);
  const time = wall.slice(11).split(':').map(Number);
  // A rule within a day falls at other times, too, unless it names that of its start.
  const isAtOneTime = !WITHIN_DAYS.test(parts.get('FREQ') ?? '');
  for (const [at, name] of ['BYHOUR', 'BYMINUTE', 'BYSECOND'].entries())
    if (isDate || (isAtOneTime && Number(parts.get(name) ?? Number.NaN) === time[at])) parts.delete(name);
  for (const name of ['INTERVAL', 'COUNT']) {
    const number = Number(parts.get(name));
    if (number > 0) parts.set(name, String(Math.min(number, MAX_NUMBER)));
    else parts.delete(name);
  }
  // A weekday is the first one of its week, whatever some programs count.
  const days = parts.get('BYDAY');
  if (days && /^(?:DAILY|WEEKLY)$/.test(parts.get('FREQ') ?? ''))
    parts.set('BYDAY', days.replace(/[+-]?\d+(?=[A-Z])/g, ''));
  if (Number(parts.get('INTERVAL')) === 1) parts.delete('INTERVAL');
  const until = untilOf(parts.get('UNTIL') ?? '', zone, isDate);
  if (until) parts.set('UNTIL', until);
  else parts.delete('UNTIL');
  return parts;
}

/** More than the seconds of any rule. */
const MAX_NUMBER = 999_999_999;

export function untilOf(written: string, zone: string, isDate: boolean): string | undefined {
  const [, year, month, day, hour, minute = '00', second = '00', utc] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?$/.exec(written) ?? [];
  if (year === undefined || year < '1000' || Number.isNaN(Date.parse(`${year}-${month}-${day}`)))
    return undefined;
  // 31 September means the end of that month.
  const date = String(
    Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) }),
  );
  // A rule of times that ends with a day includes that day. A leap second belongs to the minute before.
  const local =
    hour === undefined ? `${date} 23:59:59` : `${date} ${hour}:${minute}:${second === '60' ? '59' : second}`;
  if (Number.isNaN(Date.parse(`${local.replace(' ', 'T')}Z`))) return undefined;
  if (isDate) {
    const day = utc && !meansDay(local) ? toWall(toEpoch(local, 'UTC'), zone) : date;
    return day.slice(0, 10).replaceAll('-', '');
  }
  return `${basic(toWall(toEpoch(local, utc ? 'UTC' : zone), 'UTC'))}Z`;
}

/** The months that dates reach ahead. */
const MAX_MONTHS = 60;

/**
 * The end of the time for which dates are made. It is the same for a whole month, so that an import that is repeated
 * writes nothing.
 */
export function horizonAt(now: number): Wall {
  const month = Temporal.PlainYearMonth.from(toWall(now, 'UTC').slice(0, 7));
  return `${month.add({ months: MAX_MONTHS }).toPlainDate({ day: 1 })} 00:00:00`;
}

/** The end of a rule as a wall time: its own, or that of the horizon. */
export function endOfRule(until: string | undefined, zone: string, horizon: string): string {
  const [, year, month, day, hour = '23', minute = '59', second = '59', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(until ?? '') ?? [];
  if (year === undefined) return horizon;
  const written = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  const wall = utc ? toWall(toEpoch(written, 'UTC'), zone) : written;
  return wall < horizon ? wall : horizon;
}

/** A rule in the form of the engine of recurrences. */
export function timedRule(parts: WrittenRule): TimedRule {
  const numbers = (name: string): number[] =>
    (parts.get(name) ?? '').split(',').filter(Boolean).map(Number).filter(Number.isInteger);
  return {
    // Rules without a known frequency have been left out.
    frequency: parts.get('FREQ') as TimedRule['frequency'],
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined,
    byMonth: numbers('BYMONTH'),
    byWeekNo: numbers('BYWEEKNO'),
    byYearDay: numbers('BYYEARDAY'),
    byMonthDay: numbers('BYMONTHDAY'),
    byDay: weekdaysIn(parts),
    byHour: numbers('BYHOUR'),
    byMinute: numbers('BYMINUTE'),
    bySecond: numbers('BYSECOND'),
    bySetPos: numbers('BYSETPOS'),
    weekStart: numberOf(parts.get('WKST') ?? 'MO'),
  };
}

function weekdaysIn(parts: WrittenRule): NthWeekday[] {
  return (parts.get('BYDAY') ?? '').split(',').flatMap(written => {
    const [, ordinal = '', name = ''] = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(written) ?? [];
    return name === '' ? [] : { weekday: numberOf(name), ordinal: Number(ordinal) };
  });
}

const numberOf = (weekday: string): number => (WEEKDAYS as readonly string[]).indexOf(weekday);
