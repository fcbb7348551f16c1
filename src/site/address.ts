import { LRUCache } from 'lru-cache';
import { type Language, languages } from '../i18n/language.ts';
import { inDefaultWords, inOwnWords, type SiteWords } from './words.ts';

/** The path of the interface; aliases and language copies lead to it. */
export const CANONICAL = '/cal/events/v1';

/** Namespaces beside the interface. */
export const HISTORY = '/cal/history/v1';
export const TRASH = '/cal/trash/v1';
export const USERS = '/cal/users/v1';
/** All namespaces of the service. */
export const NAMESPACES: readonly string[] = [CANONICAL, HISTORY, TRASH, USERS];
/** The path of the administration below the site. */
export const ADMIN = '/admin';
/** Below it, the page of links that work once, and the parameter with the secret of one. */
export const CHOOSE_PASSWORD = '/choose-password/';
export const LINK_SECRET = 'secret';

/** The address of a link by which an account chooses a password. */
export const linkAddress = (site: string, secret: string): string =>
  `${site}${ADMIN}${CHOOSE_PASSWORD}?${LINK_SECRET}=${secret}`;

/** Below it, the page at which whoever got a mail ends mails of its kind, and the parameter with its token. */
export const NOTICES = '/notices/';
export const NOTICES_TOKEN = 'token';

export const noticesAddress = (site: string, token: string): string =>
  `${site}${ADMIN}${NOTICES}?${NOTICES_TOKEN}=${token}`;

/** The path of image files, for downloads and uploads. */
export const IMAGES_PATH = '/images';

/** The address under which a request reached the interface. Links in its response keep this form. */
export interface RequestAddress {
  /** `https://agenda.example.org`, with the path of SITE_URL if that has one. */
  readonly site: string;
  /** Host and path of the site, without scheme and port: the beginning of global ids. */
  readonly name: string;
  /** The address of the namespace, without a slash at the end. */
  readonly api: string;
  /** `cal/events/v1`, or the alias's. */
  readonly namespace: string;
  /** The language prefix of the path. */
  readonly language: Language | undefined;
  /** The words in the addresses of pages; undefined for those of the reference. */
  readonly words?: SiteWords | undefined;
}

/** Where the namespace of an address is. */
export interface NamespacePath {
  /** Language prefix, then the alias or the canonical path, as the request spelled them. */
  readonly prefix: string;
  readonly namespace: string;
  readonly language: Language | undefined;
}

/** The language whose tag is the first segment of the path, in any case. */
export function languageOfPath(path: string): Language | undefined {
  const lowerCase = path.toLowerCase();
  return languages.find(known => `${lowerCase}/`.startsWith(`/${known.toLowerCase()}/`));
}

export const prefixOf = (language: Language | undefined) => (language ? `/${language}` : '');

/** A path without the site, with the tag of its language as links have it. */
export function withLinkedLanguage(path: string): string {
  const prefix = prefixOf(languageOfPath(path));
  return prefix + path.slice(prefix.length);
}

/** The address of a namespace beside the interface, with the language prefix of the request. */
export const addressBeside = (
  { site, language }: Pick<RequestAddress, 'site' | 'language'>,
  root: string,
): string => `${site}${prefixOf(language)}${root}`;

/** The address of the same interface under the path of a language. */
export function addressIn(address: RequestAddress, language: Language | undefined): RequestAddress {
  if (language === undefined || language === address.language) return address;
  const { site, api, namespace, words } = address;
  const root = api.slice(site.length + prefixOf(address.language).length);
  return addressAt(site, { prefix: prefixOf(language) + root, namespace, language }, words);
}

/** The address of the site, with the language prefix of the request: the beginning of the addresses of its pages. */
export const pagesOf = ({ site, language }: Pick<RequestAddress, 'site' | 'language'>): string =>
  site + prefixOf(language);

/** The address of what is in no language, such as a file. */
export const pathOnSite = (address: Pick<RequestAddress, 'site'>, path: string): string =>
  paths.getOrInsertComputed(address, pathOfSite) + path;

const pathOfSite = ({ site }: Pick<RequestAddress, 'site'>): string =>
  new URL(site).pathname.replace(/\/$/, '');

/** A page has many links, and requests share their addresses. */
const paths = new WeakMap<Pick<RequestAddress, 'site'>, string>();

/** The address of a page: its path below the language, in the words of the site. */
export const pageAddress = (
  address: Pick<RequestAddress, 'site' | 'language' | 'words'>,
  path: string,
): string => pagesOf(address) + inOwnWords(path, address.words);

/** An address without the site, such as that of a request, in the words of the reference. */
export function withDefaultWords(url: string, words: SiteWords | undefined): string {
  const prefix = prefixOf(languageOfPath(pathAndQuery(url)[0]));
  const rest = url.slice(prefix.length);
  return url.slice(0, prefix.length) + inDefaultWords(rest, words);
}

/** The address of the interface on a site; without a path, the canonical one. */
export function addressAt(
  site: string,
  { prefix, namespace, language }: NamespacePath = UNADDRESSED,
  words?: SiteWords,
): RequestAddress {
  const key = `${site} ${prefix} ${words?.name ?? ''}`;
  const known = addresses.get(key);
  if (known) return known;
  const { hostname, pathname } = new URL(site);
  const name = `${hostname}${pathname.replace(/\/$/, '')}`;
  const address = { site, name, api: `${site}${prefix}`, namespace, language, ...(words && { words }) };
  addresses.set(key, address);
  return address;
}

export const UNADDRESSED: NamespacePath = {
  prefix: CANONICAL,
  namespace: CANONICAL.slice(1),
  language: undefined,
};

/** Addresses of earlier requests. */
const addresses = new LRUCache<string, RequestAddress>({ max: 100 });

/** The path and the query, with its question mark. */
export const pathAndQuery = (url: string): [string, string] => {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
};
