import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { designOf } from '../../site/design.ts';
import { fileAddress } from '../../site/file-address.ts';
import { siteNameIn } from '../../site/name.ts';
import { type PageInLanguage, pathTo } from '../addresses.ts';
import { asQuery, queryOfPage, relOf } from '../parts/query.ts';
import { wordsIn } from '../words.ts';
import type { DocumentParts, NavSection, PageCall } from './document-parts.ts';

/** The name of the site, the same page in other languages, and the views of the calendar. */
export function headerOf(
  { section }: DocumentParts,
  call: PageCall,
  versions: readonly PageInLanguage[],
): Html {
  const words = wordsIn('pages', call);
  return html`<header class="site-header">
<a class="site-name" href="${pathTo(call, '/events/')}">${logoOf(call) ?? siteNameIn(call)}</a>
${languagesOf(call, versions)}
<nav class="site-nav" aria-label="${words.views}">
<ul>${SECTIONS.map(
    ([name, path]) =>
      html`<li><a href="${pathTo(call, path)}"${attribute('aria-current', name === section ? 'page' : undefined)}>${words[name]}</a></li>`,
  )}</ul>
</nav>
</header>`;
}

/** The logo in place of the name, with its size, so that nothing moves once it is there. */
function logoOf(call: PageCall): Html | undefined {
  const { logos } = designOf(call.config);
  if (!logos) return undefined;
  const { light, dark } = logos;
  const image = html`<img class="site-logo" src="${fileAddress(call, light.file)}" width="${light.width}" height="${light.height}" alt="${siteNameIn(call)}">`;
  return dark
    ? html`<picture><source media="(prefers-color-scheme: dark)" srcset="${fileAddress(call, dark.file)}" width="${dark.width}" height="${dark.height}">${image}</picture>`
    : image;
}

const SECTIONS = [
  ['list', '/events/'],
  ['month', '/events/month/'],
  ['week', '/events/week/'],
  ['today', '/events/today/'],
  ['map', '/events/map/'],
] as const satisfies readonly (readonly [NavSection, string])[];

/** The page in each language, with the same filters. A narrow window shows the codes of the languages only. */
function languagesOf(call: PageCall, versions: readonly PageInLanguage[]): Html {
  const query = asQuery(queryOfPage(call));
  if (versions.length < 2) return NOTHING;
  return html`<nav class="site-languages" aria-label="${wordsIn('pages', call).languages}">
<ul>${versions.map(
    ({ language, href, isCurrent }) =>
      html`<li><a href="${withoutQuery(href)}${query}" lang="${language}" hreflang="${language}"${relOf(query)}${attribute('aria-current', isCurrent ? 'true' : undefined)}><span class="language-code" aria-hidden="true">${language}</span><span class="language-name">${wordsIn('pages', { ...call, language }).language}</span></a></li>`,
  )}</ul>
</nav>`;
}

/** The canonical address of a page of a list names its number, which the query of the request has as well. */
const withoutQuery = (href: string): string => href.replace(/\?.*$/s, '');
