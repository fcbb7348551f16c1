import { formatDates } from '../../formats/dates.ts';
import { typesetDate } from '../../i18n/date-format.ts';
import {
  asHeading,
  formatDate,
  formatDay,
  formatMonthName,
  formatShortDayAndYear,
  formatTime,
  formatTimes,
} from '../../i18n/format-dates.ts';
import type { Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isDay } from '../../lib/time/dates.ts';
import { monthDots } from '../../pages/parts/month-dots.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
import { recurrenceText } from '../../recurrence/text/sentence.ts';
import { titleOf } from '../../when/asides.ts';
import type { Answers, Doubt } from '../../when/questions.ts';
import { datesOf, parseWhen, type Understood, unknownWord, type When } from '../../when/when.ts';
import { type AdminCall, type AdminPage, wallNow, withColon } from '../page.ts';
import { alertBox, radio } from '../parts.ts';
import { type FormValues, timeValues } from './values.ts';

/** What somebody has typed about when an event takes place, and what it means. */
export interface TypedWhen {
  /** As it was typed; it is never rewritten. */
  readonly text: string;
  readonly answers: Answers;
  /** Undefined if nothing was typed, or if the exact fields have it already. */
  readonly found: When | undefined;
}

/**
 * The text and the answers in a form or in a query. An answer is one to the text that it was asked of. A text that the
 * exact fields have already is not read again: `tomorrow` is another day tomorrow, and the fields may have changed.
 */
export function typedWhen(call: AdminCall, get: (name: string) => unknown): TypedWhen {
  const [sent, answer] = [get('when'), get('when_choice') ?? get('when_answer')];
  const text = typeof sent === 'string' ? sent.trim() : '';
  const isAnswered = get('when_asked') === text && typeof answer === 'string';
  const answers: Answers = isAnswered ? answersIn(answer) : {};
  if (text === '' || get('when_read') === text) return { text, answers, found: undefined };
  const read = (text: string) => parseWhen(text, call.language, wallNow(call), answers);
  const found = read(text);
  // Hours alone are those of the day that a single event has.
  const [day = '', ...rest] = ['start_day', 'end_day', 'repeats'].map(name => String(get(name) ?? ''));
  const isSingle = isDay(day) && rest.every(value => ['', 'no', day].includes(value));
  const isOpen = 'doubt' in found && found.doubt === 'which day' && found.choices.length === 0;
  return { text, answers, found: isSingle && isOpen ? read(`${day} ${text}`) : found };
}

/** Answers as a field has them: `order:0;half of day:1`. There are few questions about one text. */
const answersIn = (value: string): Answers =>
  Object.fromEntries(
    [...value.slice(0, 200).matchAll(/([a-z ]+):([01])/g)].map(([, doubt, at]) => [doubt, Number(at)]),
  );

const answerValue = (answers: Answers): string =>
  Object.entries(answers)
    .map(([doubt, at]) => `${doubt}:${at}`)
    .join(';');

/**
 * An instant as people write it, `tomorrow at 9am`, or as the form shows it.
 * @returns its wall time, or what is wrong with it
 */
export function typedInstant(call: AdminCall, text: string): { wall: string } | { error: string } {
  if (text === '' || /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)) return { wall: text };
  const found = parseWhen(text, call.language, wallNow(call));
  if ('understood' in found && found.understood.recurrence.length === 0)
    return { wall: found.understood.start_date.slice(0, 16) };
  const words = call.words.when;
  return { error: 'doubt' in found ? words[found.doubt] : words.unknown_instant };
}

/** A day as people write it in a filter, `6/5` or `next Friday`, or what is asked, with the days that it may be. */
export function typedDay(
  call: AdminCall,
  text: string,
  edge: 'start_date' | 'end_date' = 'start_date',
): { readonly day: string } | { readonly question: string; readonly days: readonly string[] } {
  if (isDay(text)) return { day: text };
  const found = parseWhen(text, call.language, wallNow(call));
  const dayOf = (understood: Understood) => understood[edge].slice(0, 10);
  if ('understood' in found && found.understood.recurrence.length === 0)
    return { day: dayOf(found.understood) };
  const question = whenError(call, { text, answers: {}, found }) ?? call.words.when.unknown;
  return { question, days: 'doubt' in found ? found.choices.map(dayOf) : [] };
}

