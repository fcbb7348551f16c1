import { costText } from '../../events/cost-text.ts';
import { formatDateRange, formatDayOfYear, formatTime } from '../../i18n/format-dates.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import { dateOf, isoAt, toEpoch, toWall } from '../../lib/time/zones.ts';
import { permalink } from '../../records/published-members.ts';
import type { CardTemplate } from '../find-cards.ts';
import { classOfStatus, colorOf, hasMoved, textLanguage, titleIn } from '../parts/card.ts';
import { formatUntil, onLastDay } from '../parts/dates.ts';
import { picture } from '../parts/picture.ts';
import { soldOutStatus } from '../parts/tickets.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { type EventDays, isBar, runsLong } from './arrange.ts';
import type { DaySettings } from './days.ts';

interface OnDay {
  readonly event: PageEvent;
  readonly span: EventDays;
  readonly day: number;
}

/** An event on its day; or on its first day, between and on its last one, then as a bar across them or apart from them. */
export type DayEntries = readonly Html[];

/**
 * The template of an event in a calendar: its entries are made at once and kept together, since neither the time nor
 * the other events have a part in them.
 */
export const dayEntries: CardTemplate = {
  name: 'day',
  isMarkedUp: true,
  write(event, view) {
    const span = spanOf(event.id, event.start_at, event.end_at, view.config);
    const suffix = besideEntry(event, view);
    const on = (day: number) => entry({ event, span, day }, view, suffix);
    if (span.first === span.last) return [on(span.first)];
    const days = [span.first, span.first + 1, span.last].map(on);
    return [...days, runsLong(span) ? apart(event, span, view) : html`${bar(event, span, view)}${suffix}`];
  },
};

export const entryOn = (entries: DayEntries, span: EventDays, day: number): Html =>
  entries[day === span.first ? 0 : day < span.last ? 1 : 2]!;

/** Its bar, or what stands for it apart from the days. */
export const entryApart = (entries: DayEntries): Html => entries.at(-1)!;

/** The days on which an event is shown: what ends by the end of a day belongs to the evening before. */
export function spanOf(id: number, start: number, end: number, config: DaySettings): EventDays {
  const { id: zone } = config.TIME_ZONE;
  const dayOf = dayNumbersIn(zone);
  const [first, last] = [dayOf(start), dayOf(lastInstant(start, end))];
  const isNight = first < last && end <= toEpoch(`${dateOf(last)} ${config.DAY_ENDS}`, zone);
  return { id, first, last: isNight ? last - 1 : last };
}

const bar = (event: PageEvent, span: EventDays, view: PageView): Html =>
  html`<a${attribute('class', event.categories[0] && colorOf(event.categories[0]))} href="${permalink('event', event, view)}">${statusOf(event, view)}<span${textLanguage(event, 'title', view)}>${titleIn(event, view)}</span><span class="visually-hidden">, ${formatSpanOf(span, view)}</span></a>`;

const apart = (event: PageEvent, span: EventDays, view: PageView): Html =>
  html`<li><a href="${permalink('event', event, view)}">${statusOf(event, view)}<span${textLanguage(event, 'title', view)}>${titleIn(event, view)}</span> <span class="running-when">${formatSpanOf(span, view)}</span></a></li>
`;

/**
 * An event on a day: its link says when, the title, and the day for those who do not see it.
 * @param suffix what stands beside the link
 */
function entry(onDay: OnDay, view: PageView, suffix?: Html): Html {
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
function statusOf(event: PageEvent, view: PageView): Html | undefined {
  const { event_status: status, isLocked } = event;
  const name = status !== 'scheduled' ? status : isLocked ? 'protected' : undefined;
  return name === undefined
    ? soldOutStatus(event, view)
    : html`<strong class="entry-status mark-${name}">${wordsIn('calendarPages', view)[name]}</strong> `;
}

/** When an event takes place on a day, in the zone of the site. */
function whenOnDay({ event, span, day }: OnDay, view: PageView): Html | string {
  if (day > span.first && day === span.last)
    return onLastDay(event, toWall(event.end_at, view.config.TIME_ZONE.id), view);
  const isWhole = event.all_day === 1 || day > span.first;
  return isWhole ? wordsIn('listPages', view).all_day : timeAt(event.start_at, view);
}

/** `5–11 May 2031` */
const formatSpanOf = ({ first, last }: EventDays, { language }: PageView): string =>
  formatDateRange(dateOf(first), dateOf(last), language);

/** Where an event takes place, what it costs, and its picture: in a month, a preview. */
function besideEntry(event: PageEvent, view: PageView): Html | undefined {
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
