import { languages } from '../../i18n/language.ts';
import { because, type Reason } from '../../intake/reason.ts';
import { isDay, isInRange } from '../../lib/time/dates.ts';
import { dateOf, parseZone, toWall } from '../../lib/time/zones.ts';
import { readWall, weekdayOf } from '../../recurrence/calendar.ts';
import { datesOf, parseWhen, type Understood, weekdaysIn } from '../../when/when.ts';
import type { SheetField } from './headings.ts';
import { type Month, type MonthContext, monthInCells } from './months.ts';
import { answerIn } from './sheet.ts';

export type DateOrder = 'dmy' | 'mdy';

/** How the dates of a sheet are read. */
export interface SheetContext extends MonthContext {
  readonly zone: string;
  /** The order of day and month, as the whole column or somebody says; undefined if nobody knows. */
  readonly order: DateOrder | undefined;
  /** The month that the sheet says of dates without one. */
  readonly month?: Month | undefined;
  /** All its dates are at midnight, as programs write days. */
  readonly isOfDays?: boolean;
}

export type CellOf = (field: SheetField) => string;

/** A date in numbers, with a year or without one; not the end of a longer number. */
const NUMERIC = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/]|[.:-]\d)/g;

/** The dates in numbers of a text. Without a year, only a slash separates a date: `19.30` is a time. */
const numbersIn = (text: string) =>
  [...text.matchAll(NUMERIC)].filter(([, , mark, , year]) => year !== undefined || mark === '/');

/**
 * The order of day and month in a column, by the numbers that cannot be a month.
 * @returns undefined if both orders are possible, or both are used
 */
export function orderIn(texts: Iterable<string>): DateOrder | undefined {
  const found = new Set<DateOrder>();
  for (const text of texts)
    for (const [, first, , second] of numbersIn(text)) {
      const [isDay, isOtherDay] = [Number(first) > 12, Number(second) > 12];
      if (isDay !== isOtherDay) found.add(isDay ? 'dmy' : 'mdy');
    }
  return found.size === 1 ? [...found][0] : undefined;
}

/** Whether all dates are at midnight or end a minute before it. */
export function isOfDays(texts: readonly string[]): boolean {
  const dates = texts.filter(text => /\d:\d\d/.test(text));
  return (
    dates.length > 0 &&
    dates.every(text => /[T ](?:0?0:00|23:59)(?::\d\d)?(?:\.0+)?Z?$| 12:00(?::00)? ?AM$/i.test(text))
  );
}

/** When the event of a row takes place, with what was taken for granted. */
export interface RowTimes extends Understood {
  readonly notes?: readonly Reason[];
}

/** When the event of a row takes place, or why that is not known. */
export function whenOf(cell: CellOf, sheet: SheetContext): RowTimes | Reason {
  const month = monthInCells(cell('month'), cell('year'), sheet) ?? sheet.month;
  const context = { ...sheet, month };
  const failed = NEEDED.find(field => isCellError(cell(field)));
  if (failed) return because('cell_error', { text: cell(failed) });
  const when = timesOf(cell, context);
  if ('code' in when) return when;
  const doubt = doubtOf(when, cell('weekday'), context);
  if (doubt) return doubt;
  if (isFromNow(when, cell('date'), context))
    return { ...when, notes: [because('start_taken', { date: when.start_date.slice(0, 10) })] };
  const isMidnight = when.start_date.slice(11) === '00:00:00' && !when.all_day && !when.recurrence.length;
  if (!isMidnight || cell('all_day')) return withSeconds(when, cell);
  const whole = { ...when, all_day: true, end_date: `${when.end_date.slice(0, 10)} 00:00:00` };
  if (when.end_date.slice(11) === '23:59:00') return whole;
  // Programs write days without a time so.
  const isDay = when.end_date.slice(11) === '00:00:00' && MIDNIGHT.test(cell('date')) && !hasTime(cell);
  return isDay ? { ...whole, notes: [because('midnight_taken')] } : when;
}

/** Phrases say no seconds. */
function withSeconds(when: RowTimes, cell: CellOf): RowTimes {
  if (when.all_day || when.recurrence.length > 0) return when;
  const of = (wall: string, ...fields: readonly SheetField[]) => {
    const texts = fields.flatMap(name => [...cell(name).matchAll(/\b\d{1,2}:\d\d:(\d\d)\b/g)]);
    return (
      wall.slice(0, 17) + (texts.map(([, seconds]) => seconds!).find(seconds => seconds !== '00') ?? '00')
    );
  };
  const start_date = of(when.start_date, 'date', 'start_time', 'time');
  const end_date = of(when.end_date, 'end_date', 'end_time');
  return { ...when, start_date, end_date: end_date < start_date ? start_date : end_date };
}

