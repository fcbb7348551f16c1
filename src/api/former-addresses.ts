import type { Config } from '../config.ts';
import type { Db, Taxonomy } from '../db/tables.ts';
import { findEventRow } from '../events/store.ts';
import { VIEW_ENDING } from '../http/reference-views.ts';
import { type Language, languages } from '../i18n/language.ts';
import { KINDS } from '../kinds.ts';
import { withoutTrailingSlashes } from '../lib/text/addresses.ts';
import { slugify } from '../lib/text/slugs.ts';
import { findFormer } from '../records/former-addresses.ts';
import { isNaming, pathKey } from '../records/path-key.ts';
import { findBySlugInLanguage } from '../records/translations/slugs.ts';
import { pageAddress, type RequestAddress, withDefaultWords } from '../site/address.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import type { Viewer } from '../users/rights.ts';
import { isTaken, presentAddress } from './addressed-records.ts';

interface PublicRequest {
  readonly viewer: Viewer;
  readonly address: RequestAddress;
}

/**
 * The present address of the record that had this address, with the suffix and the query of the request; undefined if
 * no record had it, another one has it now, or the viewer may not read the record.
 * @param url path and query, without the path of SITE_URL
 */
export async function movedTo(
  db: Db,
  config: Config,
  url: string,
  { viewer, address }: PublicRequest,
): Promise<string | undefined> {
  const known = withDefaultWords(url, address.words);
  const readings = [...new Set([known, url]), ...(await underOwnSlug(db, known))].flatMap(one =>
    readingsOf(one, config),
  );
  const former = await findFormer(
    db,
    readings.flatMap(({ keys }) => keys),
  );
  for (const { keys, path, isTagBelowEvents, language, query, suffix } of former.size > 0 ? readings : []) {
    const key = keys.find(key => former.has(key));
    if (key === undefined) continue;
    if (await isTaken(db, withDefaultWords(path, address.words), query, viewer)) return undefined;
    const present = await presentAddress(db, former.get(key)!, viewer, { ...address, language });
    if (present === undefined) return undefined;
    // Only there has a tag the views of a list.
    const slugs = isTagBelowEvents && new URL(present).pathname.split('/').at(-2);
    const shown = slugs
      ? pageAddress({ ...address, language }, pathOf(PAGES.tagBelowEvents, { slugs }))
      : present;
    return completed(shown, suffix, key.includes('?') ? withoutNaming(query) : query);
  }
  return undefined;
}

/** The address of an occurrence under the own slug of its series, where it names the series in another language. */
async function underOwnSlug(db: Db, url: string): Promise<string[]> {
  const [, archive, name, date] = OCCURRENCE.exec(url) ?? [];
  const id = name === undefined ? undefined : await findBySlugInLanguage(db, 'event', slugify(name));
  const series = id === undefined ? undefined : await findEventRow(db, { id });
  return series?.slug ? [`${archive}${series.slug}${date}`] : [];
}

const OCCURRENCE = new RegExp(
  String.raw`^((?:/(?:${languages.join('|')}))?/event/)([^/?]+)(/\d{4}-\d\d-\d\d.*)$`,
  'i',
);

/** One way to read an address. */
interface AddressReading {
  /** The keys under which it may be known. */
  keys: string[];
  path: string;
  isTagBelowEvents: boolean;
  /** The language whose path was left out: an address of this site is known without one. */
  language: Language | undefined;
  query: URLSearchParams;
  /** The end that asks for another form of the record. */
  suffix: string;
}

/** Endings that ask for another form of a record: a format by its name, or one of the feeds of a page. */
const FORMAT = String.raw`\.[a-z\d-]{2,10}|/(?:feed(?:/(?:rss2?|atom))?|ical)`;
/** Endings that ask for occurrences of a series: all, or one, which have formats as well. */
const OCCURRENCES = String.raw`/(?:all|\d{4}-\d\d-\d\d(?:/[1-9]\d{0,3})?)(?:${FORMAT})?`;

/** Endings that ask for another view of a category or tag. */
const VIEWS = `(?=/)${VIEW_ENDING}(?:${FORMAT})?`;

const SUFFIXES = [FORMAT, OCCURRENCES, VIEWS].map(ending => new RegExp(`^(.*?[^/])(${ending})$`, 'i'));

function readingsOf(url: string, { SITE_URL }: Pick<Config, 'SITE_URL'>): AddressReading[] {
  const found = URL.parse(`http://site${url}`);
  if (!found) return [];
  const { pathname, search, searchParams: query } = found;
  const whole = withoutTrailingSlashes(pathname);
  const [, tag, own] = IN_LANGUAGE.exec(whole) ?? [];
  const language = languages.find(known => known.toLowerCase() === tag?.toLowerCase());
  const site = SITE_URL && new URL(SITE_URL).pathname.replace(/\/$/, '');
  const reading = (path: string, language?: Language, suffix = ''): AddressReading => {
    const bare = withOwnSlug(path);
    const paths = [path, ...(site ? [site + path] : []), bare];
    const keys = paths.flatMap(path => [pathKey(`${path}/${search}`), pathKey(`${path}/`)]);
    return {
      ...{ keys: [...new Set(keys.filter(key => key !== undefined))], path: bare, language, query, suffix },
      isTagBelowEvents: bare !== path && bare.startsWith(`/${KINDS.tag.archive}/`),
    };
  };
  const withSuffix = (path: string, language?: Language): AddressReading[] => {
    const shorter = SUFFIXES.flatMap(suffixed => {
      const [, bare, suffix] = suffixed.exec(path) ?? [];
      return bare === undefined ? [] : reading(bare, language, suffix);
    });
    return [reading(path, language), ...shorter];
  };
  return [...withSuffix(whole), ...(own === undefined ? [] : withSuffix(own, language))];
}

const IN_LANGUAGE = new RegExp(`^/(${languages.join('|')})(/.+)$`, 'i');

/** The address of a category names its ancestors, and a tag has two; the own slug says which one it is. */
function withOwnSlug(path: string): string {
  const [, name, slug] = /^\/events\/(category|tag)\/(?:.*\/)?([^/]+)$/i.exec(path) ?? [];
  return name === undefined ? path : `/${KINDS[name.toLowerCase() as Taxonomy].archive}/${slug}`;
}

const withoutNaming = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => !isNaming(name)));

/** The address with this suffix and query. A record without a slug has no documents at its address. */
function completed(address: string, suffix: string, query: URLSearchParams): string {
  const url = new URL(address);
  if (url.search === '' && suffix.includes('.')) url.pathname = url.pathname.replace(/\/$/, suffix);
  else if (url.search === '' && suffix !== '') url.pathname += `${suffix.slice(1)}/`;
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href;
}
