import type { Language } from '../i18n/language.ts';
import {
  type CivilDate,
  civilDateOf,
  dayOf,
  isLeapYear,
  monthLength,
  weekdayOf,
} from '../recurrence/calendar.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Days are counted from 1970-01-01, times in minutes of the day. */
type Day = number;

/** When something begins, and ends if that is said; a day without minutes lasts all day. */
export interface Span {
  readonly day: Day;
  readonly minutes: number | undefined;
  readonly endDay: Day;
  readonly endMinutes: number | undefined;
}

/** What a phrase says: spans, of which the first may repeat by a rule. */
export interface Reading {
  readonly spans: readonly Span[];
  /** The value of an RRULE; undefined if the spans are all. */
  readonly rule?: string;
  readonly except?: readonly Day[];
}

/** Why a phrase needs an answer. */
export type Doubt =
  | 'half of day'
  | 'order'
  | 'weekday'
  | 'no such date'
  | 'which day'
  | 'several'
  | 'start'
  | 'vague'
  | 'or'
  | 'midnight';

export type Read =
  | { readonly reading: Reading }
  | { readonly doubt: Doubt; readonly choices: readonly Reading[] }
  | { readonly unknown: string };

class Doubtful extends Error {
  readonly doubt: Doubt;
  readonly choices: readonly Reading[];
  constructor(doubt: Doubt, choices: readonly Reading[] = []) {
    super(doubt);
    this.doubt = doubt;
    this.choices = choices;
  }
}

/** How questions were answered. */
export interface Answers {
  readonly half?: 'am' | 'pm';
  readonly order?: 'day' | 'month';
}

/**
 * Reads when something happens, as people write it. What may mean two things is a doubt, never a guess, and no word is
 * ignored that may say something else.
 * @param today the day of whoever writes
 */
export function readPhrase(text: string, language: Language, today: Day, answers: Answers = {}): Read {
  const tokens = tokensOf(text, language);
  if (!Array.isArray(tokens)) return tokens;
  if (tokens.some(({ is }) => is === 'undated')) return { unknown: text };
  try {
    return { reading: new Reader(tokens, today, language, answers).read() };
  } catch (error) {
    if (!(error instanceof Doubtful)) throw error;
    const { doubt } = error;
    const choices =
      error.choices.length > 0
        ? error.choices
        : bothOf(doubt, answers, chosen => readPhrase(text, language, today, chosen));
    return doubt === 'which day' && !tokens.some(saysSomething) ? { unknown: text } : { doubt, choices };
  }
}

/** The two readings of a doubt that an answer settles. */
function bothOf(doubt: Doubt, answers: Answers, read: (answers: Answers) => Read): Reading[] {
  const both: Answers[] =
    doubt === 'half of day' && !answers.half
      ? [
          { ...answers, half: 'am' },
          { ...answers, half: 'pm' },
        ]
      : doubt === 'order' && !answers.order
        ? [
            { ...answers, order: 'day' },
            { ...answers, order: 'month' },
          ]
        : [];
  return both.flatMap(chosen => {
    const found = read(chosen);
    return 'reading' in found ? found.reading : [];
  });
}

const saysSomething = ({ is }: Token): boolean =>
  !['nothing', 'comma', 'dash', 'open', 'vague', 'a', 'plural', 'at', 'at or to', 'and', 'in'].includes(is);

/** A day as it is written, before its month and year are known. */
interface Atom {
  weekday?: number;
  day?: number;
  month?: number;
  year?: number;
  /** A day that needs nothing else. */
  known?: Day;
  isPlural?: boolean;
}

interface Clock {
  readonly start: number;
  readonly end: number | undefined;
}

const HALF = 720;
const DAY = 1440;

