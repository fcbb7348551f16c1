import type { BareCall } from '../../http/call.ts';
import { type PageRequest, totalsOf } from '../../http/paging.ts';
import { type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { pathTo, queryWith } from '../addresses.ts';
import { queryOf } from '../calendar/links.ts';
import { wordsIn } from '../words.ts';

/** The links to the other pages of a day that has more events than one page shows. */
export function pagesOfDay(
  day: number,
  { page, per_page }: PageRequest,
  total: number,
  call: BareCall,
): Html | undefined {
  const { total_pages } = totalsOf(total, per_page).totals;
  if (total_pages <= 1) return undefined;
  const words = wordsIn('dayPages', call);
  const to = (page: number) =>
    pathTo(call, `/events/day/${dateOf(day)}/`) +
    queryWith(queryOf(call), { page: page === 1 ? undefined : String(page) });
  return html`<nav class="steps" aria-label="${words.pages}">
<ul>
${page > 1 && html`<li><a class="step" rel="prev" href="${to(page - 1)}"><span aria-hidden="true">‹</span> ${words.newer}</a></li>`}
<li>${page} / ${total_pages}</li>
${page < total_pages && html`<li><a class="step" rel="next" href="${to(page + 1)}">${words.older} <span aria-hidden="true">›</span></a></li>`}
</ul>
</nav>`;
}
