import { toEpoch, toWall } from '../../lib/time/zones.ts';
import { meansDay } from '../../recurrence/date-values.ts';

/** The parts of a rule in capitals, in order: `FREQ`, `BYDAY` … */
export type RuleParts = Map<string, string>;

export function ruleParts(rule: string): RuleParts {
  const parts = rule
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .replace(/\s+/g, '')
    .split(';')
    .map(part => part.split('=') as [string, string | undefined])
    .filter((part): part is [string, string] => /^(?!X-)./.test(part[0]) && Boolean(part[1]));
  return new Map(parts);
}

export const ruleText = (parts: RuleParts): string => [...parts].map(part => part.join('=')).join(';');

/** Whether a rule says how often it repeats. */
export const isRule = (parts: RuleParts): boolean =>
  /^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(parts.get('FREQ') ?? '');

/**
 * A rule without what its event says already (the hour of its start), with an end in UTC for times and as a date for
 * days, as the standard demands.
 */
export function normalRule(rule: string, wall: string, zone: string, isDate: boolean): RuleParts {
  const parts = ruleParts(rule);
  const [hour, minute, second] = wall.slice(11).split(':').map(Number);
  for (const [name, said] of [
    ['BYHOUR', hour],
    ['BYMINUTE', minute],
    ['BYSECOND', second],
  ] as const)
    if (isDate || Number(parts.get(name) ?? Number.NaN) === said) parts.delete(name);
  for (const name of ['INTERVAL', 'COUNT'])
    if (!/^0*[1-9]\d{0,5}$/.test(parts.get(name) ?? '')) parts.delete(name);
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

function untilOf(said: string, zone: string, isDate: boolean): string | undefined {
  const [, year, month, day, hour, minute = '00', second = '00', utc] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?$/.exec(said) ?? [];
  const date = `${year}-${month}-${day}`;
  if (year === undefined || year < '1000' || Number.isNaN(Date.parse(date))) return undefined;
  // A rule of times that ends with a day includes that day.
  const local = hour === undefined ? `${date} 23:59:59` : `${date} ${hour}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${local.replace(' ', 'T')}Z`))) return undefined;
  if (isDate) {
    const day = utc && !meansDay(local) ? toWall(toEpoch(local, 'UTC'), zone) : date;
    return day.slice(0, 10).replaceAll('-', '');
  }
  return `${basic(toWall(toEpoch(local, utc ? 'UTC' : zone), 'UTC'))}Z`;
}

/** `2031-05-10 18:30:00` as `20310510T183000`. */
export const basic = (wall: string): string => wall.replaceAll(/[-:]/g, '').replace(' ', 'T');
