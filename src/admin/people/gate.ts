import { formatMonth, formatWeekday } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { pathTo } from '../../pages/addresses.ts';
import { monthDots } from '../../pages/parts/month-dots.ts';
import { siteNameIn } from '../../site/name.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import type { AdminCall, Shown } from '../page.ts';

/** A page before somebody is in: the leaf of today beside one question. */
export function gate(title: string, inside: Html, call: AdminCall): Shown {
  const today = call.clock.today();
  const main = html`<div class="leaf">
<p>${formatWeekday(today, call.language)}<b>${Number(today.slice(8))}</b>${formatMonth(today, call.language)}</p>
${monthDots(today.slice(0, 7), day => day === today)}</div>
<div class="inside">
<a class="site" href="${pathTo(call, pathOf(PAGES.list))}">${siteNameIn(call)}</a>
${inside}
</div>`;
  return { title, main, isGate: true };
}
