import type { Language } from '../../i18n/language.ts';
import { type Html, html } from '../../lib/html.ts';
import { parseZone, toWall } from '../../lib/time/zones.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { shortDaySaid, timeElement, timeSaid, untilSaid } from './dates.ts';

/** What a card says of the time of its event. */
export interface CardWhen {
  /** The day as well: the card is not below the heading of its day. */
  readonly day?: boolean;
  /** How long it is still on, as it has begun. */
  readonly isRunning?: boolean;
  /** The year that goes without saying; that of the event by default. */
  readonly year?: string;
}

/** When an event takes place, in few words. */
export function cardWhen(event: ShownEvent, view: PageView, { day, isRunning, year }: CardWhen): Html {
  const { language } = view;
  const { start_date: start, end_date: end } = event;
  const isLong = isOfDays(event);
  const until =
    isLong && html`${timeElement(event, 'end', untilSaid(end, year ?? start.slice(0, 4), language))}`;
  if (isRunning && until) return until;
  const begin =
    event.all_day === 1 ? wordsIn('listPages', language).all_day : timesOf(event, isLong, language);
  const said = day ? `${shortDaySaid(language)(start)}, ${begin}` : begin;
  return html`${timeElement(event, 'start', said)}${until && html` <span class="card-until">${until}</span>`}${zoneOf(event, view)}`;
}

/** `18:30 – 20:00`, or the start alone. */
function timesOf(
  { start_date: start, end_date: end }: ShownEvent,
  isLong: boolean,
  language: Language,
): string {
  const begin = timeSaid(language)(`2000-01-01 ${start.slice(11)}`);
  if (isLong || start === end) return begin;
  return `${begin} – ${timeSaid(language)(`2000-01-01 ${end.slice(11)}`)}`;
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
