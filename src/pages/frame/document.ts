import type { Language } from '../../i18n/language.ts';
import { attribute, type Html, html, NOTHING, trusted } from '../../lib/html.ts';
import { WeakMemo } from '../../lib/sized-cache.ts';
import { withCompleteAddresses } from '../../lib/text/addresses.ts';
import { addressBeside, addressIn, CANONICAL, pageAddress } from '../../site/address.ts';
import { designOf } from '../../site/design.ts';
import { fileAddress, ownHtmlBase } from '../../site/file-address.ts';
import { siteNameIn } from '../../site/name.ts';
import { ownPagePath, textIn } from '../../site/own-pages.ts';
import { documentPath, PAGES, type PageAddress, pathOf } from '../../site/page-addresses.ts';
import { statementsOf } from '../../site/statements.ts';
import { type PageInLanguage, pageInLanguages, pathTo } from '../addresses.ts';
import { asQuery, queryOfPage, relOf } from '../parts/query.ts';
import { wordsIn } from '../words.ts';
import type { DocumentParts, NavSection, PageCall } from './document-parts.ts';
import { headOf } from './head.ts';

export function documentOf(parts: DocumentParts, call: PageCall): Html {
  const path = parts.path ?? (() => call.page?.path ?? pathOf(PAGES.list));
  const versions = pageInLanguages(call, path);
  return html`<!doctype html>
<html lang="${call.language}">
<head>
${headOf(parts, call, versions)}
</head>
<body${attribute('class', parts.isFramed ? 'framed' : undefined)}>
${!parts.isFramed && html`<a class="skip" href="#main">${wordsIn('pages', call).skip}</a>\n`}${parts.above ?? NOTHING}${!parts.isFramed && headerOf(parts, call, versions)}
<main id="main" tabindex="-1">
${parts.main}
</main>
${!parts.isFramed && once(call, `footer ${OWN.exec(call.page?.path ?? '')}`, () => footerOf(call))}
</body>
</html>
`;
}

/** What stands around the main part of a page that is written elsewhere. */
export const frameAround = (
  call: PageCall,
  { path, hasMap }: Pick<DocumentParts, 'hasMap'> & { readonly path: string },
): { readonly above: Html; readonly below: Html } => ({
  above: headerOf(
    { hasMap },
    call,
    pageInLanguages(call, () => path),
  ),
  below: once(call, 'footer null', () => footerOf(call)),
});

/** A part of the frame that is the same on many pages of a site. */
const once = ({ config, language, address }: PageCall, name: string, write: () => Html): Html =>
  kept.of(designOf(config), `${name} ${language} ${address.site} ${address.language}`, write);

const kept = new WeakMemo<Html>();

/** The addresses of the pages that it may mark. */
const OWN = /^\/[^/]+\/$/;

/** What ends every page: where else to look, how to take the calendar along, the operator's pages and line. */
function footerOf(call: PageCall): Html {
  const words = wordsIn('look', call);
  const contacts = wordsIn('contactPages', call);
  const footer = designOf(call.config).footer[call.language];
  const licence = call.config.DATA_LICENSE;
  const link = (href: string, text: string) => html`<li><a href="${href}">${text}</a></li>\n`;
  const to = (page: string, text: string) => link(pathTo(call, page), text);
  const document = (suffix: string) => documentPath(pathOf(PAGES.list), suffix);
  return html`<footer class="site-footer">
<nav aria-label="${words.agenda}"><p class="footer-title">${words.agenda}</p>
<ul>
${to(pathOf(PAGES.venues), contacts.venues)}${to(pathOf(PAGES.organizers), contacts.organizers)}${to(pathOf(PAGES.past), contacts.past)}${call.config.PROPOSALS && to(pathOf(PAGES.propose), words.propose)}</ul>
</nav>
<nav aria-label="${words.yours}"><p class="footer-title">${words.yours}</p>
<ul>
${link(webcal(call), words.calendar)}${to(document('rss'), words.feed)}${to('/embed/', words.embed)}${to(document('csv'), words.table)}${link(addressBeside(call.address, `${CANONICAL}/doc`), words.api)}</ul>
</nav>
${ownPagesOf(call)}${licence && html`<p class="site-line">${words.licence} <a rel="license" href="${licence.url}">${licence.name}</a></p>\n`}${footer && html`<div class="site-line">${lineHtml(footer, call)}</div>\n`}</footer>`;
}

