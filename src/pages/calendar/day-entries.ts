import { formatDateRange } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { permalink } from '../../records/published-members.ts';
import type { CardTemplate } from '../find-cards.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { type EventDays, runsLong } from './arrange.ts';
import { daysOf } from './days.ts';
import { entry, statusOf } from './entry.ts';

/** An event on each of its days, and apart from them if it runs for long. */
export type DayEntries = readonly Html[];

/**
 * The template of an event in a calendar: its entries of all days are made at once and kept together, since neither the
 * time nor the other events have a part in them.
 * @param beside what stands beside its link
 */
export const dayEntriesTemplate = (
  name: string,
  beside: (event: ShownEvent, view: PageView) => Html | undefined,
): CardTemplate => ({
  name,
  write(event, view) {
    const span = spanOf(event.id, event.start_at, event.end_at, view.config.TIME_ZONE.id);
    const entries = shownDays(span).map(day => entry({ event, span, day }, view, beside(event, view)));
    if (runsLong(span)) entries.push(apart(event, span, view));
    return entries;
  },
});

export const entryOn = (entries: DayEntries, span: EventDays, day: number): Html =>
  entries[shownDays(span).indexOf(day)]!;

export const entryApart = (entries: DayEntries): Html => entries.at(-1)!;

const shownDays = (span: EventDays): number[] =>
  runsLong(span) ? [span.first, span.last] : daysOf({ from: span.first, to: span.last });

export function spanOf(id: number, start: number, end: number, zone: string): EventDays {
  const dayOf = dayNumbersIn(zone);
  return { id, first: dayOf(start), last: dayOf(lastInstant(start, end)) };
}

const apart = (event: ShownEvent, { first, last }: EventDays, view: PageView): Html =>
  html`<li><a href="${permalink('event', event, view)}">${statusOf(event, view)}<span${textLanguage(event, 'title', view)}>${event.title}</span> <span class="running-when">${formatDateRange(dateOf(first), dateOf(last), view.language)}</span></a></li>
`;
