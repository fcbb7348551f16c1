import { parseZone } from './zones.ts';

/**
 * Parses the phrases of a written date: English, in any case and order.
 * @returns undefined unless every word is known, and only shifts occur twice
 */
export function readWords(input: string): Wording | undefined {
  const text = spaced(input);
  let wording: Wording = {};
  for (let at = 0; at <= text.length; ) {
    const phrase = phraseAt(text, at);
    const together = phrase?.wording && joined(wording, phrase.wording);
    if (!together) return undefined;
    wording = together;
    at = phrase.end + 1;
  }
  return wording;
}

/** Converts to lower case, with one space between phrases. */
function spaced(input: string): string {
  return input
    .trim()
    .toLowerCase()
    .replace(/\s*,\s*|\s+/g, ' ')
    .replace(/(?<=\d)t(?=\d)/, ' ')
    .replace(/(?<=\d)(?=z(?: |$))/, ' ')
    .replace(/(?<=:\d\d(?:\.\d{1,9})?)(?=[+-]\d)/, ' ');
}

function phraseAt(text: string, at: number): { wording: Wording | undefined; end: number } | undefined {
  for (const { form, says } of PHRASES) {
    form.lastIndex = at;
    const match = form.exec(text);
    if (match) return { wording: says(match.groups ?? {}), end: form.lastIndex };
  }
  return undefined;
}

function joined(wording: Wording, next: Wording): Wording | undefined {
  const { shift, ...once } = next;
  if (Object.keys(once).some(key => key in wording)) return undefined;
  if (shift) return { ...wording, ...once, shift: wording.shift ? sum(wording.shift, shift) : shift };
  if (!next.ago) return { ...wording, ...once };
  return wording.shift && { ...wording, ...once, shift: reversed(wording.shift) };
}

function sum(a: DateShift, b: DateShift): DateShift {
  return { months: a.months + b.months, days: a.days + b.days, seconds: a.seconds + b.seconds };
}

function reversed({ months, days, seconds }: DateShift): DateShift {
  return { months: -months, days: -days, seconds: -seconds };
}

/**
 * The meaning of one phrase of a written date, or of all phrases together, before it is resolved in a zone and relative
 * to now.
 */
export interface Wording {
  day?: DayPhrase;
  time?: Time;
  weekday?: Weekday;
  shift?: DateShift;
  /** Set by "next week": together with a weekday, it means that day of the week, which runs from Monday to Sunday. */
  wholeWeek?: true;
  /** Set by "ago": the shifts before it count backwards. */
  ago?: true;
  zone?: string;
}

export type DayPhrase =
  | { is: 'date'; year?: number; month: number; day: number | 'last' }
  | { is: 'near'; days: number }
  | { is: 'of month'; months: number; day: 1 | 'last' }
  | {
      is: 'weekday of month';
      month: { months: number } | { year?: number; number: number };
      weekday: number;
      nth: number;
    }
  | { is: 'now' };
export type Time = { hour: number; minute: number; second: number };
/** Monday is 1, Sunday 7; `turn` is 1 for next, -1 for last, 0 for this. */
export type Weekday = { number: number; turn?: number };
export type DateShift = { months: number; days: number; seconds: number };

type DateWords = Partial<Record<string, string>>;

function phrase(form: string, says: (words: DateWords) => Wording | undefined) {
  return { form: new RegExp(`(?:${form})(?= |$)`, 'y'), says };
}

const YEAR = '(?<year>[1-9]\\d{3})';
const MONTH = '(?<month>\\d\\d?)';
const MONTH_NAME =
  '(?<monthName>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?' +
  '|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY = '(?<day>\\d\\d?)';
const DAY_TH = `${DAY}(?:st|nd|rd|th)?`;
const EDGE = '(?<edge>first|last)';
const HOUR = '(?<hour>\\d\\d?)';
const MINUTE = '(?<minute>[0-5]\\d)';
const SECOND = '(?<second>[0-5]\\d)';
const TURN = '(?<turn>next|this|last|previous)';
const WEEKDAY =
  '(?<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?' +
  '|sat(?:urday)?|sun(?:day)?)';
const ORDINAL = '(?<ordinal>first|second|third|fourth|fifth|last)';
const UNIT = '(?<unit>sec|second|min|minute|hour|day|week|fortnight|month|year)s?';