/** Why a date is probably not what was meant: it is far off, or it lacks a day of the week that stands beside it. */
function doubtOf(when: Understood, weekday: string, context: SheetContext) {
  const off = [when.start_date, when.end_date].find(isFarFrom(context));
  if (off) return because('far_date', { date: off.slice(0, 10) });
  const named =
    [context.language, ...languages].map(one => weekdaysIn(weekday, one)).find(days => days?.length) ?? [];
  const weekdays = weekdaysOf(when);
  if (named.every(day => weekdays.has(day))) return undefined;
  const text = `${weekday} ${when.start_date.slice(0, 10)}`;
  return because(named.length > 1 ? 'uncertain' : 'other_weekday', { text });
}

/** The days of the week on which an event takes place, from 1, Monday. */
function weekdaysOf(when: Understood): ReadonlySet<number> {
  const [first, last] = [when.start_date, when.end_date].map(wall => readWall(wall).day);
  const lasting = Array.from({ length: Math.min(7, last! - first! + 1) }, (_, at) => first! + at);
  const days = [...lasting, ...datesOf(when, 50).starts.map(wall => readWall(wall).day)];
  return new Set(days.map(day => weekdayOf(day) + 1));
}

/** Years before which, and after how many, a date is rather a slip: 2027 in a cell of dates is 19 July 1905. */
const [FIRST_YEAR, LAST_YEARS] = [1930, 50];
const isFarFrom = ({ now }: SheetContext) => {
  const far = `${Number(now.slice(0, 4)) + LAST_YEARS}`;
  return (date: string): boolean => date < `${FIRST_YEAR}` || date > far;
};

/** What programs show in place of a value. */
export const isCellError = (text: string): boolean =>
  /^(?:#(?:[¡¿]?[\p{Lu}\d/]{2,12}[!?]|N\/[AD]|#+)|Err:\d{3})$/u.test(text);

const MIDNIGHT = /\d[T ](?:0?0:00(?::00)?(?:\.0+)?Z?|12:00(?::00)? ?AM)$/i;

const areMidnights = (cell: CellOf): boolean =>
  (['start_time', 'end_time'] as const).every(field => /^(?:0?0:00|12:00(?::00)? ?AM)/i.test(cell(field)));

const hasTime = (cell: CellOf): boolean =>
  (['time', 'start_time', 'end_time'] as const).some(field => cell(field) !== '');

/** Whether a repetition has no first day of its own: it would begin later if it was read later. */
function isFromNow({ start_date, recurrence }: Understood, date: string, context: SheetContext): boolean {
  if (!recurrence.some(line => line.startsWith('RRULE'))) return false;
  const text = canonical(date, context);
  const year = Number(context.now.slice(0, 4)) + 1;
  const later = 'text' in text && readAt(text.text, context, `${year}${context.now.slice(4)}`);
  return later !== false && !('code' in later) && later.start_date.slice(0, 10) !== start_date.slice(0, 10);
}

function timesOf(cell: CellOf, context: SheetContext): RowTimes | Reason {
  const timed = timings(cell('date'), parseZone(cell('timezone')) ?? context.zone, isFarFrom(context));
  if (timed) return timed;
  if (TIMES.some(field => cell(field).length > MOST)) return because('long_date');
  const date = canonical(cell('date'), context);
  const end = canonical(cell('end_date'), context);
  const problem = [date, end].find(one => 'why' in one);
  if (problem && 'why' in problem) return problem.why;
  const [first, ending] = [date, end].map(one => ('text' in one ? one.text : '')) as [string, string];
  if (first === '') return because('no_date');
  // Beside a date, `End` is a time.
  const isHour = [cell('start_time'), ending].every(text => /^\d{1,2}$/.test(text));
  const isTime = isHour || /^\d{1,2}(?:[:.]\d\d| ?h(?: ?\d\d)?)$/.test(ending);
  const isAllDay = answerIn(cell('all_day')) === true;
  // Outlook's whole days end at midnight, at the beginning of the next day.
  const isPast = isAllDay && isDay(ending) && ending > first && areMidnights(cell);
  const last = isTime ? '' : isPast ? dateOf(Date.parse(ending) / 86_400_000 - 1) : ending;
  const [from, to] = isAllDay
    ? ['', '']
    : ([cell('start_time') || cell('time'), cell('end_time') || (isTime ? ending : '')].map(text =>
        clock(text, first),
      ) as [string, string]);
  const other = [from, to].find(time => /^\d{4}-/.test(time));
  if (other) return because('two_times', { date: first, time: other });
  const withoutTime = (text: string) =>
    isAllDay || context.isOfDays ? text.replace(/\s+\d{1,2}:\d\d\b/g, '') : text;
  const isSameDay = last === '' || (isDay(first) && last === first);
  const [, written] = /^\d{4}-\d\d-\d\d (\d\d:\d\d)$/.exec(withoutTime(first)) ?? [];
  const own = written === '00:00' ? undefined : written;
  const begins = from || (to === '' ? '' : (own ?? ''));
  if (begins === '' && to !== '' && isSameDay) return because('uncertain', { text: `${first} – ${to}` });
  const hours =
    isSameDay && to !== '' && (to !== begins || to === '00:00')
      ? `${begins}-${begins.startsWith('@') ? to.replace(MORNING, '@ $1') : to}`
      : begins;
  const day = written && hours !== '' ? first.slice(0, 10) : withoutTime(first);
  const start = understood(`${day} ${hours}`.trim(), context);
  if (own && hours !== '' && !('code' in start) && start.start_date.slice(11, 16) !== own)
    return because('two_times', { date: own, time: hours });
  if ('code' in start || isSameDay) return start;
  if (start.recurrence.length > 0) return because('end_of_many');
  const until = understood(`${withoutTime(last)} ${to}`.trim(), context);
  if ('code' in until) return because('its_end', { why: until });
  if (until.all_day && !start.all_day) {
    if (until.start_date.slice(0, 10) === start.start_date.slice(0, 10)) return start;
    // Only the last day is known.
    return { ...start, end_date: `${until.start_date.slice(0, 10)} ${start.end_date.slice(11)}` };
  }
  if (until.start_date < start.start_date) return because('ends_first');
  return { ...start, end_date: until.start_date, all_day: start.all_day && until.all_day };
}

const TIMES = ['date', 'end_date', 'time', 'start_time', 'end_time', 'all_day'] as const;
const NEEDED: readonly SheetField[] = [...TIMES, 'title'];

export const isNeeded = (field: SheetField): boolean => NEEDED.includes(field);

/** Characters of a date. */
const MOST = 500;

/** What programs write for an instant; midnight in UTC is rather a day. */
const INSTANT =
  /^\d{4}-\d\d-\d\dT(?!00:00(?::00)?(?:\.0+)?Z)\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** What calendars write: `20310506T193000`. */
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\dZ?)$/;

