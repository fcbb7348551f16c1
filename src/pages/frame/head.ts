import { namespacesOf, WORDPRESS } from '../../http/discovery.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { addressBeside } from '../../site/address.ts';
import { designOf } from '../../site/design.ts';
import { fileAddress, iconLinks } from '../../site/file-address.ts';
import { siteNameIn } from '../../site/name.ts';
import type { PageInLanguage } from '../addresses.ts';
import { assetAddress } from '../assets.ts';
import { previewTags } from '../preview-cards/preview.ts';
import type { DocumentParts, PageCall } from './document-parts.ts';

/** What the head of every page holds: its names, addresses, formats and styles. */
export function headOf(parts: DocumentParts, call: PageCall, versions: readonly PageInLanguage[]): Html {
  const { title, languages } = parts;
  const name = siteNameIn(call);
  const own = listedVersions(versions, languages, call);
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? name : `${title} – ${name}`}</title>
${described(parts)}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${designOf(call.config).accent.brand}">
<meta name="generator" content="Almanac">
${interfaceOf(parts, call)}${addressesOf(parts, own)}${openGraph(parts, call, own)}${parts.preview && previewTags(parts.preview)}${fontLink(call)}<link rel="stylesheet" href="${assetAddress(call, 'pages.css')}">
${iconLinks(call).map(({ rel, href, type, sizes }) => html`<link rel="${rel}" type="${type}" sizes="${sizes}" href="${href}">\n`)}${ownStyles(call)}${parts.head ?? NOTHING}`;
}

/** The font is asked for with the page: one that comes late is not used before the next page. */
export const fontLink = (call: Pick<PageCall, 'address' | 'config'>): Html =>
  html`<link rel="preload" href="${assetAddress(call, 'manrope.woff2')}" as="font" type="font/woff2" crossorigin>\n`;

/** The operator's stylesheet comes after ours. */
function ownStyles(call: PageCall): Html {
  const { stylesheet } = designOf(call.config);
  return stylesheet ? html`<link rel="stylesheet" href="${fileAddress(call, stylesheet)}">\n` : NOTHING;
}

const described = ({ description }: DocumentParts): Html =>
  description ? html`<meta name="description" content="${description}">\n` : NOTHING;

/** By what programs recognise the interface, and the same in other formats. */
const interfaceOf = (
  { isLocked }: DocumentParts,
  { address, config, page }: PageCall,
): Html => html`${namespacesOf(config).length > 0 && html`<link rel="https://api.w.org/" href="${addressBeside(address, WORDPRESS)}/">\n`}<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${address.site}">
${!isLocked && page?.alternates.map(({ href, type }) => html`<link rel="alternate" type="${type}" href="${href}">\n`)}`;

/** The page in the languages that search engines list, the one for everybody else first. */
function listedVersions(
  versions: readonly PageInLanguage[],
  languages: DocumentParts['languages'],
  { config }: PageCall,
): readonly PageInLanguage[] {
  const first = languages?.[0] ?? config.LANGUAGE;
  const listed = versions.filter(({ language }) => languages?.includes(language) ?? true);
  return [
    ...listed.filter(({ language }) => language === first),
    ...listed.filter(({ language }) => language !== first),
  ];
}

/** The address of the page, and of the page in each language if there are several. */
function addressesOf(parts: DocumentParts, versions: readonly PageInLanguage[]): Html {
  const canonical = html`<link rel="canonical" href="${canonicalOf(versions)}">\n`;
  if (!isListed(parts)) {
    const { isFollowed = true, namesAddress = false } = parts;
    return html`<meta name="robots" content="noindex${!isFollowed && ', nofollow'}">\n${namesAddress && canonical}`;
  }
  if (versions.length < 2) return canonical;
  return html`${canonical}${versions.map(({ language, href }) => alternate(language, href))}${alternate('x-default', versions[0]!.href)}`;
}

const alternate = (language: string, href: string): Html =>
  html`<link rel="alternate" hreflang="${language}" href="${href}">\n`;

/** How other sites show a link to the page (Open Graph). Pages add the picture. */
function openGraph(parts: DocumentParts, call: PageCall, versions: readonly PageInLanguage[]): Html {
  const { title, description } = parts;
  if (!isListed(parts)) return NOTHING;
  const others = versions.filter(({ isCurrent }) => !isCurrent);
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${siteNameIn(call)}">
<meta property="og:title" content="${title}">
${description ? html`<meta property="og:description" content="${description}">\n` : NOTHING}<meta property="og:url" content="${canonicalOf(versions)}">
<meta property="og:locale" content="${localeOf(call.language)}">
${others.map(({ language }) => html`<meta property="og:locale:alternate" content="${localeOf(language)}">\n`)}`;
}

const isListed = ({ path, isListed = true }: DocumentParts): boolean => isListed && path !== undefined;

/** Of a page in a language that the record does not have, the page in its own. */
const canonicalOf = (versions: readonly PageInLanguage[]): string =>
  (versions.find(({ isCurrent }) => isCurrent) ?? versions[0]!).href;

/** `ca_ES`: the language where most people speak it, as Open Graph wants it. */
const locales = new Map(
  languages.map(language => [language, `${language}_${new Intl.Locale(language).maximize().region}`]),
);

const localeOf = (language: Language): string => locales.get(language)!;
