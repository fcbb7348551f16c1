import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { pathTo, queryWith } from '../addresses.ts';
import { relOf } from '../parts/query.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { FoundDays } from './find.ts';
import { queryOf } from './links.ts';
import { pieceApart } from './pieces.ts';

/** The events that run for longer than a week, which no day repeats. */
export function runningBand(found: FoundDays, range: DayRange, view: PageView): Html | undefined {
  const words = wordsIn('calendarPages', view);
  if (found.running.length === 0) return undefined;
  const overlaps = `${dateOf(range.from)}/${dateOf(range.to)}`;
  const all = pathTo(view, '/events/') + queryWith(queryOf(view), { page: undefined, overlaps });
  return html`<section class="running" aria-labelledby="running">
<h2 id="running">${words.running}</h2>
<ul>
${found.running.map(({ id }) => pieceApart(found.pieces.get(id)!))}${
  found.hasMoreRunning && html`<li><a href="${all}"${relOf(all)}>${words.running_others}</a></li>\n`
}</ul>
</section>`;
}
