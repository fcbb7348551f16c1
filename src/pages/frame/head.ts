import { addressBeside } from '../../http/address.ts';
import { namespacesOf, WORDPRESS } from '../../http/wordpress.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { addressInLanguage, type PageInLanguage } from '../addresses.ts';
import { assetAddress } from '../assets.ts';
import { fileAddress, iconLinks } from '../look/file-address.ts';
import { lookOf } from '../look/look.ts';
import { nameOfSite } from '../look/site-name.ts';
import { previewTags } from '../preview-cards/preview.ts';
import type { DocumentParts, PageCall } from './document-parts.ts';

/** What the head of every page holds: its names, addresses, formats and styles. */
export function headOf(parts: DocumentParts, call: PageCall, versions: readonly PageInLanguage[]): Html {
  const { title } = parts;
  const name = nameOfSite(call);
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? name : `${title} – ${name}`}</title>
${described(parts)}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${lookOf(call.config).accent.brand}">
<meta name="generator" content="Almanac">
${interfaceOf(parts, call)}${addressesOf(parts, call, versions)}${openGraph(parts, call, versions)}${parts.preview && previewTags(parts.preview)}<link rel="stylesheet" href="${assetAddress(call, 'pages.css')}">
${iconLinks(call).map(({ rel, href, type, sizes }) => html`<link rel="${rel}" type="${type}" sizes="${sizes}" href="${href}">\n`)}${ownStyles(call)}${parts.head ?? NOTHING}`;
}

/** The operator's stylesheet comes after ours. */
function ownStyles(call: PageCall): Html {
  const { stylesheet } = lookOf(call.config);
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

/** The address of the page, and of the page in each language. */
function addressesOf(parts: DocumentParts, call: PageCall, versions: readonly PageInLanguage[]): Html {
  const path = listedPath(parts);
  if (!path) return html`<meta name="robots" content="noindex">\n`;
  const { LANGUAGE } = call.config;
  return html`<link rel="canonical" href="${canonicalOf(versions)}">
${versions.map(({ language, href }) => html`<link rel="alternate" hreflang="${language}" href="${href}">\n`)}<link rel="alternate" hreflang="x-default" href="${addressInLanguage(path(LANGUAGE), LANGUAGE, call)}">
`;
}

/** How other sites show a link to the page (Open Graph). Pages add the picture. */
function openGraph(parts: DocumentParts, call: PageCall, versions: readonly PageInLanguage[]): Html {
  const { title, description } = parts;
  if (!listedPath(parts)) return NOTHING;
  const others = versions.filter(({ isCurrent }) => !isCurrent);
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${nameOfSite(call)}">
<meta property="og:title" content="${title}">
${description ? html`<meta property="og:description" content="${description}">\n` : NOTHING}<meta property="og:url" content="${canonicalOf(versions)}">
<meta property="og:locale" content="${localeOf(call.language)}">
${others.map(({ language }) => html`<meta property="og:locale:alternate" content="${localeOf(language)}">\n`)}`;
}

const listedPath = ({ path, isListed = true }: DocumentParts) => (isListed ? path : undefined);

const canonicalOf = (versions: readonly PageInLanguage[]): string =>
  versions.find(({ isCurrent }) => isCurrent)!.href;

/** `ca_ES`: the language where most people speak it, as Open Graph wants it. */
const locales = new Map(
  languages.map(language => [language, `${language}_${new Intl.Locale(language).maximize().region}`]),
);

const localeOf = (language: Language): string => locales.get(language)!;
