import { typesetDate } from '../../i18n/date-format.ts';
import { formatDateRange, formatDayOfYear, formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf, isoAt, toWall } from '../../lib/time/zones.ts';
import { permalink } from '../../records/published-members.ts';
import { isOff, textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { type EventDays, runsLong } from './arrange.ts';

export interface OnDay {
  readonly event: ShownEvent;
  readonly span: EventDays;
  readonly day: number;
}

/**
 * An event on a day: its link says when, the title, and the day for those who do not see it.
 * @param beside what stands beside the link
 */
export function entry(onDay: OnDay, view: PageView, beside?: Html): Html {
  const { event, day } = onDay;
  const said = formatDayOfYear(dateOf(day), view.language);
  return html`<li class="${classOf(onDay)}"><a href="${permalink('event', event, view)}"><span class="entry-when">${whenOnDay(onDay, view)}</span> ${statusOf(event, view)}<span class="entry-title"${textLanguage(event, 'title', view)}>${event.title}</span><span class="visually-hidden">, ${said}</span></a>${beside}</li>
`;
}

const DAY_SECONDS = 86_400;

/** An event of a whole day or more stands out, one after midnight does not. */
function classOf({ event, span, day }: OnDay): string {
  const { start_at, end_at, all_day } = event;
  const isWhole = all_day === 1 || end_at - start_at >= DAY_SECONDS;
  const names = [isWhole && 'is-whole', span.first < day && 'goes-on', isOff(event) && 'is-off'];
  return ['entry', ...names.filter(Boolean)].join(' ');
}

/** That an event does not take place as planned, or is protected. */
export function statusOf({ event_status, isLocked }: ShownEvent, view: PageView): Html | undefined {
  const words = wordsIn('calendarPages', view);
  const said = event_status === 'scheduled' ? isLocked && words.protected : words[event_status];
  return said ? html`<strong class="entry-status">${said}</strong> ` : undefined;
}

/** When an event takes place on a day, in the zone of the site. */
function whenOnDay({ event, span, day }: OnDay, view: PageView): Html | string {
  const words = wordsIn('calendarPages', view);
  const { first, last } = span;
  const isAllDay = event.all_day === 1;
  if (runsLong(span)) {
    if (day === first) return words.begins;
    return day === last ? words.last_day : formatDateRange(dateOf(first), dateOf(last), view.language);
  }
  if (day === first && !isAllDay) return timeAt(event.start_at, view);
  if (first === last) return words.all_day;
  if (day === last && !isAllDay && !isMidnight(event.end_at, view)) return untilTime(event.end_at, view);
  return filled(words.day_of, { day: day - first + 1, days: last - first + 1 });
}

const isMidnight = (epoch: number, { config }: PageView): boolean =>
  toWall(epoch, config.TIME_ZONE.id).endsWith('00:00:00');

/** A time of day in the zone of the site. */
function timeAt(epoch: number, { config, language }: PageView): Html {
  const { id: zone } = config.TIME_ZONE;
  return html`<time datetime="${isoAt(epoch, zone)}">${formatTime(toWall(epoch, zone), language)}</time>`;
}

function untilTime(epoch: number, view: PageView): string {
  const time = formatTime(toWall(epoch, view.config.TIME_ZONE.id), view.language);
  const said = filled(wordsIn('calendarPages', view).until, { time });
  return typesetDate(said, view.language);
}
