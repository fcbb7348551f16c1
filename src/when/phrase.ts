import type { Language } from '../i18n/language.ts';
import type { Unit } from '../i18n/recurrence-grammar.ts';
import { type Answers, type Doubt, Doubtful } from './questions.ts';
import type { Token } from './tokens.ts';

/** Days are counted from 1970-01-01, times in minutes of the day. */
export type Day = number;

/** A day as it is written, before its month and year are known. */
export interface Atom {
  weekday?: number;
  day?: number;
  month?: number;
  year?: number;
  /** A day that needs nothing else. */
  known?: Day;
  isPlural?: boolean;
  /** `le mardi`: this one, or each. */
  hasArticle?: boolean;
  /** `May 5`: days behind it may be of the same month. */
  isMonthFirst?: boolean;
  /** `26 March, Friday`: the weekday may be that of a whole range. */
  isWeekdayBehind?: boolean;
}

/** A day, or days from one to another. */
export interface Part {
  readonly first: Atom;
  readonly last?: Atom;
}

/** A time of day as it is written. */
export interface Timed {
  readonly minutes: number;
  /** Whether it may be of the morning or of the evening. */
  readonly isUnsure: boolean;
  /** The part of the day that was said with it. */
  readonly half?: 'am' | 'pm';
  /** Whether it may be of the night before or of the one after: `midnight`. */
  readonly isNight?: boolean;
  /** Whether it is one of 24 hours. */
  readonly isWhole?: boolean;
}

export interface Hours {
  readonly first: Timed;
  readonly last?: Timed;
}

/** Days with the times that follow them. */
export interface TimedDays {
  readonly parts: readonly Part[];
  readonly hours: Hours[];
  /** Whether there are times before them. */
  readonly isBehindHours?: boolean;
}

/** What a series leaves out. */
export interface Exceptions {
  readonly parts: readonly Part[];
  readonly weekdays: readonly number[];
  readonly months: readonly number[];
}

/** How often something repeats. */
export interface Period {
  readonly unit: Unit;
  readonly interval: number;
}

/** When something begins, and ends if that is said; a day without minutes lasts all day. */
export interface Span {
  readonly day: Day;
  readonly minutes: number | undefined;
  readonly endDay: Day;
  readonly endMinutes: number | undefined;
}

/** Spans, of which the first may repeat by a rule. */
export interface Said {
  readonly spans: readonly Span[];
  /** The value of an RRULE; undefined if the spans are all. */
  readonly rule?: string;
  readonly except?: readonly Day[];
}

/** What a phrase says beside its days and times, each at most once. */
export interface Facts {
  /** From 1, Monday. */
  readonly weekdays: readonly number[];
  readonly isEvery: true;
  readonly isHabit: true;
  readonly period: Period;
  readonly nths: readonly number[];
  readonly monthDays: readonly number[];
  readonly months: { readonly first: number; readonly last: number; readonly year?: number | undefined };
  readonly from: Atom;
  readonly until: Atom;
  readonly count: number;
  readonly duration: number;
  readonly isAllDay: true;
  readonly except: Exceptions;
  readonly half: 'am' | 'pm';
  readonly also: TimedDays;
  readonly isOneTime: true;
  /** What is said of the first day alone. */
  readonly isOpening: true;
  readonly span: Span;
}

/** What is taken for granted, and told: the next year that fits, and no end. */
export type Assumption = 'year' | 'end';

/** When a phrase is read. */
export type Now = Pick<Phrase, 'today' | 'minutes'>;

/** The tokens of a phrase, read from left to right, and what they say. */
export class Phrase {
  readonly tokens: readonly Token[];
  readonly today: Day;
  /** The time of the day at which it is read. */
  readonly minutes: number;
  readonly language: Language;
  readonly assumed = new Set<Assumption>();
  /** Weekdays at other times than those said first. */
  readonly others: { readonly weekdays: readonly number[]; readonly hours: Hours[] }[] = [];
  /** What its dates are counted from that it does not name: a day or, for a day of the month, a month. */
  relative: 'today' | 'month' | undefined;
  readonly runs: TimedDays[] = [];
  /** Times before the first day, or of weekdays. */
  readonly hours: Hours[] = [];
  at = 0;
  /** Whether its times stand behind parts of the day: `Morning: 10 h. Afternoon: 17 h`. */
  isLabelled = false;
  /** Whether it has said days that are left out, behind its times: times behind those days are of one of them. */
  hasLeftOut = false;
  readonly #answers: Answers;
  #asked = new Set<Doubt>();
  #facts: Partial<Facts> = {};

  constructor(tokens: readonly Token[], { today, minutes }: Now, language: Language, answers: Answers) {
    const said = tokens.filter(({ is }) => is !== 'nothing' && is !== 'open' && is !== 'aside');
    const isOfWeekdays = (at: number) => said[at - (said[at - 1]?.is === 'comma' ? 2 : 1)]?.is === 'weekday';
    this.tokens = said.filter(({ is }, at) => is !== 'of the' || isOfWeekdays(at));
    this.today = today;
    this.minutes = minutes;
    this.language = language;
    this.#answers = answers;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  is(meaning: Token['is'], ahead = 0): boolean {
    return this.peek(ahead)?.is === meaning;
  }

  isOne(meanings: readonly Token['is'][], ahead = 0): boolean {
    const token = this.peek(ahead);
    return token !== undefined && meanings.includes(token.is);
  }

  skip(...meanings: Token['is'][]): boolean {
    const isHere = this.isOne(meanings);
    if (isHere) this.at++;
    return isHere;
  }

  /** Forgets what it read if that is nothing. */
  attempt<Read>(read: () => Read | undefined): Read | undefined {
    const [at, facts, asked] = [this.at, { ...this.#facts }, new Set(this.#asked)];
    const found = read();
    if (found === undefined) [this.at, this.#facts, this.#asked] = [at, facts, asked];
    return found;
  }

  /** What comes next, without going on. */
  ahead<Read>(read: () => Read | undefined): Read | undefined {
    let found: Read | undefined;
    this.attempt(() => {
      found = read();
      return undefined;
    });
    return found;
  }

  /** Keeps what the phrase says. Two such things are a question. */
  say<Name extends keyof Facts>(name: Name, value: Facts[Name]): true {
    const before = this.#facts[name];
    if (before !== undefined && before !== value) throw new Doubtful('several');
    this.#facts[name] = value;
    return true;
  }

  said<Name extends keyof Facts>(name: Name): Facts[Name] | undefined {
    return this.#facts[name];
  }

  take<Name extends keyof Facts>(name: Name): Facts[Name] | undefined {
    const value = this.#facts[name];
    delete this.#facts[name];
    return value;
  }

  forget(...names: (keyof Facts)[]): void {
    for (const name of names) delete this.#facts[name];
  }

  /** What was said and stands in no reading is a question. */
  end(): void {
    if (this.runs.length + this.hours.length + this.others.length > 0) throw new Doubtful('several');
    if (Object.keys(this.#facts).length > 0) throw new Doubtful('vague');
  }

  /** Which of two readings is meant. */
  ask(doubt: Doubt): 0 | 1 {
    const answer = this.#answers[doubt];
    const isAgain = this.#asked.has(doubt) && doubt !== 'half of day' && doubt !== 'order';
    if (answer === undefined || isAgain) throw new Doubtful(doubt, !isAgain);
    this.#asked.add(doubt);
    return answer;
  }
}
