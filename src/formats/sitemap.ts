import { attributesOf, element, optionalElement, parent } from '../lib/text/escape.ts';
import type { LanguageAlternate } from '../records/translations/alternates.ts';
import { instantOf } from './dates.ts';

/** An address of a sitemap. */
export interface SitemapEntry {
  readonly url: string;
  /** Epoch seconds; undefined if it is not known. */
  readonly modified?: number | undefined;
  /** The same page in all languages that it has, with this one; the first is that for everybody else. */
  readonly alternates?: readonly LanguageAlternate[];
}

/** The most addresses that the protocol allows in one sitemap, and sitemaps in one index. */
export const MAX_SITEMAP = 50_000;

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
const OF_LINKS = { 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' };
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A sitemap, text by text. */
export const sitemapText = {
  /** @param isTranslated whether an address may have alternates */
  begin: (isTranslated: boolean): string =>
    `${HEAD}<urlset${attributesOf({ ...NAMESPACE, ...(isTranslated && OF_LINKS) })}>\n`,
  entry: (entry: SitemapEntry): string => `${elementOf('url', entry)}\n`,
  end: '</urlset>\n',
};

export const sitemapIndex = (urls: readonly string[]): string =>
  `${HEAD}${parent('sitemapindex', ['\n', ...urls.map(url => `${elementOf('sitemap', { url })}\n`)], NAMESPACE)}\n`;

const elementOf = (name: string, { url, modified, alternates = [] }: SitemapEntry): string =>
  parent(name, [
    element('loc', new URL(url).href),
    optionalElement('lastmod', modified === undefined ? undefined : instantOf(modified)),
    ...alternates.map(({ language, url }) => linkTo(language, url)),
    ...alternates.slice(0, 1).map(({ url }) => linkTo('x-default', url)),
  ]);

const linkTo = (hreflang: string, url: string): string =>
  element('xhtml:link', '', { rel: 'alternate', hreflang, href: new URL(url).href });
