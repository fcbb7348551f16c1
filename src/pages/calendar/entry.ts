import { costText } from '../../events/cost-text.ts';
import { formatDateRange, formatDayOfYear, formatTime } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf, isoAt, toWall } from '../../lib/time/zones.ts';
import { permalink } from '../../records/published-members.ts';
import { classOfStatus, colorOf, hasMoved, textLanguage, titleIn } from '../parts/card.ts';
import { formatUntil, onLastDay } from '../parts/dates.ts';
import { picture } from '../parts/picture.ts';
import { soldOutStatus } from '../parts/tickets.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { type EventDays, isBar } from './arrange.ts';

export interface OnDay {
  readonly event: PageEvent;
  readonly span: EventDays;
  readonly day: number;
}

/**
 * An event on a day: its link says when, the title, and the day for those who do not see it.
 * @param suffix what stands beside the link
 */
export function entry(onDay: OnDay, view: PageView, suffix?: Html): Html {
  const { event, span, day } = onDay;
  const until =
    day < span.last && formatUntil(dateOf(span.last), dateOf(span.first).slice(0, 4), view.language);
  const details =
    !isBar(span) &&
    html`<span class="visually-hidden">, ${formatDayOfYear(dateOf(day), view.language)}</span>`;
  return html`<li class="${classOf(onDay)}"><a href="${permalink('event', event, view)}"><span class="entry-when">${whenOnDay(onDay, view)}</span> ${statusOf(event, view)}<span class="entry-title"${textLanguage(event, 'title', view)}>${titleIn(event, view)}</span>${until && html` <span class="entry-until">${until}</span>`}${details}</a>${suffix}</li>
`;
}

function classOf({ event, span }: OnDay): string {
  const names = [event.all_day === 1 && 'is-whole', isBar(span) && 'is-bar', classOfStatus(event, 'is-')];
  const [category] = event.categories;
  return ['entry', category && colorOf(category), ...names].filter(Boolean).join(' ');
}

/** That an event does not take place as planned, is protected, or is sold out, in the words of cards. */
export function statusOf(event: PageEvent, view: PageView): Html | undefined {
  const words = wordsIn('calendarPages', view);
  const { event_status: status, isLocked } = event;
  const name = status !== 'scheduled' ? status : isLocked ? 'protected' : undefined;
  return name === undefined
    ? soldOutStatus(event, view)
    : html`<strong class="entry-status mark-${name}">${words[name]}</strong> `;
}

/** When an event takes place on a day, in the zone of the site. */
function whenOnDay({ event, span, day }: OnDay, view: PageView): Html | string {
  if (day > span.first && day === span.last)
    return onLastDay(event, toWall(event.end_at, view.config.TIME_ZONE.id), view);
  const isWhole = event.all_day === 1 || day > span.first;
  return isWhole ? wordsIn('listPages', view).all_day : timeAt(event.start_at, view);
}

/** `5–11 May 2031` */
export const formatSpanOf = ({ first, last }: EventDays, { language }: PageView): string =>
  formatDateRange(dateOf(first), dateOf(last), language);

/** Where an event takes place, what it costs, and its picture: in a month, a preview. */
export function besideEntry(event: PageEvent, view: PageView): Html | undefined {
  const [venue] = event.venues;
  const cost = costText(event, view);
  if (!venue && cost === '' && !event.image) return undefined;
  const city = venue?.city && venue.city !== venue.name && `, ${venue.city}`;
  const named = venue && html`<span${textLanguage(venue, 'name', view)}>${venue.name}</span>${city}`;
  const place = named && hasMoved(event) ? html`<s>${named}</s>` : named;
  return html`<span class="entry-place">${place}${venue && cost !== '' && '\u00a0· '}${cost !== '' && html`<span class="unbroken">${cost}</span>`}${event.image && picture(event.image, view, PICTURE)}</span>`;
}

const PICTURE = { sizes: '14rem', isDecorative: true } as const;

/** A time of day in the zone of the site. */
function timeAt(epoch: number, { config, language }: PageView): Html {
  const { id: zone } = config.TIME_ZONE;
  return html`<time datetime="${isoAt(epoch, zone)}">${formatTime(toWall(epoch, zone), language)}</time>`;
}