/** All supported phrases, in lower case. If two forms match, the first one counts. */
export const PHRASES = [
  phrase(`${YEAR}-${MONTH}-${DAY}`, date), // 2031-05-10
  phrase(`${YEAR}/${MONTH}/${DAY}`, date), // 2031/05/10
  phrase(`${MONTH}/${DAY}/${YEAR}`, date), // 05/10/2031
  phrase(`${DAY}-${MONTH}-${YEAR}`, date), // 10-05-2031
  phrase(`${DAY}\\.${MONTH}\\.${YEAR}`, date), // 10.05.2031
  phrase(`${YEAR}(?<month>\\d\\d)(?<day>\\d\\d)`, date), // 20310510, with a time behind it
  phrase(`${DAY_TH}[ -]${MONTH_NAME}[ -]${YEAR}`, date), // 10 may 2031, 10-may-2031
  phrase(`${MONTH_NAME}[ -]${DAY_TH}[ -]${YEAR}`, date), // may 10th 2031
  phrase(`${YEAR}-${MONTH_NAME}-${DAY}`, date), // 2031-may-10
  phrase(`${DAY_TH} ${MONTH_NAME}`, date), // 10 may, of this year
  phrase(`${MONTH_NAME} ${DAY_TH}`, date), // may 10
  phrase(`${MONTH_NAME} ${YEAR}`, date), // may 2031: its first day
  phrase(`${YEAR}-(?<month>\\d\\d)`, date), // 2031-05
  phrase(`${EDGE} day of ${MONTH_NAME}(?: ${YEAR})?`, date), // last day of february 2031
  phrase(`${EDGE} day of ${TURN} month`, edgeOfMonth), // first day of next month
  phrase(`${ORDINAL} ${WEEKDAY} of ${MONTH_NAME}(?: ${YEAR})?`, weekdayOfMonth), // third tuesday of march 2027
  phrase(`${ORDINAL} ${WEEKDAY} of ${TURN} month`, weekdayOfMonth), // first friday of next month

  phrase(`${HOUR}(?::${MINUTE}(?::${SECOND})?)? ?(?<half>[ap])\\.?m\\.?`, time), // 4pm, 7:30 p.m.
  phrase(`${HOUR}:${MINUTE}(?::${SECOND}(?:\\.\\d{1,9})?)?`, time), // 16:30, 16:30:15.123
  phrase(`${HOUR}:(?<minute>[0-5]?\\d):(?<second>[0-5]?\\d)`, time), // 9:5:3
  phrase(`(?<hour>\\d\\d)${MINUTE}${SECOND}`, time), // 163015
  phrase('noon', () => ({ time: { hour: 12, minute: 0, second: 0 } })),
  phrase('midnight', () => ({ time: { hour: 0, minute: 0, second: 0 } })),

  phrase('now', () => ({ day: { is: 'now' } })),
  phrase('yesterday', () => ({ day: { is: 'near', days: -1 } })),
  phrase('today', () => ({ day: { is: 'near', days: 0 } })),
  phrase('tomorrow', () => ({ day: { is: 'near', days: 1 } })),
  phrase(`(?:${TURN} )?${WEEKDAY}`, weekday), // wednesday, next wednesday
  phrase(`${TURN} week`, week), // next week
  phrase(`${TURN} ${UNIT}`, turnOfUnit), // next month
  phrase(`(?<sign>[+-]?) ?(?<amount>\\d{1,9}) ?${UNIT}`, amountOfUnit), // +5 days, 1 year, -2 hours
  phrase('ago', () => ({ ago: true })),

  phrase('(?<name>[+-]\\d\\d(?::?\\d\\d)?|[a-z][a-z0-9_+/:.-]*)', zone), // z, +02:00, est, america/new_york
];

function date(words: DateWords): Wording {
  const month = words.monthName ? MONTHS.indexOf(words.monthName.slice(0, 3)) + 1 : Number(words.month);
  const day = words.edge === 'last' ? 'last' : Number(words.day ?? 1);
  return { day: { is: 'date', month, day, ...(words.year && { year: Number(words.year) }) } };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function edgeOfMonth(words: DateWords): Wording {
  return { day: { is: 'of month', months: turn(words), day: words.edge === 'last' ? 'last' : 1 } };
}

/** The fifth weekday may lie in the next month; `nth` is 0 for the last one. */
function weekdayOfMonth(words: DateWords): Wording {
  const { number: weekday } = weekdayNumber(words);
  const month = words.monthName
    ? {
        number: MONTHS.indexOf(words.monthName.slice(0, 3)) + 1,
        ...(words.year && { year: Number(words.year) }),
      }
    : { months: turn(words) };
  const nth = ['last', 'first', 'second', 'third', 'fourth', 'fifth'].indexOf(words.ordinal ?? '');
  return { day: { is: 'weekday of month', month, weekday, nth } };
}

const weekdayNumber = (words: DateWords) => ({
  number: WEEKDAYS.indexOf((words.weekday ?? '').slice(0, 3)) + 1,
});

const turn = (words: DateWords): number => (words.turn === 'next' ? 1 : words.turn === 'this' ? 0 : -1);

function time(words: DateWords): Wording | undefined {
  const [hour, minute, second] = [Number(words.hour), Number(words.minute ?? 0), Number(words.second ?? 0)];
  const at = (hour: number) => ({ time: { hour, minute, second } });
  if (words.half === undefined)
    return hour < 24 || (hour === 24 && minute + second === 0) ? at(hour) : undefined;
  return hour < 1 || hour > 12 ? undefined : at((hour % 12) + (words.half === 'p' ? 12 : 0));
}

function weekday(words: DateWords): Wording {
  const { number } = weekdayNumber(words);
  return { weekday: { number, ...(words.turn && { turn: turn(words) }) } };
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function week(words: DateWords): Wording {
  return { shift: shift(turn(words), 'week'), wholeWeek: true };
}

function turnOfUnit(words: DateWords): Wording {
  return { shift: shift(turn(words), words.unit) };
}

function amountOfUnit(words: DateWords): Wording {
  return { shift: shift(Number(words.amount) * (words.sign === '-' ? -1 : 1), words.unit) };
}

/** Other units are seconds. */
const UNITS = new Map<string | undefined, Partial<DateShift>>(
  Object.entries({
    ...{ year: { months: 12 }, month: { months: 1 }, fortnight: { days: 14 }, week: { days: 7 } },
    ...{ day: { days: 1 }, hour: { seconds: 3600 }, min: { seconds: 60 }, minute: { seconds: 60 } },
  }),
);

function shift(amount: number, unit: string | undefined): DateShift {
  const { months = 0, days = 0, seconds = 0 } = UNITS.get(unit) ?? { seconds: 1 };
  return { months: amount * months, days: amount * days, seconds: amount * seconds };
}

function zone({ name }: DateWords): Wording | undefined {
  const id = name && parseZone(name);
  return id ? { zone: id } : undefined;
}
