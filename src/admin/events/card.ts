import { formatMonthName, formatTime, formatWeekday } from '../../i18n/format-dates.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isDay } from '../../lib/time/dates.ts';
import { wordsIn } from '../words.ts';
import type { LookedAt } from './event-form.ts';
import { thumbnailOf } from './record.ts';
import { clockTime } from './values.ts';

/** How the event will look in a list, as the form has it. */
export function cardOf({ call, event, values, image }: LookedAt): Html {
  const { start_day, start_time, end_time, title, venue } = values;
  if (!isDay(start_day)) return NOTHING;
  const { language } = call;
  const held = [image, event.image].find(one => one && String(one.id) === values.image);
  const times = [start_time, end_time]
    .map(clockTime)
    .filter(time => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    .map(time => formatTime(`${start_day} ${time}:00`, language));
  const rule = event.recurrence_text;
  return html`<article class="card">
${held ? html`<img src="${thumbnailOf(held)}" alt="">` : html`<div class="leaf" aria-hidden="true"><b>${Number(start_day.slice(8))}</b>${formatMonthName(start_day, language)}</div>`}
<div>
<p class="date">${formatWeekday(start_day, language)}<b>${Number(start_day.slice(8))}</b>${formatMonthName(start_day, language)}</p>
<h3>${title || wordsIn('eventForm', call).untitled}</h3>
${times.length > 0 && html`<p><strong>${times.join('–')}</strong></p>\n`}${venue && html`<p class="muted">${venue}</p>\n`}${rule && html`<p class="muted small">${rule}</p>\n`}</div>
</article>
`;
}
