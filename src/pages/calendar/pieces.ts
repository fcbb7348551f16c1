import { type Html, html, trusted } from '../../lib/html.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import { permalink } from '../../records/published-members.ts';
import type { CardTemplate } from '../find-cards.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { type EventDays, runsLong } from './arrange.ts';
import { daysSaid } from './dates.ts';
import { daysOf } from './days.ts';
import { entry, statusOf } from './entry.ts';

/** What an event looks like on its days, or apart from them if it runs for long. */
export type Pieces = readonly Html[];

/** No text of a record has this character. */
const BETWEEN = '\0';

/**
 * The template of an event in a calendar. All that it may look like is made at once and kept together, since neither the
 * time nor the other events have a part in it.
 * @param beside what stands beside its link
 */
export const piecesTemplate = (
  name: string,
  beside: (event: ShownEvent, view: PageView) => Html | undefined,
): CardTemplate => ({
  name,
  write(event, view) {
    const span = spanOf(event.id, event.start_at, event.end_at, view.config.TIME_ZONE.id);
    const pieces = shownDays(span).map(day => entry({ event, span, day }, view, beside(event, view)));
    if (runsLong(span)) pieces.push(apart(event, span, view));
    return trusted(pieces.map(({ text }) => text).join(BETWEEN));
  },
});

export const piecesOf = ({ text }: Html): Pieces => text.split(BETWEEN).map(trusted);

export const pieceOn = (pieces: Pieces, span: EventDays, day: number): Html =>
  pieces[shownDays(span).indexOf(day)]!;

export const pieceApart = (pieces: Pieces): Html => pieces.at(-1)!;

/** The days on which a calendar shows an event. */
const shownDays = (span: EventDays): number[] =>
  runsLong(span) ? [span.first, span.last] : daysOf({ from: span.first, to: span.last });

/** The days of an event in a zone. */
export function spanOf(id: number, start: number, end: number, zone: string): EventDays {
  const dayOf = dayNumbersIn(zone);
  return { id, first: dayOf(start), last: dayOf(lastInstant(start, end)) };
}

const apart = (event: ShownEvent, { first, last }: EventDays, view: PageView): Html =>
  html`<li><a href="${permalink('event', event, view)}">${statusOf(event, view)}<span${textLanguage(event, 'title', view)}>${event.title}</span> <span class="running-when">${daysSaid(first, last, view.language)}</span></a></li>
`;