/** Reads the tokens of a phrase from left to right, and then says what they mean together. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #today: Day;
  readonly #language: Language;
  readonly #answers: Answers;
  #at = 0;

  /** Runs of days with the times that follow them. */
  readonly #runs: { atoms: Atom[]; isRange: boolean; clocks: Clock[] }[] = [];
  readonly #clocks: Clock[] = [];
  readonly #except: Atom[] = [];
  #nths: number[] = [];
  #isEvery = false;
  #isMonthly = false;
  #isDaily = false;
  #isAllDay = false;
  #interval = 1;
  #until: Atom | undefined;
  #from: Atom | undefined;
  #monthOnly: { month: number; year?: number } | undefined;
  #count: number | undefined;
  #duration: number | undefined;
  #weekdays: number[] = [];
  #monthDay: number | undefined;
  #whole: Span | undefined;
  #isBetween = false;

  constructor(tokens: readonly Token[], today: Day, language: Language, answers: Answers) {
    this.#tokens = tokens.filter(({ is }) => is !== 'nothing' && is !== 'open');
    this.#today = today;
    this.#language = language;
    this.#answers = answers;
  }

  read(): Reading {
    while (this.#at < this.#tokens.length) this.#step();
    return this.#conclude();
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  #is(meaning: Token['is'], ahead = 0): boolean {
    return this.#peek(ahead)?.is === meaning;
  }

  #skip(...meanings: Token['is'][]): boolean {
    if (!meanings.includes(this.#peek()?.is as Token['is'])) return false;
    this.#at++;
    return true;
  }

  #step(): void {
    const token = this.#peek()!;
    if (this.#special(token)) return;
    const clock = this.#clock();
    if (clock) {
      this.#addClock(clock);
      return;
    }
    const run = this.#days();
    if (run) {
      this.#addRun(run);
      return;
    }
    this.#at++;
    if (token.is === 'or') throw new Doubtful('or');
    if (token.is === 'vague') throw new Doubtful('vague');
    if (['comma', 'dash', 'and', 'at', 'at or to', 'from', 'plural', 'a'].includes(token.is)) return;
    throw new Doubtful('which day');
  }

  /** What stands for itself. */
  #special(token: Token): boolean {
    switch (token.is) {
      case 'all day':
        this.#at++;
        this.#isAllDay = true;
        return true;
      case 'duration':
        this.#at++;
        this.#duration = token.minutes;
        return true;
      case 'daily':
        this.#at++;
        this.#isDaily = true;
        return true;
      case 'workdays':
        this.#at++;
        this.#weekdays = [1, 2, 3, 4, 5];
        this.#isEvery = true;
        return true;
      case 'weekends':
        this.#at++;
        this.#weekdays = [6, 7];
        this.#isEvery = true;
        return true;
      case 'of month':
        this.#at++;
        this.#isMonthly = true;
        return true;
      case 'every':
        this.#at++;
        return this.#every();
      case 'until':
        this.#at++;
        return this.#untilDay();
      case 'except':
        this.#at++;
        return this.#exceptDays();
      case 'from':
        this.#at++;
        return this.#fromDay();
      case 'ordinal':
        return this.#ordinals();
      case 'midnight':
        this.#at++;
        throw new Doubtful('midnight');
      case 'between':
        this.#at++;
        this.#isBetween = true;
        return true;
      case 'alternate':
        this.#at++;
        this.#interval = 2;
        this.#isEvery = true;
        return true;
      case 'lasts':
        return this.#lasts();
      default:
        return this.#counted(token);
    }
  }

  /** `duration: 1 h 30` */
  #lasts(): boolean {
    this.#at++;
    this.#skip('comma');
    const token = this.#peek();
    if (token?.is !== 'time' && token?.is !== 'duration') return true;
    this.#at++;
    this.#duration = token.minutes;
    return true;
  }

  /** `10 sessions`, `6 weeks`. */
  #counted(token: Token): boolean {
    if (token.is !== 'number') return false;
    if (token.isOrdinal && this.#leadsToWeekday()) return this.#ordinals();
    const next = this.#peek(1)?.is;
    if (next !== 'times' && !(next === 'week' && (this.#weekdays.length > 0 || this.#runs.some(isRepeated))))
      return false;
    this.#count = token.value;
    this.#at += 2;
    return true;
  }

  /** Whether numbers such as first and third stand before a weekday. */
  #leadsToWeekday(): boolean {
    let at = this.#at;
    for (let token = this.#tokens[at]; token; token = this.#tokens[at]) {
      if (token.is === 'weekday') return at > this.#at;
      const isPart =
        (token.is === 'number' && token.isOrdinal) ||
        token.is === 'and' ||
        token.is === 'comma' ||
        token.is === 'ordinal';
      if (!isPart) return false;
      at++;
    }
    return false;
  }

  #every(): boolean {
    this.#isEvery = true;
    this.#skip('plural');
    if (this.#skip('other')) this.#interval = 2;
    const token = this.#peek();
    if (token?.is === 'number') {
      const unit = this.#peek(1)?.is;
      if (unit === 'week' || unit === 'day') {
        this.#at += 2;
        const isFortnight = unit === 'day' && (token.value === 15 || token.value === 14);
        if (unit === 'day' && !isFortnight) {
          this.#isDaily = true;
          this.#interval = token.value;
        } else this.#interval = isFortnight ? 2 : token.value;
        return true;
      }
    }
    if (this.#skip('day')) this.#isDaily = true;
    else if (this.#skip('week')) return true;
    else if (this.#skip('month')) this.#isMonthly = true;
    else if (this.#is('weekend')) {
      this.#at++;
      this.#weekdays = [6, 7];
    }
    return true;
  }

  #untilDay(): boolean {
    this.#skip('at or to', 'at', 'plural');
    // `until 8 pm` is an end in the day.
    if (this.#is('time')) {
      const clock = this.#clock();
      const last = this.#clocks.at(-1) ?? this.#runs.at(-1)?.clocks.at(-1);
      if (!clock || !last) throw new Doubtful('start');
      this.#replaceClock(last, { start: last.start, end: clock.start });
      return true;
    }
    const atom = this.#atom();
    if (!atom) {
      const token = this.#peek();
      if (token?.is === 'month name') {
        this.#at++;
        this.#until = { month: token.value, day: 0 };
        return true;
      }
      throw new Doubtful('which day');
    }
    this.#until = atom;
    return true;
  }

  #replaceClock(old: Clock, next: Clock): void {
    for (const clocks of [this.#clocks, ...this.#runs.map(({ clocks }) => clocks)]) {
      const at = clocks.indexOf(old);
      if (at >= 0) clocks[at] = next;
    }
  }

  #exceptDays(): boolean {
    for (;;) {
      this.#skip('plural', 'at or to');
      const atom = this.#atom();
      if (!atom) throw new Doubtful('vague');
      this.#except.push(atom);
      const next = this.#peek()?.is;
      const after = this.#peek(1)?.is;
      const goesOn =
        (next === 'and' || next === 'comma') &&
        (after === 'date' || after === 'number' || after === 'weekday' || after === 'plural');
      if (!goesOn) break;
      if (next === 'comma' && after === 'number' && this.#peek(2)?.is === 'times') break;
      this.#at++;
    }
    fillMonths(this.#except);
    return true;
  }

  #fromDay(): boolean {
    const clock = this.#clock();
    if (clock) {
      this.#addClock(clock);
      return true;
    }
    this.#skip('at or to', 'at', 'plural');
    const start = this.#at;
    const run = this.#days();
    if (!run) return true;
    if (run.isRange || run.atoms.length > 1) {
      this.#at = start;
      return false;
    }
    const isRepeated = this.#isEvery || this.#weekdays.length > 0 || this.#nths.length > 0 || this.#isDaily;
    const isSpan = this.#is('to') || this.#is('at or to') || this.#clockAhead();
    if (!isRepeated || isSpan) {
      if (isRepeated && !this.#is('to') && !this.#is('at or to')) this.#from = run.atoms[0];
      else this.#addRun(run);
    } else this.#from = run.atoms[0];
    return true;
  }

  /** Whether a time comes next. */
  #clockAhead(): boolean {
    const start = this.#at;
    const found = this.#clock() !== undefined;
    this.#at = start;
    return found;
  }

  /** `first and third Monday`, of each month or of one. */
  #ordinals(): boolean {
    const nths: number[] = [];
    let at = this.#at;
    for (;;) {
      const token = this.#tokens[at];
      if (token?.is !== 'ordinal' && !(token?.is === 'number' && token.isOrdinal)) break;
      nths.push(token.value);
      at++;
      // "I quart" is also a quarter of an hour.
      if (this.#tokens[at]?.is === 'and quarter') {
        nths.push(4);
        at++;
        break;
      }
      const sep = this.#tokens[at]?.is;
      const after = this.#tokens[at + 1];
      const isNext = after?.is === 'ordinal' || (after?.is === 'number' && after.isOrdinal);
      if ((sep === 'and' || sep === 'comma') && isNext) at++;
      else break;
    }
    const weekday = this.#tokens[at];
    if (weekday?.is === 'weekday' && nths.length > 0) {
      this.#at = at + 1;
      this.#nths = nths;
      this.#weekdays = [weekday.value];
      const month = this.#peek();
      if (month?.is === 'month name') {
        this.#at++;
        this.#monthOnly = { month: month.value, ...this.#year() };
      }
      return true;
    }
    if (nths.length === 1 && this.#tokens[at]?.is === 'day') {
      const month = this.#tokens[at + 1];
      if (month?.is === 'of month' || month?.is === 'month') {
        this.#at = at + 1;
        this.#monthDay = nths[0];
        return true;
      }
    }
    // `primer de maig`, `1er mai`
    if (nths[0] === 1 && this.#tokens[at]?.is === 'month name') {
      const month = this.#tokens[at] as { value: number };
      this.#at = at + 1;
      this.#addRun({ atoms: [{ day: 1, month: month.value, ...this.#year() }], isRange: false });
      return true;
    }
    this.#at++;
    throw new Doubtful('which day');
  }

  #year(): { year?: number } {
    const skipped = this.#is('comma') ? 1 : 0;
    const token = this.#peek(skipped);
    if (token?.is !== 'number' || token.value < 1900 || token.value > 2200) return {};
    this.#at += skipped + 1;
    return { year: token.value };
  }

  /** A time, or two with what joins them; undefined if there is none here. */
  #clock(): Clock | undefined {
    const start = this.#at;
    const hasAt =
      this.#skip('at') || (this.#is('at or to') && this.#timeAt(this.#at + 1) && this.#skip('at or to'));
    const first = this.#time(Boolean(hasAt));
    if (!first) {
      this.#at = start;
      return undefined;
    }
    const joint = this.#at;
    const isBetween = this.#isBetween && this.#is('and');
    if (this.#skip('dash', 'to', 'at or to', 'until', 'at') || (isBetween && this.#skip('and'))) {
      this.#skip('at', 'at or to', 'plural');
      const second = this.#is('midnight')
        ? (this.#at++, { minutes: DAY, isUnsure: false, half: undefined, isBare: false })
        : this.#time(true);
      if (second) return this.#range(first, second);
      this.#at = joint;
    }
    if (first.isBare && !hasAt) {
      this.#at = start;
      return undefined;
    }
    return { start: this.#settled(first), end: undefined };
  }

  #timeAt(at: number): boolean {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    if (token?.is === 'time' || token?.is === 'noon' || token?.is === 'midnight') return true;
    if (token?.is === 'a' && next?.is === 'ordinal' && next.value === 4) return true;
    if (token?.is !== 'number' || (token.value > 24 && token.value > 0)) return false;
    return token.isWord === true || isHalf(next) || next?.is === 'hour' || next?.is === 'noon';
  }

  /**
   * A single time.
   * @param isExpected whether a bare number is one
   */
  #time(isExpected: boolean): Timed | undefined {
    const [found, after] = [this.#peek(), this.#peek(1)];
    // "Set" and "sept" are also short for a month.
    const isNumber = isExpected || after?.is === 'hour' || isHalf(after);
    const isSeven = found?.is === 'month name' && found.value === 9 && isNumber;
    const token: Token | undefined = isSeven ? { is: 'number', value: 7, isWord: true } : found;
    switch (token?.is) {
      case 'noon':
        this.#at++;
        return { ...SURE, minutes: HALF + this.#pastHour() };
      case 'half past':
        return this.#relativeHour(30);
      case 'quarter past':
        return this.#relativeHour(15);
      case 'quarter to':
        return this.#relativeHour(-15);
      case 'time':
        this.#at++;
        return this.#withHalf({ ...SURE, minutes: token.minutes, isUnsure: token.isUnsure === true });
      case 'number':
        return this.#quarters(token) ?? this.#numberHour(token, isExpected);
      case 'a':
        return this.#quarters({ is: 'number', value: 1 });
      default:
        return undefined;
    }
  }

  /** `half past seven` */
  #relativeHour(minutes: number): Timed | undefined {
    const hour = this.#peek(1);
    if (hour?.is !== 'number') return undefined;
    this.#at += 2;
    return this.#withHalf({ ...SURE, minutes: hour.value * 60 + minutes, isUnsure: true });
  }

  /** Minutes after an hour: `et demie`, `y cuarto`. */
  #pastHour(): number {
    if (this.#skip('and half')) return 30;
    if (this.#skip('and quarter')) return 15;
    return this.#skip('quarter to') ? -15 : 0;
  }

  /** A number that is an hour, by what stands around it. */
  #numberHour(token: Extract<Token, { is: 'number' }>, isExpected: boolean): Timed | undefined {
    const next = this.#peek(1);
    const isWithin = token.value >= 0 && token.value <= 24;
    if (!isWithin || next?.is === 'month name' || (token.isOrdinal && !isExpected)) return undefined;
    const hasHour = next?.is === 'hour';
    const joinsTime = this.#joinsTime(this.#at + 1, this.#tokens[this.#at - 1]?.is === 'weekday');
    if (!isExpected && !hasHour && !isHalf(next) && next?.is !== 'noon' && !joinsTime) return undefined;
    this.#at++;
    this.#skip('hour');
    const minutes = token.value * 60 + this.#pastHour();
    const isUnsure = token.value >= 1 && token.value <= 11;
    return this.#withHalf({ ...SURE, minutes, isUnsure, isBare: !hasHour && !isExpected && !joinsTime });
  }

  #back(start: number): undefined {
    this.#at = start;
    return undefined;
  }

  /** Whether a number is joined to a time: `18-20 h`, `6 to 8 pm`. */
  #joinsTime(at: number, isDay: boolean): boolean {
    const joint = this.#tokens[at]?.is;
    if (joint !== 'dash' && joint !== 'to' && joint !== 'at or to' && joint !== 'and') return false;
    let next = at + 1;
    while (['at', 'at or to', 'plural'].includes(this.#tokens[next]?.is ?? '')) next++;
    const token = this.#tokens[next];
    const after = this.#tokens[next + 1];
    if (joint === 'and' && (token?.is !== 'time' || !this.#isBetween)) return false;
    // `Thursday 3 - 20 h` is a day and a time; `Mondays 5-6 pm` are two times.
    if (isDay && joint === 'dash' && !isHalf(after)) return false;
    if (token?.is === 'time' || token?.is === 'midnight' || token?.is === 'noon') return true;
    return (
      token?.is === 'number' &&
      (isHalf(after) || after?.is === 'hour') &&
      (after as Token | undefined)?.is !== 'month name'
    );
  }

  #quarters(token: Extract<Token, { is: 'number' }>): Timed | undefined {
    const next = this.#peek(1);
    const isFraction = token.value < 0;
    const isWords = this.#language === 'ca' && next?.is === 'ordinal' && next.value === 4;
    const isPlural = this.#language === 'ca' && next?.is === 'quarters';
    if (!isFraction && !isWords && !isPlural) return undefined;
    const hourAt = this.#at + (isFraction ? 1 : 2);
    const hour = this.#tokens[hourAt];
    const value =
      hour?.is === 'number' ? hour.value : hour?.is === 'month name' && hour.value === 9 ? 7 : undefined;
    if (value === undefined) return undefined;
    this.#at = hourAt + 1;
    const minutes = (value - 1) * 60 + Math.abs(token.value) * 15;
    return this.#withHalf({ minutes, isUnsure: true, half: undefined, isBare: false });
  }

  /** With the part of the day that follows. */
  #withHalf(timed: Timed): Timed {
    const token = this.#peek();
    if (!isHalf(token) && token?.is !== 'noon') return timed;
    if (token.is === 'noon' && timed.minutes > 3 * 60 && timed.minutes < 12 * 60) return timed;
    this.#at++;
    const half = token.is === 'morning' ? 'am' : 'pm';
    return { ...timed, minutes: inHalf(timed.minutes, half), isUnsure: false, half, isBare: false };
  }

  #range(first: Timed, second: Timed): Clock {
    let { minutes: start } = first;
    let { minutes: end } = second;
    if (second.half && !first.half && first.isUnsure) {
      // `6-8 pm`, `11-1 pm`
      const same = inHalf(start, second.half);
      start = same < end ? same : inHalf(start, second.half === 'pm' ? 'am' : 'pm');
    } else if (first.isUnsure && !second.half) {
      // With an end of 24 hours the beginning is one as well.
      if (second.isUnsure || this.#answers.half) {
        start = this.#settled(first);
        const settled = this.#settled(second);
        end = settled;
      }
    } else if (second.isUnsure && first.half)
      end = inHalf(end, first.half) > start ? inHalf(end, first.half) : end + HALF;
    else if (second.isUnsure) end = this.#language === 'en' && start < HALF ? end : end;
    if (end <= start) end += DAY;
    return { start, end };
  }

  /** Whether another time is of a clock with 24 hours, which is then that of all. */
  get #hasWholeClock(): boolean {
    return this.#tokens.some(token => token.is === 'time' && !token.isUnsure && token.minutes >= HALF + 60);
  }

  #settled({ minutes, isUnsure }: Timed): number {
    if (!isUnsure || this.#hasWholeClock) return minutes;
    if (!this.#answers.half) throw new Doubtful('half of day');
    return inHalf(minutes, this.#answers.half);
  }

  #addClock(clock: Clock): void {
    const run = this.#runs.at(-1);
    const before = run && this.#weekdays.length === 0 ? run.clocks.at(-1) : this.#clocks.at(-1);
    if (before && clock.start <= before.start) throw new Doubtful('several');
    if (run && this.#weekdays.length === 0) run.clocks.push(clock);
    else this.#clocks.push(clock);
    this.#spanOfDays(clock);
  }

  /** `from 3 June 10:00 to 7 June 18:00`. */
  #spanOfDays(clock: Clock): void {
    const start = this.#at;
    const run = this.#runs.at(-1);
    if (!run || run.atoms.length !== 1 || clock.end !== undefined) return;
    if (!this.#skip('to', 'at or to', 'dash', 'until')) return;
    const end = this.#days();
    const last = end && !end.isRange && end.atoms.length === 1 ? this.#clock() : undefined;
    if (!end || !last || last.end !== undefined) {
      this.#at = start;
      return;
    }
    const both = [run.atoms[0]!, end.atoms[0]!];
    const [day, endDay] = this.#rangeOf(both);
    this.#whole = { day, minutes: clock.start, endDay, endMinutes: last.start };
    this.#runs.length = 0;
  }

  /** One day as it is written; undefined if there is none here. */
  #atom(): Atom | undefined {
    const token = this.#peek();
    if (!token) return undefined;
    const relative = this.#relative(token);
    if (relative) return relative;
    if (token.is === 'date') return this.#numericDate(token);
    if (token.is === 'month name') return this.#monthFirst(token);
    let weekday: number | undefined;
    let isPlural = false;
    const start = this.#at;
    if (token.is === 'weekday') {
      weekday = token.value;
      isPlural = token.isPlural;
      this.#at++;
      this.#skip('comma');
      this.#skip('day');
      const date = this.#peek();
      if (date?.is === 'date') return { ...this.#numericDate(date), weekday };
      if (date?.is === 'month name' && this.#peek(1)?.is === 'number')
        return { ...this.#monthFirst(date), weekday };
    } else this.#skip('day');
    const number = this.#peek();
    const isCounted = this.#is('times', 1) || this.#is('week', 1);
    if (
      number?.is === 'number' &&
      !isCounted &&
      number.value >= 1 &&
      number.value <= 31 &&
      !number.isWord &&
      !this.#isTimeHere()
    ) {
      this.#at++;
      const month = this.#peek();
      if (month?.is !== 'month name') return { ...(weekday && { weekday }), day: number.value, isPlural };
      this.#at++;
      return {
        ...(weekday && { weekday }),
        day: number.value,
        month: month.value,
        ...this.#year(),
        isPlural,
      };
    }
    if (weekday === undefined) return this.#back(start);
    this.#at = start + 1;
    return { weekday, isPlural };
  }

  /** Whether the number here is an hour. */
  #isTimeHere(): boolean {
    const next = this.#peek(1);
    return (
      isHalf(next) ||
      next?.is === 'hour' ||
      next?.is === 'noon' ||
      this.#joinsTime(this.#at + 1, this.#tokens[this.#at - 1]?.is === 'weekday')
    );
  }

  #numericDate(token: Extract<Token, { is: 'date' }>): Atom {
    this.#at++;
    const { day, month, year, isUnsure } = token;
    if (isUnsure && !this.#answers.order) {
      const weekday = this.#tokens[this.#at - 2];
      const settled = weekday?.is === 'weekday' ? this.#orderBy(weekday.value, token) : undefined;
      if (!settled) throw new Doubtful('order');
      return settled;
    }
    const isSwapped = isUnsure && this.#answers.order === 'month';
    return {
      day: isSwapped ? month : day,
      month: isSwapped ? day : month,
      ...(year !== undefined && { year }),
    };
  }

  /** The weekday before a date in numbers tells which of them is the month. */
  #orderBy(
    weekday: number,
    { day, month, year }: { day: number; month: number; year?: number },
  ): Atom | undefined {
    const fits = (one: number, other: number) => {
      const atom = { day: one, month: other, ...(year !== undefined && { year }) };
      const found = this.#dayIn(atom, this.#today);
      return found !== undefined && weekdayOf(found) + 1 === weekday ? atom : undefined;
    };
    const [first, second] = [fits(day, month), fits(month, day)];
    return first && second ? undefined : (first ?? second);
  }

  /** `March 5, 2027` */
  #monthFirst(month: Extract<Token, { is: 'month name' }>): Atom | undefined {
    const day = this.#peek(1);
    if (day?.is !== 'number' || day.value > 31 || day.value < 1) return undefined;
    const after = this.#peek(2);
    if (isHalf(after) || after?.is === 'hour') return undefined;
    this.#at += 2;
    return { day: day.value, month: month.value, ...this.#year() };
  }

  #relative(token: Token): Atom | undefined {
    if (token.is === 'today') {
      this.#at++;
      return { known: this.#today };
    }
    if (token.is === 'tonight') {
      // A day and a part of it.
      this.#at++;
      this.#evening();
      return { known: this.#today };
    }
    if (token.is === 'tomorrow') {
      this.#at++;
      return { known: this.#today + 1 };
    }
    if (token.is === 'day after tomorrow') {
      this.#at++;
      return { known: this.#today + 2 };
    }
    if (token.is === 'in') {
      const [number, unit] = [this.#peek(1), this.#peek(2)];
      const value = number?.is === 'number' ? number.value : number?.is === 'a' ? 1 : undefined;
      if (value === undefined || (unit?.is !== 'day' && unit?.is !== 'week')) return undefined;
      this.#at += 3;
      return { known: this.#today + value * (unit.is === 'week' ? 7 : 1) };
    }
    if (token.is === 'this' || token.is === 'next') return this.#pointed(token.is);
    if (token.is === 'weekday') {
      const next = this.#peek(1);
      if (next?.is === 'next') {
        this.#at += 2;
        return { known: this.#coming(token.value) };
      }
      if (next?.is === 'week later' || (next?.is === 'week' && this.#language === 'en')) {
        this.#at += 2;
        return { known: this.#coming(token.value) + 7 };
      }
    }
    return undefined;
  }

  /** The time after "tonight" is of the evening. */
  #evening(): void {
    const [first, second] = [this.#peek(), this.#peek(1)];
    const number = first?.is === 'at' || first?.is === 'comma' ? second : first;
    const skipped = number === first ? 0 : 1;
    if (number?.is !== 'number' && number?.is !== 'time') return;
    if (isHalf(this.#peek(skipped + 1))) return;
    const minutes = number.is === 'number' ? number.value * 60 : number.minutes;
    this.#at += skipped + 1;
    this.#clocks.push({ start: inHalf(minutes, 'pm'), end: undefined });
  }

  #pointed(which: 'this' | 'next'): Atom | undefined {
    const next = this.#peek(1);
    if (next?.is === 'weekday') {
      this.#at += 2;
      this.#skip('next');
      const isUnsure = which === 'next' && this.#language === 'en' && next.value > weekdayOf(this.#today) + 1;
      if (isUnsure) {
        const day = this.#coming(next.value);
        void day;
        throw new Doubtful('which day');
      }
      return { known: this.#coming(next.value) };
    }
    if (next?.is === 'weekend') {
      this.#at += 2;
      const saturday = this.#today + ((6 - (weekdayOf(this.#today) + 1) + 7) % 7);
      this.#whole = { day: saturday, minutes: undefined, endDay: saturday + 1, endMinutes: undefined };
      return { known: saturday };
    }
    if (which === 'this' && isHalf(next)) {
      this.#at += 2;
      return { known: this.#today };
    }
    return undefined;
  }

  /** The first such weekday after today. */
  #coming(weekday: number): Day {
    const days = (weekday - (weekdayOf(this.#today) + 1) + 7) % 7;
    return this.#today + (days === 0 ? 7 : days);
  }

  /** Days that are joined by commas, "and", or as a range. */
  #days(): { atoms: Atom[]; isRange: boolean } | undefined {
    const start = this.#at;
    const isPlural = this.#skip('plural');
    this.#skip('at or to');
    const first = this.#atom();
    if (!first) return this.#back(start);
    const atoms = [{ ...first, ...(isPlural && { isPlural }) }];
    let isRange = false;
    for (;;) {
      const joint = this.#at;
      const token = this.#peek()?.is;
      if (token === 'or') throw new Doubtful('or');
      const isJoint = token === 'comma' || token === 'and';
      const isTo = token === 'dash' || token === 'to' || token === 'at or to' || token === 'until';
      if (!isJoint && !isTo) break;
      if (isTo && isRange) break;
      this.#at++;
      this.#skip('plural', 'and');
      if (this.#skip('or')) throw new Doubtful('or');
      const isHourNext = isTo && token === 'at or to' && this.#timeAt(this.#at) && !this.#dateAt(this.#at);
      const next = isHourNext ? undefined : this.#atom();
      const last = atoms.at(-1)!;
      // `June 7, 8` may go on with an hour.
      const isLoose =
        token === 'comma' && last.month !== undefined && next?.day !== undefined && next.month === undefined;
      const fits = next && !isLoose && (isTo || sameForm(last, next));
      if (!fits) {
        this.#at = joint;
        break;
      }
      atoms.push(next);
      if (isTo) isRange = true;
    }
    return { atoms, isRange };
  }

  #dateAt(at: number): boolean {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    return token?.is === 'date' || (token?.is === 'number' && next?.is === 'month name');
  }

  #addRun({ atoms, isRange }: { atoms: Atom[]; isRange: boolean }): void {
    fillMonths(atoms);
    const isOfWeekdays = atoms.every(({ day, known }) => day === undefined && known === undefined);
    const isBare = atoms.some(({ day, month, weekday }) => day !== undefined && !month && !weekday);
    if (isBare && this.#runs.length > 0) throw new Doubtful('which day');
    if (!isOfWeekdays) {
      this.#runs.push({ atoms, isRange, clocks: this.#runs.length === 0 ? this.#clocks.splice(0) : [] });
      return;
    }
    if (this.#weekdays.length > 0) throw new Doubtful('several');
    const weekdays = atoms.map(({ weekday }) => weekday!);
    this.#weekdays = isRange ? between(weekdays[0]!, weekdays[1]!) : weekdays;
    if (isRange || atoms.length > 1 || atoms.some(({ isPlural }) => isPlural)) this.#isEvery = true;
    if (this.#is('in') && this.#is('month name', 1)) this.#at++;
    const token = this.#peek();
    if (token?.is === 'month name' && this.#peek(1)?.is !== 'number') {
      this.#at++;
      this.#monthOnly = { month: token.value, ...this.#year() };
    }
  }

  // What all of it means together.

  #conclude(): Reading {
    if (this.#whole && this.#runs.every(({ atoms }) => atoms.length === 1)) {
      const clock = this.#allClocks()[0];
      if (clock && this.#whole.minutes === undefined) throw new Doubtful('which day');
      return { spans: [this.#whole] };
    }
    if (this.#isMonthly || (this.#nths.length > 0 && !this.#monthOnly)) return this.#monthly();
    if (this.#nths.length > 0) return this.#single(this.#nthDay());
    if (this.#weekdays.length > 0) return this.#weekly();
    if (this.#isDaily) return this.#daily();
    if (this.#runs.length === 0) {
      if (this.#until) throw new Doubtful('start');
      throw new Doubtful('which day');
    }
    if (this.#isEvery) return this.#yearly();
    if (this.#until && !this.#runs[0]!.isRange) return this.#untilLast();
    return this.#dated();
  }

  #allClocks(): Clock[] {
    return [...this.#clocks, ...this.#runs.flatMap(({ clocks }) => clocks)];
  }

  /** The one time of what repeats; two would be two series. */
  #oneClock(): Clock | undefined {
    const clocks = this.#allClocks();
    if (clocks.length > 1) throw new Doubtful('several');
    return clocks[0];
  }

  #spanOn(day: Day, clock: Clock | undefined): Span {
    if (!clock || this.#isAllDay) return { day, minutes: undefined, endDay: day, endMinutes: undefined };
    const { start } = clock;
    const end = clock.end ?? (this.#duration === undefined ? undefined : start + this.#duration);
    const begin = day + Math.floor(start / DAY);
    return {
      ...{ day: begin, minutes: start % DAY },
      endDay: end === undefined ? begin : day + Math.floor(end / DAY),
      endMinutes: end === undefined ? undefined : end % DAY,
    };
  }

  #single(day: Day): Reading {
    return { spans: [this.#spanOn(day, this.#oneClock())] };
  }

  /** Dates, each with the times that follow it or all. */
  #dated(): Reading {
    const spans: Span[] = [];
    const last = this.#runs.at(-1)!;
    let from = this.#today;
    for (const run of this.#runs) {
      const clocks =
        run.clocks.length > 0
          ? run.clocks
          : this.#runs.length > 1 && last.clocks.length > 0 && run !== last
            ? last.clocks
            : this.#clocks;
      if (run.isRange) {
        const [day, endDay] = this.#rangeOf(run.atoms);
        if (this.#runs.length > 1) throw new Doubtful('several');
        if (clocks.length === 0)
          return { spans: [{ day, minutes: undefined, endDay, endMinutes: undefined }] };
        if (clocks.length > 1) throw new Doubtful('several');
        return { spans: [this.#spanOn(day, clocks[0])], rule: `FREQ=DAILY;COUNT=${endDay - day + 1}` };
      }
      for (const atom of run.atoms) {
        const day = this.#dayOf(atom, from);
        if (run.atoms.length > 1 || this.#runs.length > 1) from = Math.max(from, this.#today);
        for (const clock of clocks.length > 0 ? clocks : [undefined]) spans.push(this.#spanOn(day, clock));
      }
    }
    if (this.#except.length > 0 || this.#count !== undefined) throw new Doubtful('vague');
    return {
      spans: spans.toSorted((one, other) => one.day - other.day || (one.minutes ?? 0) - (other.minutes ?? 0)),
    };
  }

  /** `from 3 June until 7 June`. */
  #untilLast(): Reading {
    const [run] = this.#runs;
    if (this.#runs.length > 1 || run!.atoms.length > 1) throw new Doubtful('several');
    const [day, endDay] = this.#rangeOf([run!.atoms[0]!, this.#until!]);
    const clock = this.#oneClock();
    if (!clock) return { spans: [{ day, minutes: undefined, endDay, endMinutes: undefined }] };
    return { spans: [this.#spanOn(day, clock)], rule: `FREQ=DAILY;COUNT=${endDay - day + 1}` };
  }

  #startDay(): Day {
    if (this.#from) return this.#dayOf(this.#from, this.#today);
    return this.#today;
  }

  #daily(): Reading {
    const weekdays = this.#except.flatMap(({ weekday, day, known }) =>
      day === undefined && known === undefined ? weekday! : [],
    );
    if (weekdays.length > 0) {
      // Every day but Monday is each of the others.
      this.#except.splice(0);
      this.#weekdays = [1, 2, 3, 4, 5, 6, 7].filter(day => !weekdays.includes(day));
      this.#isEvery = true;
      this.#isDaily = false;
      return this.#weekly();
    }
    const [run, ...others] = this.#runs;
    if (!run) return this.#repeated('DAILY', this.#startDay());
    if (others.length > 0 || !run.isRange) throw new Doubtful('several');
    return this.#repeated('DAILY', ...this.#rangeOf(run.atoms));
  }

  #weekly(): Reading {
    if (this.#except.some(({ day, known }) => day === undefined && known === undefined))
      throw new Doubtful('vague');
    const weekdays = [...new Set(this.#weekdays)].toSorted((one, other) => one - other);
    const range = this.#runs.find(({ isRange }) => isRange);
    if (this.#monthOnly) {
      if (!this.#isEvery) throw new Doubtful('which day');
      return this.#repeatedWithin(weekdays, ...this.#monthDays(this.#monthOnly));
    }
    if (range) return this.#repeatedWithin(weekdays, ...this.#rangeOf(range.atoms));
    const [run] = this.#runs;
    if (run && this.#until)
      return this.#repeatedWithin(weekdays, ...this.#rangeOf([run.atoms[0]!, this.#until]));
    if (run) {
      // A date beside weekdays is none of them.
      throw new Doubtful('several');
    }
    if (!this.#isEvery && !this.#until && !this.#from && this.#count === undefined) {
      if (weekdays.length > 1) throw new Doubtful('which day');
      const today = weekdayOf(this.#today) + 1;
      return this.#single(this.#today + ((weekdays[0]! - today + 7) % 7));
    }
    if (this.#from && this.#until) {
      const [from, until] = this.#rangeOf([this.#from, this.#until]);
      return this.#repeatedWithin(weekdays, from, until);
    }
    return this.#repeated('WEEKLY', firstOf(weekdays, this.#startDay()), undefined, weekdays);
  }

  #repeatedWithin(weekdays: readonly number[], from: Day, until: Day): Reading {
    const first = firstOf(weekdays, from);
    if (first > until) throw new Doubtful('no such date');
    return this.#repeated('WEEKLY', first, until, weekdays);
  }

  #monthDays({ month, year }: { month: number; year?: number }): [Day, Day] {
    const now = civilDateOf(this.#today);
    const of = year ?? (month < now.month ? now.year + 1 : now.year);
    const first = dayOf(of, month, 1);
    const isNow = of === now.year && month === now.month;
    return [isNow ? this.#today : first, dayOf(of, month, lengthOf(of, month))];
  }

  #nthDay(): Day {
    const { month, year } = this.#monthOnly!;
    if (this.#nths.length > 1) throw new Doubtful('several');
    const now = civilDateOf(this.#today);
    for (const of of year === undefined ? [now.year, now.year + 1] : [year]) {
      const day = nthOf(of, month, this.#nths[0]!, this.#weekdays[0]!);
      if (day !== undefined && (day >= this.#today || year !== undefined)) return day;
    }
    throw new Doubtful('no such date');
  }

  #monthly(): Reading {
    const start = this.#startDay();
    if (this.#nths.length > 0) {
      const weekday = CODES[this.#weekdays[0]! - 1]!;
      const days = this.#nths.map(nth => `${nth}${weekday}`).join(',');
      const first = this.#firstMonthly(start, (year, month) =>
        this.#nths.map(nth => nthOf(year, month, nth, this.#weekdays[0]!)),
      );
      return this.#repeated(`MONTHLY;BYDAY=${days}`, first);
    }
    const [run] = this.#runs;
    const day =
      this.#monthDay ??
      (run?.atoms.length === 1 && run.atoms[0]!.month === undefined ? run.atoms[0]!.day : undefined);
    if (day === undefined) throw new Doubtful('which day');
    this.#clocks.push(...(run?.clocks ?? []));
    this.#runs.length = 0;
    const first = this.#firstMonthly(start, (year, month) => [
      day <= lengthOf(year, month) ? dayOf(year, month, day) : undefined,
    ]);
    return this.#repeated('MONTHLY', first);
  }

  /** The first of some days of each month. */
  #firstMonthly(from: Day, daysIn: (year: number, month: number) => (Day | undefined)[]): Day {
    const { year, month } = civilDateOf(from);
    for (let at = 0; at < 24; at++) {
      const [y, m] = [year + Math.floor((month - 1 + at) / 12), ((month - 1 + at) % 12) + 1];
      const found = daysIn(y, m).filter(day => day !== undefined && day >= from) as Day[];
      if (found.length > 0) return Math.min(...found);
    }
    throw new Doubtful('no such date');
  }

  #yearly(): Reading {
    const [run] = this.#runs;
    const atom = run!.atoms[0]!;
    if (this.#runs.length > 1 || run!.atoms.length > 1 || atom.month === undefined)
      throw new Doubtful('which day');
    return this.#repeated('YEARLY', this.#dayOf(atom, this.#today));
  }

  #repeated(frequency: string, first: Day, last?: Day, weekdays: readonly number[] = []): Reading {
    const clock = this.#oneClock();
    const byDay = weekdays.length > 0 ? `;BYDAY=${weekdays.map(day => CODES[day - 1]).join(',')}` : '';
    const interval = this.#interval > 1 ? `;INTERVAL=${this.#interval}` : '';
    const until = last ?? (this.#until && this.#untilFrom(this.#until, first));
    if (until !== undefined && until < first) throw new Doubtful('no such date');
    const end =
      until !== undefined
        ? `;UNTIL=${compact(until)}${clock ? 'T235959' : ''}`
        : this.#count !== undefined
          ? `;COUNT=${this.#count}`
          : '';
    const except = this.#except.map(atom => this.#dayOf(atom, first));
    return {
      spans: [this.#spanOn(first, clock)],
      rule: `FREQ=${frequency}${interval}${byDay}${end}`,
      ...(except.length > 0 && { except }),
    };
  }

  #untilFrom(atom: Atom, first: Day): Day {
    if (atom.day !== 0) return this.#dayOf(atom, first);
    const { year } = civilDateOf(first);
    const of = dayOf(year, atom.month!, lengthOf(year, atom.month!)) < first ? year + 1 : year;
    return dayOf(of, atom.month!, lengthOf(of, atom.month!));
  }

  /** The two ends of a range: a missing year is that of the end, which is the next one that is not over. */
  #rangeOf(atoms: readonly Atom[]): [Day, Day] {
    const [first, last] = [atoms[0]!, atoms.at(-1)!];
    if (atoms.length > 2) throw new Doubtful('several');
    if (last.year === undefined && first.year === undefined) {
      const start = this.#dayOf(first, this.#today);
      return [start, this.#dayOf(last, start)];
    }
    if (last.year === undefined) {
      const start = this.#dayOf(first, this.#today);
      return [start, this.#dayOf(last, start)];
    }
    const end = this.#dayOf(last, this.#today);
    if (first.year !== undefined || first.known !== undefined)
      return this.#ordered(this.#dayOf(first, this.#today), end);
    const { year } = civilDateOf(end);
    const same = this.#dayOf({ ...first, year }, this.#today, false);
    return [
      same <= end ? this.#checked(first, same) : this.#dayOf({ ...first, year: year - 1 }, this.#today),
      end,
    ];
  }

  #ordered(start: Day, end: Day): [Day, Day] {
    if (end < start) throw new Doubtful('no such date');
    return [start, end];
  }

  /** The day of an atom: a missing year is the next one. */
  #dayOf(atom: Atom, from: Day, isChecked = true): Day {
    if (atom.known !== undefined) return atom.known;
    if (atom.day === undefined) return firstOf([atom.weekday!], from);
    const day = atom.month === undefined ? this.#dayOfMonth(atom, from) : this.#dayIn(atom, from);
    if (day === undefined) throw new Doubtful('no such date');
    return isChecked ? this.#checked(atom, day) : day;
  }

  /** A weekday that contradicts its date is a question. */
  #checked({ weekday }: Atom, day: Day): Day {
    if (weekday !== undefined && weekdayOf(day) + 1 !== weekday) throw new Doubtful('weekday');
    return day;
  }

  /** `Wednesday 2`: the next day with this number. */
  #dayOfMonth({ day }: Atom, from: Day): Day | undefined {
    for (let at = from; at < from + 62; at++) if (civilDateOf(at).monthDay === day) return at;
    return undefined;
  }

  #dayIn({ day, month, year }: Atom, from: Day): Day | undefined {
    const exists = (of: number) => month! >= 1 && month! <= 12 && day! >= 1 && day! <= lengthOf(of, month!);
    if (year !== undefined) return exists(year) ? dayOf(year, month!, day!) : undefined;
    const now = civilDateOf(from);
    for (let of = now.year; of < now.year + 9; of++)
      if (exists(of) && dayOf(of, month!, day!) >= from) return dayOf(of, month!, day!);
    return undefined;
  }
}

interface Timed {
  readonly minutes: number;
  readonly isUnsure: boolean;
  readonly half: 'am' | 'pm' | undefined;
  /** A number that may be something else. */
  readonly isBare: boolean;
}

/** A time that says all of it. */
const SURE = { isUnsure: false, half: undefined, isBare: false } as const;

const isHalf = (token: Token | undefined): token is { is: 'morning' | 'afternoon' | 'evening' } =>
  token?.is === 'morning' || token?.is === 'afternoon' || token?.is === 'evening';

function inHalf(minutes: number, half: 'am' | 'pm'): number {
  if (half === 'am') return minutes >= HALF && minutes < HALF + 60 ? minutes - HALF : minutes;
  return minutes < HALF ? minutes + HALF : minutes;
}

const isRepeated = ({ atoms }: { atoms: readonly Atom[] }): boolean => atoms.some(({ isPlural }) => isPlural);

/** Days in a list are written alike: numbers, dates, or weekdays. */
const sameForm = (one: Atom, other: Atom): boolean =>
  (one.day !== undefined || one.known !== undefined) ===
  (other.day !== undefined || other.known !== undefined);

/** `3, 5 and 7 June 2027`: days without a month or a year take those of the next one that has them. */
function fillMonths(atoms: Atom[]): void {
  for (let at = atoms.length - 2; at >= 0; at--) {
    const [atom, next] = [atoms[at]!, atoms[at + 1]!];
    if (atom.day !== undefined && atom.month === undefined && next.month !== undefined) {
      atom.month = next.month;
      if (next.year !== undefined && atom.year === undefined) atom.year = next.year;
    }
  }
  // `March 12 and 19`
  for (let at = 1; at < atoms.length; at++) {
    const [before, atom] = [atoms[at - 1]!, atoms[at]!];
    if (atom.day !== undefined && atom.month === undefined && before.month !== undefined) {
      if (before.day !== undefined && atom.day <= before.day) throw new Doubtful('which day');
      atom.month = before.month;
      if (before.year !== undefined) atom.year = before.year;
    }
  }
}

function between(first: number, last: number): number[] {
  const days: number[] = [];
  for (let day = first; ; day = (day % 7) + 1) {
    days.push(day);
    if (day === last || days.length === 7) return days;
  }
}

function firstOf(weekdays: readonly number[], from: Day): Day {
  let day = from;
  while (!weekdays.includes(weekdayOf(day) + 1)) day++;
  return day;
}

const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

const lengthOf = (year: number, month: number): number => monthLength(month, isLeapYear(year));

/** The nth weekday of a month, from its end if that is negative. */
function nthOf(year: number, month: number, nth: number, weekday: number): Day | undefined {
  const length = lengthOf(year, month);
  const [first, last] = [dayOf(year, month, 1), dayOf(year, month, length)];
  if (nth < 0) return last - ((weekdayOf(last) + 1 - weekday + 7) % 7);
  const day = first + ((weekday - (weekdayOf(first) + 1) + 7) % 7) + (nth - 1) * 7;
  return day <= last ? day : undefined;
}

const compact = (day: Day): string => {
  const { year, month, monthDay }: CivilDate = civilDateOf(day);
  return `${year}${String(month).padStart(2, '0')}${String(monthDay).padStart(2, '0')}`;
};
