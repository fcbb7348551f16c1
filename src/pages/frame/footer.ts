import { pagesOf } from '../../http/address.ts';
import { type Html, html } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import type { PageCall } from './document-parts.ts';

/** What ends every page: how to subscribe to the calendar. */
export function footerOf(call: PageCall): Html {
  const words = wordsIn('look', call);
  return html`<footer class="site-footer">
<ul class="site-links">
<li><a href="${webcal(call)}">${words.calendar}</a></li>
<li><a href="${pathTo(call, '/events.rss')}">${words.feed}</a></li>
</ul>
</footer>`;
}

/** The calendar in the scheme that calendar programs subscribe to. */
const webcal = ({ address }: PageCall): string =>
  `${pagesOf(address)}/events.ics`.replace(/^https?:/, 'webcal:');
