import { formatMonthName, formatTimes, formatWeekday } from '../../i18n/format-dates.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isDay } from '../../lib/time/dates.ts';
import { mayPublish } from '../../users/rights.ts';
import { textField } from '../parts.ts';
import { checksOf } from './checks.ts';
import { chosenImage, type EventForm, type LookedAt, stateWord } from './event-form.ts';
import { pendingFields } from './pending.ts';
import { isOccurrence, isReleased, QUIET_SAVE, thumbnailOf } from './record.ts';
import { clockTime } from './values.ts';

/** How the event will look, and what could be better. */
export async function previewOf(form: LookedAt): Promise<Html> {
  const { call, event } = form;
  const words = call.words.eventForm;
  return html`<section aria-labelledby="look"><h2 id="look">${words.look}</h2>
${cardOf(form)}<p class="small apart-small"><a href="${call.at('preview', { id: event.id })}">${words.see_whole}</a></p></section>
${await checksOf(form)}`;
}

/** How the event will look in a list, as the form has it. */
function cardOf(form: LookedAt): Html {
  const { call, event, values } = form;
  const { start_day, start_time, end_time, title, venue } = values;
  if (!isDay(start_day)) return NOTHING;
  const { language } = call;
  const chosen = chosenImage(form);
  const times = [start_time, end_time]
    .map(clockTime)
    .filter(time => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    .map(time => `${start_day} ${time}`);
  const rule = event.recurrence_text;
  return html`<article class="card">
${chosen ? html`<img src="${thumbnailOf(chosen)}" alt="">` : html`<div class="leaf" aria-hidden="true"><b>${Number(start_day.slice(8))}</b>${formatMonthName(start_day, language)}</div>`}
<div>
<p class="date">${formatWeekday(start_day, language)}<b>${Number(start_day.slice(8))}</b>${formatMonthName(start_day, language)}</p>
<h3>${title || call.words.eventForm.untitled}</h3>
${times.length > 0 && html`<p><strong>${formatTimes(times[0]!, times.at(-1)!, language)}</strong></p>\n`}${venue && html`<p class="muted">${venue}</p>\n`}${rule && html`<p class="muted small">${rule}</p>\n`}</div>
</article>
`;
}

/** What can be done with it besides, and where it is seen. */
export async function asideOf(form: EventForm): Promise<Html> {
  const { call, event, isProposed } = form;
  // Filled once it has saved itself: what it resembles is seen before it is published.
  if (!event) return html`<aside hidden><div data-look></div></aside>\n`;
  const words = call.words.eventForm;
  const isPublic = isReleased(event.status);
  const isSeries = event.recurrence && event.recurrence.length > 0;
  const button = (what: string, text: string) =>
    html`<li><button type="submit" class="link" name="do" value="${what}">${text}</button></li>\n`;
  return html`<aside>
<div data-look>
${await previewOf({ ...form, event })}</div>
<section aria-labelledby="also-title"><h2 id="also-title">${words.also}</h2>
<ul class="rows">
<li><a href="${call.at('history', { id: event.id })}">${call.words.history.see}</a></li>
${event.status === 'publish' && html`<li><a href="${event.url}">${words.see_page}</a></li>\n`}${isSeries && html`<li><a href="${call.at('events', {}, { search: event.title, dates: 'each' })}">${words.one_date}</a></li>\n`}${button('duplicate', words.duplicate)}${!isSeries && button('next', words.duplicate_next)}${pendingFields(form).length > 0 && button('discard', call.words.pendingEdit.discard)}${isOccurrence(event) && event.event_status !== 'canceled' && cancelFold(form)}${!isProposed && html`${(isPublic || event.status === 'pending') && button('draft', words.unpublish)}${button('trash', words.trash)}`}</ul></section>
</aside>
`;
}

/** Cancels one date of a series, and says why. */
function cancelFold({ call }: EventForm): Html {
  const words = call.words.eventForm;
  return html`<li><details><summary>${words.cancel_date}</summary>
${textField({ name: 'cancel_reason', label: words.status_reason }, { autocomplete: 'off' })}<button type="submit" class="button low" name="do" value="cancel">${words.cancel_date}</button>
</details></li>
`;
}

/** How it stands, and the one main action. */
export function barOf(form: EventForm): Html {
  const { call, event, isProposed } = form;
  const words = call.words.eventForm;
  const waiting = call.words.pendingEdit;
  const isPublic = isReleased(event?.status);
  const isWaiting = pendingFields(form).length > 0;
  const state = isWaiting ? waiting.state : event ? stateWord(event, call) : words.unsaved;
  const sends = isProposed || !mayPublish(call.viewer);
  const does = !sends && isPublic ? 'update' : 'publish';
  const main = form.similar
    ? call.words.eventChecks[sends ? 'send_anyway' : 'publish_anyway']
    : sends
      ? words.propose
      : words[does];
  const save = event?.status === 'pending' ? call.words.frame.save : words.save_draft;
  const sign = isWaiting ? ' half' : isPublic ? ' full' : '';
  return html`<div class="bar">
<p class="state"><span class="status">${event && html`<span class="sign${sign}"></span>`}<span data-state>${state}</span></span></p>
${form.proposal === undefined && html`<button type="submit" class="button roomy" name="do" value="${QUIET_SAVE}">${isPublic ? waiting.later : save}</button>\n`}<button type="submit" class="button main" name="do" value="${does}">${main}</button>
</div>
`;
}
