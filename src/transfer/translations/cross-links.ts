import { Parser } from 'htmlparser2';
import { idOf, textOf } from '../../intake/reading/values.ts';
import { SourceError } from '../../intake/source-item.ts';
import { writtenTypes } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import type { Visitor, WebPage } from '../sites/visitor.ts';
import type { Pairs, PairsOfTypes } from './facts.ts';
import type { FirstSite } from './first-site.ts';
import { bareLanguage, type SecondRecord, type SecondSite } from './second-site.ts';

/** The same record in another language, as a record or its page names it. */
export interface CrossLink {
  /** The language without its country; '' if it is not said. */
  readonly language: string;
  /** Its id at the same site. */
  readonly id?: number | undefined;
  readonly url?: URL | undefined;
}

/**
 * The records in other languages that a record names: ids by language, as sites with Polylang write them, or lists of
 * records with their addresses, as those with WPML do.
 */
export const crossLinks = (record: JsonObject): CrossLink[] =>
  TRANSLATIONS.flatMap(name => {
    const written = record[name];
    if (Array.isArray(written)) return written.flatMap(one => linkIn('', one));
    return isObject(written)
      ? Object.entries(written).flatMap(([language, one]) => linkIn(language, one))
      : [];
  });

const TRANSLATIONS = ['translations', 'wpml_translations', 'polylang_translations'];

function linkIn(key: string, written: unknown): CrossLink[] {
  const { locale, lang, language, language_code, ...link } = isObject(written) ? written : asLink(written);
  const id = idOf(link.id);
  const address = [link.href, link.url, link.link, link.permalink].map(textOf).find(text => text !== '');
  const url = URL.parse(address ?? '') ?? undefined;
  if (id === undefined && !url) return [];
  const named = [locale, lang, language, language_code, key].map(bareLanguage);
  return [{ language: named.find(name => name !== '') ?? '', id, url }];
}

const asLink = (written: unknown): JsonObject =>
  idOf(written) === undefined ? { href: written } : { id: written };

/** The links of a page; none if it cannot be read. */
export async function linksAt(visitor: Visitor, url: URL): Promise<CrossLink[]> {
  try {
    const page = await visitor.get(url);
    return page.status === 200 ? pageLinks(page) : [];
  } catch (error) {
    // A page says less than the interface does, and the import goes on without it.
    if (error instanceof SourceError) return [];
    throw error;
  }
}

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

/** A record of the second site, and the one here that it may be. */
export type FoundPair = readonly [key: string, id: number | undefined];

/** Adds pairs, one to one. If several records lead to one, none of them does. */
export function addPairs(pairs: Pairs, found: readonly FoundPair[], by: string): void {
  const taken = new Set([...pairs.values()].map(({ id }) => id));
  const fresh = found.filter(([key, id]) => id !== undefined && !pairs.has(key) && !taken.has(id));
  for (const [id, [first, ...others]] of Map.groupBy(fresh, ([, id]) => id!))
    if (others.length === 0) pairs.set(first![0], { id, by: [by] });
}

/**
 * Adds the pairs that records of the second site name themselves.
 * @returns whether the site names records in other languages at all
 */
export function addLinkedPairs(second: SecondSite, first: FirstSite, pairs: PairsOfTypes): boolean {
  let areNamed = false;
  for (const type of writtenTypes) {
    const found = [...second.records[type].values()].map((one): FoundPair => {
      const links = crossLinks(one.record);
      areNamed ||= links.length > 0;
      return [one.identity.key, linkedRecord(first, second, one, links)];
    });
    addPairs(pairs[type], found, 'link');
  }
  return areNamed;
}

/**
 * The record here that links lead to. If they lead to several, as on a site of three languages that was imported
 * whole, the one in the language that its link names counts; undefined if that does not tell.
 */
export function linkedRecord(
  first: FirstSite,
  second: SecondSite,
  one: SecondRecord,
  links: readonly CrossLink[],
): number | undefined {
  const found = links.flatMap(({ id, url, language }) => {
    const at = (url && first.at(one.type, url)) ?? withId(first, second, one, id);
    return at === undefined ? [] : [{ id: at, language }];
  });
  const ids = new Set(found.map(({ id }) => id));
  const inLanguage = found.filter(({ id, language }) => language === first.languageOf(one.type, id));
  const [only, ...more] = ids.size > 1 ? new Set(inLanguage.map(({ id }) => id)) : ids;
  return more.length === 0 ? only : undefined;
}

/**
 * The record with an id at the second site. The languages of one site may have hosts of their own, but an id of
 * another host may just as well be that of another site: such an event must start at the same time.
 */
function withId(
  first: FirstSite,
  second: SecondSite,
  { type, identity }: SecondRecord,
  id: number | undefined,
): number | undefined {
  if (id === undefined) return undefined;
  const own = first.withId(type, identity.base, id);
  if (own !== undefined || type !== 'event') return own;
  const start = second.facts.event.get(identity.key)?.start;
  const others = first.bases.flatMap(base => first.withId(type, base, id) ?? []);
  return others.find(other => first.facts.event.get(other)?.start === start);
}
