import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { pageAddress } from '../../site/address.ts';
import { pathTo } from '../addresses.ts';
import { lookOf } from '../look/look.ts';
import { lineHtml, pathOf } from '../look/own-html.ts';
import { textIn } from '../look/own-pages.ts';
import { wordsIn } from '../words.ts';
import type { PageCall } from './document-parts.ts';

/** What ends every page: the operator's pages, how to subscribe to the calendar, and the operator's line. */
export function footerOf(call: PageCall): Html {
  const words = wordsIn('look', call);
  const footer = lookOf(call.config).footer[call.language];
  return html`<footer class="site-footer">
${ownPagesOf(call)}<ul>
<li><a href="${webcal(call)}">${words.calendar}</a></li>
<li><a href="${pathTo(call, '/events.rss')}">${words.feed}</a></li>
</ul>
${footer && html`<div class="site-line">${lineHtml(footer, call)}</div>\n`}</footer>`;
}

/** The pages of the operator, in the order of their files. */
function ownPagesOf(call: PageCall): Html {
  const { pages } = lookOf(call.config);
  if (pages.length === 0) return NOTHING;
  const links = pages.map(page => {
    const { title, language } = textIn(page, call.language, call.config);
    const path = pathOf(page);
    const lang = attribute('lang', language === call.language ? undefined : language);
    const current = attribute('aria-current', call.page?.path === path ? 'page' : undefined);
    return html`<li><a href="${pathTo(call, path)}"${lang}${current}>${title}</a></li>`;
  });
  return html`<nav aria-label="${wordsIn('look', call).about}">
<ul>${links}</ul>
</nav>
`;
}

/** The calendar in the scheme that calendar programs subscribe to. */
const webcal = ({ address }: PageCall): string =>
  pageAddress(address, '/events.ics').replace(/^https?:/, 'webcal:');
