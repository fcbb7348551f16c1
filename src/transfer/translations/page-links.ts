import { Parser } from 'htmlparser2';
import { SourceError } from '../../intake/source-error.ts';
import type { Visitor, WebPage } from '../sites/visitor.ts';
import { bareLanguage, type CrossLink } from './cross-links.ts';

/** Reads the pages of a site's events until it is clear that they name none in other languages. */
export class PageReader {
  /** Set as soon as a page has led to a record of the first site. */
  isUseful = false;
  readonly #visitor: Visitor;
  #read = 0;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  /** The links of a page; none once the first pages were useless, or if the page cannot be read. */
  async linksOf(url: URL): Promise<CrossLink[]> {
    if (this.#read >= (this.isUseful ? MOST : TRIED)) return [];
    this.#read++;
    return this.#linksAt(url);
  }

  async #linksAt(url: URL): Promise<CrossLink[]> {
    try {
      const page = await this.#visitor.get(url);
      return page.status === 200 ? pageLinks(page) : [];
    } catch (error) {
      // A page says less than the interface does, and the import goes on without it.
      if (error instanceof SourceError) return [];
      throw error;
    }
  }
}

/** Pages without links to the first site after which no more are read. */
const TRIED = 10;

/** Most pages that are read for an import. */
const MOST = 20_000;

/** The alternates in other languages that a page names, in its headers and its `<head>`. */
export function pageLinks({ headers, url, body }: WebPage): CrossLink[] {
  const found: { href?: string | undefined; hreflang?: string | undefined }[] = [];
  for (const [, href, parameters = ''] of (headers.get('link') ?? '').matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel="?[^";]*\balternate\b/i.test(parameters))
      found.push({ href, hreflang: /;\s*hreflang="?([\w-]+)/i.exec(parameters)?.[1] });
  const parser = new Parser({
    onopentag(name, { rel, href, hreflang }) {
      if (name === 'link' && /\balternate\b/i.test(rel ?? '')) found.push({ href, hreflang });
    },
  });
  parser.end(body.slice(0, MAX_HEAD));
  return found.flatMap(({ href, hreflang }) => {
    const language = bareLanguage(hreflang);
    const address = URL.parse(href ?? '', url);
    return address && language !== '' ? [{ language, url: address }] : [];
  });
}

/** Longest part of a page that is searched for its `<head>`. */
const MAX_HEAD = 1_000_000;
