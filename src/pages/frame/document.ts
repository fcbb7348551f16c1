import { attribute, type Html, html, NOTHING, trusted } from '../../lib/html.ts';
import { withCompleteAddresses } from '../../lib/text/addresses.ts';
import { pageAddress } from '../../site/address.ts';
import { designOf } from '../../site/design.ts';
import { ownHtmlBase } from '../../site/file-address.ts';
import { ownPagePath, textIn } from '../../site/own-pages.ts';
import { pageInLanguages, pathTo } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import type { DocumentParts, PageCall } from './document-parts.ts';
import { headOf } from './head.ts';
import { headerOf } from './header.ts';

/** The whole document of a page. */
export function documentOf(parts: DocumentParts, call: PageCall): Html {
  const path = parts.path ?? (() => call.page?.path ?? '/events/');
  const versions = pageInLanguages(call, path);
  return html`<!doctype html>
<html lang="${call.language}">
<head>
${headOf(parts, call, versions)}
</head>
<body>
<a class="skip" href="#main">${wordsIn('pages', call).skip}</a>
${headerOf(parts, call, versions)}
<main id="main" tabindex="-1">
${parts.main}
</main>
${footerOf(call)}
</body>
</html>
`;
}

/** What ends every page: the operator's pages, how to subscribe to the calendar, and the operator's line. */
function footerOf(call: PageCall): Html {
  const words = wordsIn('look', call);
  const footer = designOf(call.config).footer[call.language];
  return html`<footer class="site-footer">
${ownPagesOf(call)}<ul>
<li><a href="${webcal(call)}">${words.calendar}</a></li>
<li><a href="${pathTo(call, '/events.rss')}">${words.feed}</a></li>
</ul>
${footer && html`<div class="site-line">${lineHtml(footer, call)}</div>\n`}</footer>`;
}

/** Sanitised HTML of the operator within a line of the frame. */
const lineHtml = (content: string, call: PageCall): Html =>
  trusted(withCompleteAddresses(content, ownHtmlBase(call)).replaceAll(' />', '>'));

/** The pages of the operator, in the order of their files. */
function ownPagesOf(call: PageCall): Html {
  const { pages } = designOf(call.config);
  if (pages.length === 0) return NOTHING;
  const links = pages.map(page => {
    const { title, language } = textIn(page, call.language, call.config);
    const path = ownPagePath(page);
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
