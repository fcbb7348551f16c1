import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { ArrangedDay } from './arrange.ts';
import { daySaidShort } from './dates.ts';
import { entryClass, entryLink } from './entry.ts';
import type { FoundDays } from './find.ts';
import { dayPath } from './links.ts';

/** The number of a day in its month. */
export const dayOfMonth = (day: number): string => String(Number(dateOf(day).slice(8)));

/** Whether a day shows nothing of its own, though events that run for long may take place. */
export const isBare = ({ spans, more }: ArrangedDay): boolean => spans.length === 0 && more === 0;

/** The link to a day: its number stands out, and programs that read aloud say the whole date. */
export const dayLink = (day: number, view: PageView): Html =>
  html`<a class="day" href="${dayPath(view, day)}">${daySaid(day, view)}</a>`;

export const daySaid = (day: number, { language }: PageView): Html =>
  html`<time datetime="${dateOf(day)}"><span class="day-number" aria-hidden="true">${dayOfMonth(day)}</span> <span class="day-said">${daySaidShort(day, language)}</span></time>`;

/** The events of a day, and how many more there are. */
export function entries(
  { day, spans, more }: ArrangedDay,
  found: FoundDays,
  view: PageView,
  beside: (event: ShownEvent) => Html | undefined = () => undefined,
): Html {
  const shown = spans.map(span => {
    const event = found.events.get(span.id)!;
    const onDay = { event, span, day };
    return html`<li class="${entryClass(onDay)}">${entryLink(onDay, view)}${beside(event)}</li>\n`;
  });
  return html`<ul class="entries">
${shown}${more > 0 && moreLink(day, more, view)}</ul>`;
}

function moreLink(day: number, more: number, view: PageView): Html {
  const said = filled(wordsIn('calendarPages', view).more, { count: more });
  return html`<li class="entry-more"><a href="${dayPath(view, day)}">${said}<span class="visually-hidden">, ${daySaidShort(day, view.language)}</span></a></li>\n`;
}

/** Where an event takes place. */
export function placeOf({ venues: [venue] }: ShownEvent, view: PageView): Html | undefined {
  if (!venue) return undefined;
  const name = html`<span${textLanguage(venue, 'name', view)}>${venue.name}</span>`;
  return html`<span class="entry-place">${name}${venue.city && venue.city !== venue.name && `, ${venue.city}`}</span>`;
}
