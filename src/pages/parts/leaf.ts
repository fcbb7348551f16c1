import type { Config } from '../../config.ts';
import { formatMonthOfDay, formatWeekday } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { dayNumber } from '../calendar/days.ts';
import type { PageEvent, PageView } from '../view.ts';

/** The first and the last day of an event as large numbers: they repeat what is said beside them in words. */
export function dateBlock(event: PageEvent, { language, config }: PageView): Html {
  const [first, last] = [event.start_date.slice(0, 10), lastDate(event, config)];
  const isOne = first === last;
  const days = isOne || first.slice(0, 7) === last.slice(0, 7) ? [first] : [first, last];
  const toLast = isOne ? '' : days.length > 1 ? '–' : `–${dayOf(last)}`;
  const number = (day: string) => `${dayOf(day)}${day === first ? toLast : ''}`;
  const weekday = (day: string) => isOne && html`<span>${formatWeekday(wallOf(day), language)}</span> `;
  return html`<p class="date-block" aria-hidden="true">${days.map(day => html`<span class="date-block-day">${weekday(day)}<b>${number(day)}</b> <span>${formatMonthOfDay(day, language)}</span></span> `)}</p>`;
}

const dayOf = (date: string): number => Number(date.slice(8));
const wallOf = (date: string): string => `${date} 00:00:00`;

/** The last date of an event, in its own zone: what ends by the end of a day belongs to the evening before. */
export function lastDate(
  { start_date, end_date, all_day }: Dates,
  { DAY_ENDS }: Pick<Config, 'DAY_ENDS'>,
): string {
  const [last = '', time = ''] = end_date.split(' ');
  if (last <= start_date.slice(0, 10) || all_day === 1 || time > DAY_ENDS) return last;
  return dateOf(dayNumber(last) - 1);
}

type Dates = Pick<PageEvent, 'start_date' | 'end_date' | 'all_day'>;

export const endsInNight = (event: Dates, config: Pick<Config, 'DAY_ENDS'>): boolean =>
  event.start_date.slice(0, 10) === lastDate(event, config) &&
  !event.end_date.startsWith(lastDate(event, config));
