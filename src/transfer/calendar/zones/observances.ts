/** A change of offset in an inline zone, in seconds. */
export interface OffsetChange {
  /** Epoch seconds. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A period of an inline zone (STANDARD or DAYLIGHT), as its lines say. */
interface Observance {
  /** The local start, in seconds as if it were UTC. */
  start: number;
  from: number;
  to: number;
  rule: ObservanceRule | undefined;
  /** Further local starts. */
  dates: number[];
}

interface ObservanceRule {
  months: number[];
  /** 0 is Sunday; undefined for a day of the month. */
  weekday: number | undefined;
  /** The number of the weekday in its month, from the end if negative. */
  ordinal: number;
  monthDays: number[];
  /** Epoch seconds. */
  until: number;
}

/**
 * The changes of offset that an inline zone describes, in some years, in order. Only yearly rules are read: zones have
 * no others, and no file can make this take long.
 */
export function offsetChanges(lines: readonly string[], firstYear: number, lastYear: number): OffsetChange[] {
  const changes = observancesIn(lines).flatMap(observance =>
    startsOf(observance, firstYear, lastYear).map(local => ({
      at: local - observance.from,
      from: observance.from,
      to: observance.to,
    })),
  );
  return changes.sort((a, b) => a.at - b.at);
}

function observancesIn(lines: readonly string[]): Observance[] {
  const found: Observance[] = [];
  let values: Map<string, string[]> | undefined;
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    const key = name.toUpperCase();
    if (key === 'BEGIN' && /^(?:STANDARD|DAYLIGHT)$/i.test(value.trim())) values = new Map();
    else if (key === 'END' && values) {
      const observance = observanceOf(values);
      if (observance) found.push(observance);
      values = undefined;
    } else values?.getOrInsertComputed(key, () => []).push(value.trim());
  }
  return found;
}

function observanceOf(values: ReadonlyMap<string, readonly string[]>): Observance | undefined {
  const first = (name: string) => values.get(name)?.[0] ?? '';
  const start = localSeconds(first('DTSTART'));
  const to = offsetSeconds(first('TZOFFSETTO'));
  const from = offsetSeconds(first('TZOFFSETFROM')) ?? to;
  if (start === undefined || to === undefined || from === undefined) return undefined;
  const dates = (values.get('RDATE') ?? []).flatMap(value =>
    value.split(',').flatMap(date => localSeconds(date) ?? []),
  );
  return { start, from, to, dates, rule: yearlyRule(first('RRULE'), start) };
}

function startsOf({ start, rule, dates, from }: Observance, firstYear: number, lastYear: number): number[] {
  const once = [start, ...dates];
  if (!rule) return [...new Set(once)];
  const years = Array.from({ length: Math.max(0, lastYear - firstYear + 1) }, (_, i) => firstYear + i);
  const time = ((start % DAY) + DAY) % DAY;
  const ruled = years
    .flatMap(year => rule.months.map(month => dayOf(rule, year, month)))
    .map(day => day + time)
    .filter(local => local >= start && local - from <= rule.until);
  return [...new Set([...once, ...ruled])];
}

/** The day on which a rule changes the clocks, in a month of a year. */
function dayOf({ weekday, ordinal, monthDays }: ObservanceRule, year: number, month: number): number {
  const first = utcDay(year, month, 1);
  const length = (utcDay(year, month + 1, 1) - first) / DAY;
  if (weekday === undefined) return first + (Math.min(monthDays[0] ?? 1, length) - 1) * DAY;
  const weekdayOf = (day: number) => (((first / DAY + day - 1 + 4) % 7) + 7) % 7;
  const days = Array.from({ length }, (_, i) => i + 1).filter(day => weekdayOf(day) === weekday);
  // "The Sunday of the 8th to the 14th" is the second one.
  const within = days.find(day => monthDays.includes(day));
  const day = within ?? days.at(ordinal > 0 ? ordinal - 1 : ordinal) ?? days.at(-1)!;
  return first + (day - 1) * DAY;
}

/** Seconds. */
const DAY = 86_400;

const utcDay = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / 1000;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

function yearlyRule(rule: string, start: number): ObservanceRule | undefined {
  const parts = new Map(rule.split(';').map(part => part.toUpperCase().split('=') as [string, string]));
  if (parts.get('FREQ') !== 'YEARLY') return undefined;
  const [, ordinal = '', weekday = ''] =
    /^([+-]?\d)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(parts.get('BYDAY') ?? '') ?? [];
  const date = new Date(start * 1000);
  const numbers = (name: string) => (parts.get(name) ?? '').split(',').map(Number).filter(Boolean);
  const months = numbers('BYMONTH').filter(month => month >= 1 && month <= 12);
  const monthDays = numbers('BYMONTHDAY').filter(day => day >= 1 && day <= 31);
  return {
    months: months.length > 0 ? months : [date.getUTCMonth() + 1],
    weekday: weekday === '' ? undefined : WEEKDAYS.indexOf(weekday),
    ordinal: Number(ordinal) || Number(parts.get('BYSETPOS')) || 1,
    monthDays: monthDays.length > 0 || weekday !== '' ? monthDays : [date.getUTCDate()],
    until: localSeconds(parts.get('UNTIL') ?? '') ?? Infinity,
  };
}

/** `20310330T020000` in seconds, as if it were UTC. */
function localSeconds(value: string): number | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?Z?)?$/.exec(value.trim()) ?? [];
  if (year === undefined) return undefined;
  return utcDay(+year, +month!, +day!) + Number(hour) * 3600 + Number(minute) * 60 + Number(second);
}

/** `+0100` or `-043000` in seconds. */
export function offsetSeconds(value: string): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] =
    /^([+-]?)(\d{1,2}):?(\d\d):?(\d\d)?$/.exec(value.trim()) ?? [];
  if (hours === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