/** A day as its field shows it: in words, if these are read as the same day. */
export function writtenDay(call: AdminCall, day: string): string {
  if (!isDay(day)) return day;
  const text = formatShortDayAndYear(day, call.language);
  const read = typedDay(call, text);
  return 'day' in read && read.day === day ? text : day;
}

/** What is asked about a day of a filter, with a link for each that it may be. */
export const dayQuestion = (
  { language }: AdminCall,
  { name, label }: { readonly name: string; readonly label: string },
  { question, days }: { readonly question: string; readonly days: readonly string[] },
  addressOf: (day: string) => string,
): Html => {
  const links = days.map(day => html`<li><a href="${addressOf(day)}">${formatDay(day, language)}</a></li>`);
  const title = html`<a href="#${name}">${withColon(label, { language })}</a> ${question}`;
  return alertBox(title, days.length > 0 ? html`<ul>${links}</ul>` : NOTHING);
};

/** The date of an event in words, to change a part of it; empty if they would be read as something else. */
export function writtenWhen(call: AdminCall, event: Understood): string {
  const { start_date, end_date, all_day } = event;
  // Without the weekday, which would contradict another day.
  const day = formatDate(start_date, call.language);
  const text = all_day ? day : `${day}, ${formatTimes(start_date, end_date, call.language)}`;
  const { found } = typedWhen(call, name => (name === 'when' ? text : undefined));
  if (!found || !('understood' in found)) return '';
  return sentenceOf(call, found.understood) === sentenceOf(call, event) ? text : '';
}

/** Whether a text names a rule, which means a whole series and never one of its dates. */
export const saysRule = ({ found }: TypedWhen): boolean =>
  found !== undefined && 'understood' in found && found.understood.recurrence.length > 0;

/** The form with what was typed in its exact fields, if it was understood: a text wins over them. */
export const withTyped = (values: FormValues, { found }: TypedWhen): FormValues =>
  found && 'understood' in found ? { ...values, ...timeValues(found.understood) } : values;

/** Why a text is no date yet. */
export function whenError(call: AdminCall, { text, found }: TypedWhen): string | undefined {
  if (!found || 'understood' in found) return undefined;
  return 'doubt' in found ? questionOf(call, found.doubt, text) : call.words.when.unknown;
}

function questionOf(call: AdminCall, doubt: Doubt, text: string): string {
  const words = call.words.when;
  const word = doubt === 'vague' ? unknownWord(text, call.language) : undefined;
  return word === undefined ? words[doubt] : filled(words.unknown_word, { word });
}

/** What was understood, or the question, beneath the text: a script asks for it while somebody types. */
export const whenPage: AdminPage = {
  async show(call) {
    const typed = typedWhen(call, name => call.query.get(name));
    return { mediaType: 'text/html', body: whenPart(call, typed).text };
  },
};

/** @param isTold whether the question stands above already, as the error of the field */
export function whenPart(call: AdminCall, { text, found, answers }: TypedWhen, isTold = false): Html {
  if (!found) return NOTHING;
  const words = call.words.when;
  if ('unknown' in found)
    return html`<div class="understood asks"><p>${!isTold && `${words.unknown} `}${words.by_field}</p></div>`;
  if ('understood' in found)
    return html`${understoodBox(call, found.understood, undefined, text)}${answered(answers, text)}`;
  const { doubt, choices } = found;
  const offered = choicesOf(call, doubt, choices, answers);
  if (isTold && offered.text === '') return answered(answers, text);
  const question = !isTold && html`<p>${questionOf(call, doubt, text)}</p>`;
  return html`<div class="understood asks">${question}${offered}${answered(answers, text)}</div>`;
}

/** Answers are kept with the text that they are about, so that the next save does not ask again. */
const answered = (answers: Answers, text: string): Html =>
  html`<input type="hidden" name="when_asked" value="${text}"><input type="hidden" name="when_answer" value="${answerValue(answers)}">`;

/** The two answers to a question. What each means is told unless another question follows. */
function choicesOf(call: AdminCall, doubt: Doubt, choices: readonly Understood[], answers: Answers): Html {
  const named = Object.hasOwn(ANSWERS, doubt) ? ANSWERS[doubt as keyof typeof ANSWERS] : undefined;
  if (choices.length < 2 && !named) return NOTHING;
  return html`<div class="choices">${([0, 1] as const).map(at => {
    const label = choices.length === 2 ? sentenceOf(call, choices[at]!) : call.words.when[named![at]];
    return radio('when_choice', answerValue({ ...answers, [doubt]: at }), label, false, html` data-answer`);
  })}</div>`;
}