/** The wall time of an instant; undefined if it does not exist, such as 30 February. */
function wallOf(instant: string, zone: string): string | undefined {
  const epoch = Date.parse(instant) / 1000;
  return isDay(instant.slice(0, 10)) && isInRange(epoch) ? toWall(epoch, zone) : undefined;
}

/** What OpenAgenda writes: `[{"begin": "2027-06-21T18:00:00+02:00", "end": …}]`. What is no period is told. */
function timings(text: string, zone: string, isFar: (wall: string) => boolean): RowTimes | undefined {
  if (!/^\[\{(?: ?"(?:begin|end)"|\})/.test(text)) return undefined;
  const all = (text.match(/\{[^}]*\}/g) ?? []).map(timing => {
    const moment = (name: string) => new RegExp(`"${name}": ?"([^"]+)"`).exec(timing)?.[1] ?? '';
    const moments = [moment('begin'), moment('end')] as const;
    const [start = '', end = ''] = moments.map(one => wallOf(one, zone));
    const isBad = !start || !end || Date.parse(moments[1]) < Date.parse(moments[0]);
    return { timing, start, end, isBad: isBad || isFar(start) || isFar(end) };
  });
  const [first, ...others] = all.filter(({ isBad }) => !isBad).sort((a, b) => (a.start < b.start ? -1 : 1));
  if (!first) return undefined;
  const basic = (wall: string) => wall.replace(/[-:]/g, '').replace(' ', 'T');
  const periods = others.map(({ start, end }) => `${basic(start)}/${basic(end)}`);
  const recurrence = periods.length > 0 ? [`RDATE;VALUE=PERIOD:${periods.join(',')}`] : [];
  const bad = all.filter(({ isBad }) => isBad).map(({ timing }) => timing.slice(0, 100));
  const notes = bad.map(value => because('unreadable', { name: 'timings', value }));
  return { start_date: first.start, end_date: first.end, all_day: false, recurrence, assumed: [], notes };
}

