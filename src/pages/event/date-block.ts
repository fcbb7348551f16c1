import type { Language } from '../../i18n/language.ts';
import { type Html, html } from '../../lib/html.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { endsInNight } from './when.ts';

/** The first and the last day of an event as large numbers: they repeat what is said beside them in words. */
export function dateBlock(event: ShownEvent, { language }: PageView): Html {
  const [first, last] = [event.start_date.slice(0, 10), event.end_date.slice(0, 10)];
  const days = first === last || endsInNight(event) ? [first] : [first, last];
  return html`<p class="date-block" aria-hidden="true">${days.map(day => dayOf(day, language))}</p>`;
}

function dayOf(day: string, language: Language): Html {
  const [weekday, month] = formatsIn(language).map(format => format.format(new Date(`${day}T00:00Z`)));
  return html`<span class="date-block-day"><span>${weekday}</span> <b>${Number(day.slice(8))}</b> <span>${month}</span></span> `;
}

const known = new Map<Language, readonly Intl.DateTimeFormat[]>();

/** The names of the weekday and the month. */
function formatsIn(language: Language): readonly Intl.DateTimeFormat[] {
  const formats =
    known.get(language) ??
    ([{ weekday: 'short' }, { month: 'short' }] as const).map(
      options => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
    );
  known.set(language, formats);
  return formats;
}
