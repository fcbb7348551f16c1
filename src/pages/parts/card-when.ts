import { formatShortDay, formatTime } from '../../i18n/format-dates.ts';
import type { Language } from '../../i18n/language.ts';
import { type Html, html } from '../../lib/html.ts';
import { parseZone, toWall } from '../../lib/time/zones.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { formatUntil, timeElement } from './dates.ts';

/** When an event takes place, in few words. Below the heading of its day, styles hide the day. */
export function cardWhen(event: ShownEvent, view: PageView): Html {
  const { language } = view;
  const isLong = isOfDays(event);
  const begin = event.all_day === 1 ? wordsIn('listPages', view).all_day : timesOf(event, isLong, language);
  const said = html`<span class="card-day">${formatShortDay(event.start_date, language)}, </span>${begin}`;
  const until = isLong && html` <span class="card-until">${untilOf(event, language)}</span>`;
  return html`${timeElement(event, 'start', said)}${until}${zoneOf(event, view)}`;
}

/** How long a running event is still on. */
export const runningUntil = (event: ShownEvent, view: PageView): Html =>
  isOfDays(event) ? untilOf(event, view.language) : cardWhen(event, view);

/** Its year is named if the event begins in another one. */
const untilOf = (event: ShownEvent, language: Language): Html =>
  timeElement(event, 'end', formatUntil(event.end_date, event.start_date.slice(0, 4), language));

/** `18:30 – 20:00`, or the start alone. */
function timesOf(
  { start_date: start, end_date: end }: ShownEvent,
  isLong: boolean,
  language: Language,
): string {
  const begin = formatTime(start, language);
  if (isLong || start === end) return begin;
  return `${begin} – ${formatTime(end, language)}`;
}

/** Whether an event ends on another day, and not in the night after its first one. */
function isOfDays({ start_date: start, end_date: end, start_at, end_at, all_day }: ShownEvent): boolean {
  if (start.slice(0, 10) === end.slice(0, 10)) return false;
  return all_day === 1 || end_at - start_at > DAY_SECONDS;
}

const DAY_SECONDS = 86_400;

/** The zone of times that are not those of the site. */
function zoneOf(event: ShownEvent, { config }: PageView): Html | undefined {
  const zone = parseZone(event.timezone) ?? 'UTC';
  if (event.all_day === 1 || toWall(event.start_at, zone) === toWall(event.start_at, config.TIME_ZONE.id))
    return undefined;
  return html` <span class="card-zone">(${event.timezone_abbr || event.timezone})</span>`;
}
