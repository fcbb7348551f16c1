import { typographyOf } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { isoAt, toWall } from '../../lib/time/zones.ts';
import { permalink } from '../../records/published-members.ts';
import { textLanguage } from '../parts/card.ts';
import { timeSaid } from '../parts/dates.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { runsLong, type Span } from './arrange.ts';
import { daySaidShort, daysSaid } from './dates.ts';

/** An event on a day. */
export interface OnDay {
  readonly event: ShownEvent;
  readonly span: Span;
  readonly day: number;
}

/** The link to an event on a day: when, the title, and the day for those who do not see it. */
export function entryLink({ event, span, day }: OnDay, view: PageView): Html {
  const said = daySaidShort(day, view.language);
  return html`<a href="${permalink('event', event, view)}"><span class="entry-when">${whenOnDay({ event, span, day }, view)}</span> ${statusOf(event, view)}<span class="entry-title"${textLanguage(event, 'title', view)}>${event.title}</span><span class="visually-hidden">, ${said}</span></a>`;
}

/** How an event on a day looks. */
export const entryClass = ({ event, span, day }: OnDay): string =>
  [
    'entry',
    ...(span.first < day ? ['goes-on'] : []),
    ...(span.last > span.first || event.all_day === 1 ? ['is-whole'] : []),
    ...(event.event_status === 'canceled' || event.event_status === 'postponed' ? ['is-off'] : []),
  ].join(' ');

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
    return day === last ? words.last_day : daysSaid(first, last, view.language);
  }
  if (day === first && !isAllDay) return timeAt(event.start_at, view);
  if (first === last) return words.all_day;
  const ends = toWall(event.end_at, view.config.TIME_ZONE.id).slice(11);
  if (day === last && !isAllDay && ends !== '00:00:00') return untilTime(event.end_at, view);
  return filled(words.day_of, { day: day - first + 1, days: last - first + 1 });
}

/** A time of day in the zone of the site. */
export function timeAt(epoch: number, { config, language }: PageView): Html {
  const { id: zone } = config.TIME_ZONE;
  return html`<time datetime="${isoAt(epoch, zone)}">${timeSaid(language)(toWall(epoch, zone))}</time>`;
}

function untilTime(epoch: number, view: PageView): string {
  const { language } = view;
  const { id: zone } = view.config.TIME_ZONE;
  const time = timeSaid(language)(toWall(epoch, zone));
  const said = filled(wordsIn('calendarPages', view).until, { time });
  return typographyOf(language).date?.(said) ?? said;
}
