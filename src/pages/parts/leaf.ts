import { formatShortMonth, formatShortWeekday } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import type { PageView, ShownEvent } from '../view.ts';

/** The first and the last day of an event as large numbers: they repeat what is said beside them in words. */
export function dateBlock(event: ShownEvent, { language }: PageView): Html {
  const [first, last] = [event.start_date.slice(0, 10), event.end_date.slice(0, 10)];
  const isOne = first === last || endsInNight(event);
  const days = isOne || first.slice(0, 7) === last.slice(0, 7) ? [first] : [first, last];
  const number = (day: string) =>
    isOne || days.length > 1 ? String(dayOf(day)) : `${dayOf(first)}–${dayOf(last)}`;
  const weekday = (day: string) => isOne && html`<span>${formatShortWeekday(wallOf(day), language)}</span> `;
  return html`<p class="date-block" aria-hidden="true">${days.map(day => html`<span class="date-block-day">${weekday(day)}<b>${number(day)}</b> <span>${formatShortMonth(wallOf(day), language)}</span></span> `)}</p>`;
}

const dayOf = (date: string): number => Number(date.slice(8));
const wallOf = (date: string): string => `${date} 00:00:00`;

/** An event that ends before this time of the next day belongs to the day of its start. */
const END_OF_NIGHT = '08:00:00';

export function endsInNight({ start_date, end_date }: Pick<ShownEvent, 'start_date' | 'end_date'>): boolean {
  const [[day = '', start = ''], [lastDay, end = '']] = [start_date.split(' '), end_date.split(' ')];
  const next = String(Temporal.PlainDate.from(day).add({ days: 1 }));
  return lastDay === next && end <= END_OF_NIGHT && end < start;
}
