import { attribute, type Html, html } from '../../lib/html.ts';
import type { ArrangedDay } from '../calendar/arrange.ts';
import { dayLink, daySaid, entries, isBare } from '../calendar/day-parts.ts';
import { dayNumber } from '../calendar/days.ts';
import type { FoundDays } from '../calendar/find.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The days of a week, beside one another where there is space. */
export const weekDays = (found: FoundDays, view: PageView): Html => html`<ol class="week">
${found.days.map(day => weekDay(day, found, view))}</ol>`;

function weekDay(day: ArrangedDay, found: FoundDays, view: PageView): Html {
  const isToday = day.day === dayNumber(view.clock.today());
  const classes = ['week-day', ...(isToday ? ['is-today'] : []), ...(isBare(day) ? ['is-empty'] : [])];
  return html`<li class="${classes.join(' ')}"${attribute('aria-current', isToday ? 'date' : undefined)}>
<h2 class="week-date">${day.total > 0 ? dayLink(day.day, view) : daySaid(day.day, view)}</h2>
${
  isBare(day)
    ? html`<p class="week-none">${wordsIn('calendarPages', view).none}</p>`
    : entries(day, found, view)
}
</li>
`;
}