/** Answers that have a name, where another question follows. */
const ANSWERS = {
  order: ['answer_day', 'answer_month'],
  'half of day': ['answer_am', 'answer_pm'],
} as const;

/** Dates that are told. */
const MOST = 5;

/** When something happens, in full: a sentence, the next dates, the zone, and the days of the first two months. */
export function understoodBox(
  call: AdminCall,
  understood: Understood,
  zone: string = call.config.TIME_ZONE.name,
  text = '',
): Html {
  const words = call.words.when;
  const { language } = call;
  const { starts, ends, hasMore } = datesOf(understood, IN_DOTS);
  const items = starts.slice(0, MOST).map((start, at) => {
    const times = ends[at] ? `, ${formatTimes(start, ends[at], language)}` : '';
    return html`<li>${formatShortDayAndYear(start, language)}${times}</li>`;
  });
  const title = titleOf(text, language);
  const unread = title === undefined ? [] : [filled(words.unread, { text: title })];
  const isMore = hasMore || starts.length > MOST;
  const list = html`<ul class="dates small">${items}${isMore && html`<li class="muted">${words.more}</li>`}</ul>\n`;
  return html`<div class="understood"><p>${asHeading(sentenceOf(call, understood), language)}</p>
${understood.recurrence.length > 0 && list}<p class="small muted">${[filled(call.words.eventForm.zone, { zone }), ...understood.assumed.map(name => words[`assumed_${name}`]), ...unread].join(' · ')}</p>
${dotsOf(call, understood, starts)}</div>`;
}

/** Dates that the dots of two months can hold. */
const IN_DOTS = 62;

function dotsOf({ language }: AdminCall, understood: Understood, starts: readonly string[]): Html {
  const days = new Set(starts.map(start => start.slice(0, 10)));
  const [first, last] = [understood.start_date.slice(0, 10), understood.end_date.slice(0, 10)];
  const isOn = (date: string) =>
    days.has(date) || (understood.recurrence.length === 0 && date >= first && date <= last);
  const months = [...new Set([...days, last].map(date => date.slice(0, 7)))].sort().slice(0, 2);
  return html`<div class="months">${months.map(
    month => html`<div>${formatMonthName(`${month}-01`, language)}${monthDots(month, isOn)}</div>`,
  )}</div>`;
}

/** The rule of a form as a sentence; undefined if there is none to read. */
export function ruleSentence(
  { lines, start_day, start_time }: FormValues,
  language: Language,
): string | undefined {
  const allDay = start_time === '';
  const start = `${start_day} ${(allDay ? '00:00' : start_time).padEnd(8, ':00')}`;
  if (lines === '' || !/^\d{4}-\d\d-\d\d [012]\d(?::[0-5]\d){2}$/.test(start)) return undefined;
  const parsed = parseRecurrence(lines.trim().split(/\s*\n\s*/), { start, zone: 'UTC', allDay });
  return parsed instanceof RecurrenceProblem
    ? undefined
    : recurrenceText(parsed, { start, allDay }, language);
}

/** What was understood, in full. */
function sentenceOf(call: AdminCall, { start_date, end_date, all_day, recurrence }: Understood): string {
  const { language } = call;
  const words = call.words.when;
  if (recurrence.length > 0) {
    const parsed = parseRecurrence(recurrence, { start: start_date, zone: 'UTC', allDay: all_day });
    if (!(parsed instanceof RecurrenceProblem)) {
      const rule = recurrenceText(parsed, { start: start_date, allDay: all_day }, language);
      const hasOwnEnds = !parsed.rule && parsed.dates.some(({ end }) => end);
      if (start_date === end_date || all_day || hasOwnEnds) return rule;
      return `${rule}, ${typesetDate(filled(words.ends, { to: formatTime(end_date, language) }), language)}`;
    }
  }
  const dates = formatDates(start_date, end_date, all_day, language);
  return all_day && start_date.slice(0, 10) === end_date.slice(0, 10) ? `${dates}, ${words.all_day}` : dates;
}