/** A text whose dates in numbers can be read in one way only. */
function canonical(text: string, { order, now, zone }: SheetContext): { text: string } | { why: Reason } {
  let why: Reason | undefined;
  const written = (all: string, first: string, mark: string, second: string, year: string | undefined) => {
    if (year === undefined && mark !== '/') return all;
    const own =
      Number(first) > 12 || first === second || mark === '.' ? 'dmy' : Number(second) > 12 ? 'mdy' : order;
    if (!own) why ??= because('either_order', { date: all });
    const [day, month] = (own === 'mdy' ? [second, first] : [first, second]).map(one => one.padStart(2, '0'));
    if (year !== undefined) return `${year.length === 2 ? fullYear(year, now) : year}-${month}-${day}`;
    return `${Number(day)}/${Number(month)}`;
  };
  const plain = text
    .replace(BASIC, '$1-$2-$3T$4:$5:$6')
    .replace(INSTANT, all => wallOf(all, zone) ?? all)
    .replace(NUMERIC, written)
    .replace(
      /\b(\d{4})([/.-])(\d\d?)\2(\d\d?)\b/g,
      (_, year, __, month, day) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    )
    .replace(/(\d{4}-\d\d-\d\d)T(?=\d)/g, '$1 ')
    .replace(/\b(\d{1,2}:\d\d):\d\d(?:\.\d+)?Z?\b/g, (_, time) => time.padStart(5, '0'))
    .replace(/(?<=\d )(?:0:00\b|12:00 ?AM\b)/gi, '00:00')
    .replace(/\s*[;\n|]\s*/g, ', ')
    .trim();
  return why === undefined ? { text: plain } : { why };
}

const MORNING = /^0?([89]|1[0-2]):00$/;

/** A year of two digits is not far in the future. */
const fullYear = (year: string, now: string): number => {
  const full = Number(now.slice(0, 2) + year);
  return full > Number(now.slice(0, 4)) + 30 ? full - 100 : full;
};

/** A time as it is said: an hour alone is one, but a small one may be of the evening. */
const clock = (text: string, date: string): string => {
  const plain = text
    .replace(/^(\d{4}-\d\d-\d\d)[T ](?=\d)/, (all, day) => (date.startsWith(day) ? '' : all))
    .replace(/^(?:30\/12\/1899|12\/30\/1899|1899-12-(?:30|31))[T ]/, '')
    .replace(/\b(\d{1,2}:\d\d):\d\d(?:\.0+Z?)?(?![\d.])/g, (_, time) => time.padStart(5, '0'))
    .replace(/(?<=\d):(?=[ap]m$)/i, ' ')
    .trim();
  if (/^[1-7]$/.test(plain)) return `@ ${plain}`;
  return /^\d{1,2}$/.test(plain)
    ? `${plain.padStart(2, '0')}:00`
    : plain.replace(/^(\d{1,2})\.(\d\d)$/, '$1:$2');
};

/** A date that says all of its day, or with the month that the sheet says. */
function understood(text: string, context: SheetContext): Understood | Reason {
  const { month, now } = context;
  const single = readAt(text, context, now);
  const isOpen = (one: Understood) =>
    one.recurrence.some(line => line.startsWith('RRULE') && !/UNTIL|COUNT/.test(line));
  const shown = { text: text.slice(0, 100) };
  if (!month) return 'code' in single || !single.relative ? single : because('uncertain', shown);
  if (!('code' in single) && isOpen(single)) return because('uncertain', shown);
  if (!('code' in single) && !single.relative && !single.assumed.includes('year')) return single;
  const read = readAt(text, context, month.from);
  if ('code' in read) return 'code' in single || single.relative ? read : single;
  if (read.relative === 'today' || (read.relative && (isOpen(read) || month.within === '')))
    return because('uncertain', shown);
  const isWithin = read.start_date.startsWith(month.within) && (!read.relative || staysIn(read, month));
  if (!isWithin) return read.relative ? because('no_such_date', shown) : single;
  const others = read.assumed.filter(one => one !== 'year');
  return { ...read, assumed: month.hasYear ? others : [...others, 'year'] };
}

/** Whether all days of what is read are of the month. */
const staysIn = ({ end_date, all_day, recurrence }: Understood, { within }: Month): boolean =>
  (!all_day || end_date.startsWith(within)) &&
  recurrence.every(line =>
    [...line.matchAll(/[:,](\d{4})(\d\d)/g)].every(([, year, month]) => `${year}-${month}` === within),
  );

/** In the language of the sheet or, if that does not know its words, in another one. */
function readAt(text: string, { language }: SheetContext, now: string): Understood | Reason {
  // Times with two digits are those of a clock of 24 hours.
  const isWhole = !/(?<!\d)\d(?:[:.]\d\d|\s*(?:h|$))/.test(text);
  const shown = { text: text.replace('@ ', '').slice(0, 100) };
  let why: Reason | undefined;
  for (const one of new Set([language, ...languages])) {
    const found = parseWhen(text, one, now, { order: 0, ...(isWhole && { 'half of day': 0 }) });
    if ('understood' in found) return found.understood;
    why ??=
      'unknown' in found ? because('not_a_date', shown) : because(DOUBTS[found.doubt] ?? 'uncertain', shown);
    if ('doubt' in found && found.doubt !== 'vague') break;
  }
  return why!;
}

const DOUBTS: Readonly<Record<string, 'no_such_date' | 'other_weekday' | 'half_of_day' | 'several_kinds'>> = {
  'no such date': 'no_such_date',
  weekday: 'other_weekday',
  'half of day': 'half_of_day',
  several: 'several_kinds',
};
