import { sayingIn } from '../../i18n/date-format.ts';
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
  const wall = `${day} 00:00:00`;
  return html`<span class="date-block-day"><span>${weekday(language)(wall)}</span> <b>${Number(day.slice(8))}</b> <span>${month(language)(wall)}</span></span> `;
}

const weekday = sayingIn({ weekday: 'short' });
const month = sayingIn({ month: 'short' });
