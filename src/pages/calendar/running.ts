import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { permalink } from '../../records/published-members.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { pathTo, queryWith } from '../addresses.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { Span } from './arrange.ts';
import { daysSaid } from './dates.ts';
import { statusOf } from './entry.ts';
import type { FoundDays } from './find.ts';
import { queryOf } from './links.ts';

/** The events that run for longer than a week, which no day repeats. */
export function runningBand(found: FoundDays, range: DayRange, view: PageView): Html | undefined {
  const words = wordsIn('calendarPages', view);
  if (found.running.length === 0) return undefined;
  const overlaps = `${dateOf(range.from)}/${dateOf(range.to)}`;
  const all = pathTo(view, '/events/') + queryWith(queryOf(view), { page: undefined, overlaps });
  return html`<section class="running" aria-labelledby="running">
<h2 id="running">${words.running}</h2>
<ul>
${found.running.map(span => html`<li>${runningEntry(found.events.get(span.id)!, span, view)}</li>\n`)}${
  found.hasMoreRunning && html`<li><a href="${all}">${words.running_others}</a></li>`
}
</ul>
</section>`;
}

const runningEntry = (event: ShownEvent, { first, last }: Span, view: PageView): Html =>
  html`<a href="${permalink('event', event, view)}">${statusOf(event, view)}<span${textLanguage(event, 'title', view)}>${event.title}</span> <span class="running-when">${daysSaid(first, last, view.language)}</span></a>`;
