import { attribute, type Html, html } from '../../lib/html.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import { dateOf, toEpoch } from '../../lib/time/zones.ts';
import { permalink } from '../../records/published-members.ts';
import type { CardTemplate } from '../find-cards.ts';
import { colorOf, textLanguage, titleIn } from '../parts/card.ts';
import type { PageEvent, PageView } from '../view.ts';
import { type EventDays, runsLong } from './arrange.ts';
import type { DaySettings } from './days.ts';
import { besideEntry, entry, formatSpanOf, statusOf } from './entry.ts';

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
