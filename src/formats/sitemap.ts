import { element, optionalElement, parent } from '../lib/text/xml.ts';
import { instantOf } from './dates.ts';

/** An address of a sitemap. */
export interface SitemapEntry {
  readonly url: string;
  /** Epoch seconds; undefined if it is not known. */
  readonly modified?: number | undefined;
}

/** The most addresses that the protocol allows in one sitemap, and sitemaps in one index. */
export const MAX_SITEMAP = 50_000;

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A sitemap, text by text. */
export const sitemapText = {
  begin: `${HEAD}<urlset xmlns="${NAMESPACE.xmlns}">\n`,
  entry: (entry: SitemapEntry): string => `${elementOf('url', entry)}\n`,
  end: '</urlset>\n',
};

/** An index of sitemaps. */
export const sitemapIndex = (urls: readonly string[]): string =>
  `${HEAD}${parent('sitemapindex', ['\n', ...urls.map(url => `${elementOf('sitemap', { url })}\n`)], NAMESPACE)}\n`;

const elementOf = (name: string, { url, modified }: SitemapEntry): string =>
  parent(name, [
    element('loc', new URL(url).href),
    optionalElement('lastmod', modified === undefined ? undefined : instantOf(modified)),
  ]);
