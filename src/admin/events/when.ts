import { asHeading, formatDay, formatShortDayAndYear, formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { toWall } from '../../lib/time/zones.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
import { recurrenceText } from '../../recurrence/text/sentence.ts';
import type { Answers } from '../../when/read.ts';
import { datesOf, parseWhen, type Understood, type When } from '../../when/when.ts';
import type { AdminCall, AdminPage } from '../page.ts';
import { wordsIn } from '../words.ts';
import { type FormValues, timeValues } from './values.ts';

/** What somebody has typed about when an event takes place, and what it means. */
export interface TypedWhen {
  /** As it was typed; it is never rewritten. */
  readonly text: string;
  readonly answers: Answers;
  /** Undefined if nothing was typed. */
  readonly found: When | undefined;
}

/** The text and the answers in a form or in a query. */
export function typedWhen(call: AdminCall, get: (name: string) => unknown): TypedWhen {
  const [sent, half, order] = [get('when'), get('when_half'), get('when_order')];
  const text = typeof sent === 'string' ? sent.trim() : '';
  const answers: Answers = {
    ...((half === 'am' || half === 'pm') && { half }),
    ...((order === 'day' || order === 'month') && { order }),
  };
  const now = toWall(call.now, call.config.TIME_ZONE.id);
  return { text, answers, found: text === '' ? undefined : parseWhen(text, call.language, now, answers) };
}

/** The form with what was typed in its exact fields, if it was understood: a text wins over them. */
export const withTyped = (values: FormValues, { found }: TypedWhen): FormValues =>
  found && 'understood' in found ? { ...values, ...timeValues(found.understood) } : values;

/** Why a text is no date yet. */
export function whenError(call: AdminCall, { found }: TypedWhen): string | undefined {
  const words = wordsIn('when', call);
  if (!found || 'understood' in found) return undefined;
  return 'doubt' in found ? words[found.doubt] : words.unknown;
}

/** What was understood, or the question, beneath the text: a script asks for it while somebody types. */
export const whenPage: AdminPage = {
  async show(call) {
    const body = whenPart(
      call,
      typedWhen(call, name => call.query.get(name)),
    ).text;
    return { mediaType: 'text/html', body };
  },
};

export function whenPart(call: AdminCall, { found, answers }: TypedWhen): Html {
  if (!found) return NOTHING;
  const words = wordsIn('when', call);
  if ('unknown' in found) return html`<div class="understood asks"><p>${words.unknown}</p></div>`;
  if ('understood' in found)
    return html`<div class="understood">${understoodOf(call, found.understood)}${answered(answers)}</div>`;
  const { doubt, choices } = found;
  return html`<div class="understood asks"><p>${words[doubt]}</p>${choicesOf(call, doubt, choices)}</div>`;
}

/** An answer is kept, so that the next save does not ask again. */
const answered = ({ half, order }: Answers): Html =>
  html`${half && html`<input type="hidden" name="when_half" value="${half}">`}${order && html`<input type="hidden" name="when_order" value="${order}">`}`;

function choicesOf(call: AdminCall, doubt: string, choices: readonly Understood[]): Html {
  const [name, values] = doubt === 'order' ? ['when_order', ['day', 'month']] : ['when_half', ['am', 'pm']];
  if (choices.length !== 2) return NOTHING;
  return html`<div class="choices">${choices.map(
    (choice, at) =>
      html`<label class="choice"><input type="radio" name="${name}" value="${values[at]}"${attribute('data-answer', true)}><span>${sentenceOf(call, choice)}</span></label>\n`,
  )}</div>`;
}

/** Dates that are told. */
const MOST = 5;

function understoodOf(call: AdminCall, understood: Understood): Html {
  const words = wordsIn('when', call);
  const { starts, hasMore } = datesOf(understood, MOST);
  const dates = starts.map(start => html`<li>${formatShortDayAndYear(start, call.language)}</li>`);
  const list = html`<ul class="dates small">${dates}${hasMore && html`<li class="muted">${words.more}</li>`}</ul>`;
  const zone = filled(wordsIn('eventForm', call).zone, { zone: call.config.TIME_ZONE.name });
  return html`<p>${asHeading(sentenceOf(call, understood), call.language)}</p>
${understood.recurrence.length > 0 && list}<p class="small muted">${zone}</p>`;
}

/** What was understood, in full. */
function sentenceOf(call: AdminCall, { start_date, end_date, all_day, recurrence }: Understood): string {
  const { language } = call;
  const words = wordsIn('when', call);
  const time = (wall: string) => formatTime(wall, language);
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10);
  const hours = filled(words.to, { from: time(start_date), to: time(end_date) });
  const until = recurrence.length > 0 && start_date !== end_date && !all_day ? `, ${hours}` : '';
  if (recurrence.length > 0) {
    const parsed = parseRecurrence(recurrence, { start: start_date, zone: 'UTC', allDay: all_day });
    if (!(parsed instanceof RecurrenceProblem))
      return recurrenceText(parsed, { start: start_date, allDay: all_day }, language) + until;
  }
  const [start, end] = [formatDay(start_date, language), formatDay(end_date, language)];
  if (all_day) return isOneDay ? `${start}, ${words.all_day}` : `${start} – ${end}`;
  if (start_date === end_date) return `${start}, ${time(start_date)}`;
  return isOneDay ? `${start}, ${hours}` : `${start}, ${time(start_date)} – ${end}, ${time(end_date)}`;
}