/** Sanitised HTML of the operator within a line of the frame. */
const lineHtml = (content: string, call: PageCall): Html =>
  trusted(withCompleteAddresses(content, ownHtmlBase(call)).replaceAll(' />', '>'));

/** The pages of the operator, in the order of their files, and those about the site. */
function ownPagesOf(call: PageCall): Html {
  const link = (path: string, title: string, language = call.language) => {
    const lang = attribute('lang', language === call.language ? undefined : language);
    const current = attribute('aria-current', call.page?.path === path ? 'page' : undefined);
    return html`<li><a href="${pathTo(call, path)}"${lang}${current}>${title}</a></li>`;
  };
  const links = designOf(call.config).pages.map(page => {
    const { title, language } = textIn(page, call.language, call.config);
    return link(ownPagePath(page), title, language);
  });
  for (const name of statementsOf(call.config))
    links.push(link(pathOf(PAGES[name]), wordsIn(name, call).title));
  const { about } = wordsIn('look', call);
  return html`<nav aria-label="${about}"><p class="footer-title">${about}</p>
<ul>${links}</ul>
</nav>
`;
}

/** The calendar in the scheme that calendar programs subscribe to. */
const webcal = ({ address }: PageCall): string =>
  pageAddress(address, documentPath(pathOf(PAGES.list), 'ics')).replace(/^https?:/, 'webcal:');

/** The name of the site, the views of the calendar, the way to its search, and the same page in other languages. */
function headerOf(parts: HeaderParts, call: PageCall, versions: readonly PageInLanguage[]): Html {
  const views = once(call, `views ${parts.section} ${parts.hasMap}`, () => viewsOf(parts, call));
  return html`${views}
${languagesOf(call, versions)}
</header>`;
}

type HeaderParts = Pick<DocumentParts, 'section' | 'hasMap'>;

function viewsOf({ section, hasMap = false }: HeaderParts, call: PageCall): Html {
  const words = wordsIn('pages', call);
  return html`<header class="site-header">
<a class="site-name" href="${homeIn(call.language, call)}">${logoOf(call) ?? siteNameIn(call)}</a>
<nav class="site-nav" aria-label="${words.views}">
<ul>${SECTIONS.filter(([name]) => name !== 'map' || hasMap || section === 'map').map(
    ([name, page]) =>
      html`<li><a href="${pathTo(call, pathOf(page))}"${attribute('aria-current', name === section ? 'page' : undefined)}>${words[name]}</a></li>`,
  )}</ul>
</nav>
<a class="site-find" href="${pathTo(call, pathOf(PAGES.list))}#filter-search"><span>${wordsIn('filterForm', call).search}</span></a>`;
}

/** The home page in a language. Without a prefix, it is in that of the browser. */
const homeIn = (language: Language, { address, config }: PageCall): string =>
  pathTo(
    { address: addressIn(address, config.LANGUAGES.length > 1 ? language : undefined) },
    pathOf(PAGES.home),
  );

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
  ['list', PAGES.list],
  ['month', PAGES.thisMonth],
  ['week', PAGES.thisWeek],
  ['today', PAGES.today],
  ['map', PAGES.map],
] as const satisfies readonly (readonly [NavSection, PageAddress])[];

/** The page in each language, with the same filters. A narrow window shows the codes of the languages only. */
function languagesOf(call: PageCall, versions: readonly PageInLanguage[]): Html {
  const query = asQuery(queryOfPage(call));
  if (versions.length < 2) return NOTHING;
  const isHome = call.page?.path === pathOf(PAGES.home);
  return html`<nav class="site-languages" aria-label="${wordsIn('pages', call).languages}">
<ul>${versions.map(
    ({ language, href, isCurrent }) =>
      html`<li><a href="${isHome ? homeIn(language, call) : withoutQuery(href)}${query}" lang="${language}" hreflang="${language}"${relOf(query)}${attribute('aria-current', isCurrent ? 'true' : undefined)}><span class="language-code" aria-hidden="true">${language}</span><span class="language-name">${wordsIn('pages', { ...call, language }).language}</span></a></li>`,
  )}</ul>
</nav>`;
}

/** The canonical address of a page of a list names its number, which the query of the request has as well. */
const withoutQuery = (href: string): string => href.replace(/\?.*$/s, '');
