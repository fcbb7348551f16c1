import type { BareCall } from '../http/call.ts';
import type { Language } from '../i18n/language.ts';
import { attribute, type Html, html, NOTHING, trusted } from '../lib/html.ts';
import { siteName } from '../records/view.ts';
import { type PageInLanguage, pageInLanguages, pathTo, queryWith } from './addresses.ts';
import { assetAddress } from './assets.ts';
import { wordsIn } from './words.ts';

/** What a page is made of, besides what all pages have. */
export interface DocumentParts {
  /** The title, without the name of the site. */
  readonly title: string;
  /** The language of the title, if it is that of a record. */
  readonly titleLanguage?: Language | undefined;
  /** Plain text for search engines and previews. */
  readonly description?: string;
  /** The part of the site, which the navigation marks. */
  readonly section?: Section;
  /** The content, with one heading of the first level. */
  readonly main: Html;
  /** Further elements of the head. */
  readonly head?: Html;
  /** The path of the page below the language, which may differ by language: `/event/concert/`. It is the canonical one. */
  readonly path?: (language: Language) => string;
  /** Whether search engines shall list the page; by default those that have a path. */
  readonly isListed?: boolean;
}

export type Section = 'list' | 'month' | 'week' | 'today' | 'map' | 'past';

type PageCall = Pick<BareCall, 'address' | 'config' | 'language' | 'page'>;

/** The whole document of a page. */
export function documentOf(parts: DocumentParts, call: PageCall): Html {
  const { language } = call;
  const words = wordsIn('pages', language);
  const path =
    parts.path ??
    (() => `${call.page?.path ?? '/events/'}${queryWith(call.page?.query ?? new URLSearchParams(), {})}`);
  const versions = pageInLanguages(call, path);
  return html`<!doctype html>
<html lang="${language}">
<head>
${headOf(parts, call, versions)}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
${headerOf(parts, call)}
<main id="main">
${parts.main}
</main>
${footerOf(call, versions)}
</body>
</html>
`;
}

function headOf(parts: DocumentParts, call: PageCall, versions: readonly PageInLanguage[]): Html {
  const { title, description, path, isListed = path !== undefined } = parts;
  const name = siteName(call);
  const canonical = versions.find(({ isCurrent }) => isCurrent)!;
  const links = isListed
    ? html`<link rel="canonical" href="${canonical.href}">
${versions.map(({ language, href }) => html`<link rel="alternate" hreflang="${language}" href="${href}">\n`)}`
    : html`<meta name="robots" content="noindex">\n`;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? name : `${title} – ${name}`}</title>
${description ? html`<meta name="description" content="${description}">\n` : NOTHING}<meta name="color-scheme" content="light dark">
<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${call.address.site}">
${links}<link rel="stylesheet" href="${assetAddress(call, 'pages.css')}">
${parts.head ?? NOTHING}`;
}

function headerOf({ section }: DocumentParts, call: PageCall): Html {
  const words = wordsIn('pages', call.language);
  return html`<header class="site-header">
<a class="site-name" href="${pathTo(call, '/events/')}">${siteName(call)}</a>
<nav class="site-nav" aria-label="${words.views}">
<ul>${SECTIONS.map(
    ([name, path]) =>
      html`<li><a href="${pathTo(call, path)}"${attribute('aria-current', name === section ? 'page' : undefined)}>${words[name]}</a></li>`,
  )}</ul>
</nav>
</header>`;
}

const SECTIONS = [
  ['list', '/events/'],
  ['month', '/events/month/'],
  ['week', '/events/week/'],
  ['today', '/events/today/'],
  ['map', '/events/map/'],
] as const satisfies readonly (readonly [Section, string])[];

function footerOf(call: PageCall, versions: readonly PageInLanguage[]): Html {
  const words = wordsIn('pages', call.language);
  return html`<footer class="site-footer">
<nav aria-label="${words.languages}">
<ul class="languages">${versions.map(
    ({ language, href, isCurrent }) =>
      html`<li><a href="${href}" lang="${language}" hreflang="${language}"${attribute('aria-current', isCurrent)}>${wordsIn('pages', language).language}</a></li>`,
  )}</ul>
</nav>
</footer>`;
}

export { trusted };
