import { isDay } from '../../lib/time/dates.ts';
import { WEEKDAYS } from '../../recurrence/rule.ts';
import type { ShownEvent } from './record.ts';

/** How the form says that an event repeats. Any other rule is shown as its lines. */
export const REPETITIONS = ['no', 'weekly', 'monthly_weekday', 'monthly_day', 'yearly', 'lines'] as const;

/** What the form says of it. */
export interface RepetitionValues {
  readonly repeats: string;
  /** The last date: `2031-07-30`. */
  readonly until: string;
  /** Dates that are left out, separated by commas. */
  readonly except: string;
  /** Lines of RFC 5545, for a rule that the other fields cannot say. */
  readonly lines: string;
}

/** The lines of RFC 5545 for what the form says; none for a single event. */
export function repetitionOf(
  values: RepetitionValues & { readonly start_day: string; readonly start_time: string },
): string[] {
  const { repeats, until, except, lines, start_day, start_time } = values;
  if (repeats === 'lines') return lines.split('\n').filter(line => line.trim() !== '');
  const rule = ruleOf(repeats, start_day);
  if (rule === undefined) return [];
  const end = until && `;UNTIL=${until.replaceAll('-', '')}${start_time === '' ? '' : 'T235959'}`;
  const hour = start_time === '' ? '' : `T${digits(start_time)}`;
  const left = except
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(date => date.replaceAll('-', '') + hour);
  const value = hour === '' ? ';VALUE=DATE' : '';
  return [`RRULE:${rule}${end}`, ...(left.length > 0 ? [`EXDATE${value}:${left.join(',')}`] : [])];
}

const digits = (time: string): string => {
  const [, hour = '', minute = '00', second = '00'] = /^(\d{1,2})\D*(\d{2})?(?::(\d{2}))?/.exec(time) ?? [];
  return hour.padStart(2, '0') + minute + second;
};

/** The rule of a repetition that begins on a day. */
function ruleOf(repeats: string, day: string): string | undefined {
  if (!isDay(day)) return repeats === 'no' || repeats === '' ? undefined : 'FREQ=WEEKLY';
  const date = Temporal.PlainDate.from(day);
  const weekday = WEEKDAYS[date.dayOfWeek - 1]!;
  const nth = Math.ceil(date.day / 7);
  if (repeats === 'weekly') return 'FREQ=WEEKLY';
  // The fifth Friday of a month is its last one: there is not always a fifth.
  if (repeats === 'monthly_weekday') return `FREQ=MONTHLY;BYDAY=${nth === 5 ? -1 : nth}${weekday}`;
  if (repeats === 'monthly_day') return 'FREQ=MONTHLY';
  return repeats === 'yearly' ? 'FREQ=YEARLY' : undefined;
}

const NONE: RepetitionValues = { repeats: 'no', until: '', except: '', lines: '' };

/** How the form shows the rule of an event: in its own fields if these make the same lines again. */
export function repetitionValues(event: ShownEvent): RepetitionValues {
  const lines = event.recurrence ?? [];
  if (lines.length === 0) return NONE;
  const start_day = event.start_date.slice(0, 10);
  const start_time = event.all_day ? '' : event.start_date.slice(11);
  const until = dashed(/UNTIL=(\d{8})/.exec(lines.join('\n'))?.[1]);
  const except = lines
    .filter(line => line.startsWith('EXDATE'))
    .flatMap(line => line.slice(line.indexOf(':') + 1).split(','))
    .map(date => dashed(date.slice(0, 8)))
    .join(', ');
  for (const repeats of REPETITIONS) {
    const values = { repeats, until, except, lines: '' };
    const same = repeats !== 'lines' && repetitionOf({ ...values, start_day, start_time });
    if (same && same.join('\n') === lines.join('\n')) return values;
  }
  return { ...NONE, repeats: 'lines', lines: lines.join('\n') };
}

const dashed = (date: string | undefined): string =>
  date === undefined ? '' : date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
