import type { Config } from '../config.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import { withoutTrailingSlashes } from '../lib/text/addresses.ts';
import { addressAt, addressBeside, pageAddress, type RequestAddress } from '../site/address.ts';
import { documentPath } from '../site/page-addresses.ts';
import type { FormatAlternate, SitePage } from './site-pages.ts';

/**
 * The Link header by which programs find the interface from a page of the site, and the page in other formats: as
 * WordPress names the interface, and as readers of calendars and feeds look for them.
 * @param formats as `alternatesOf` gives them
 */
export function discoveryLinks(
  formats: readonly FormatAlternate[],
  address: RequestAddress,
  config: Pick<Config, 'ALIASES'>,
): string {
  const alternates = formats.map(({ href, type }) => `<${href}>; rel="alternate"; type="${type}"`);
  const root = `<${addressBeside(address, WORDPRESS)}/>; rel="https://api.w.org/"`;
  const all = namespacesOf(config).length > 0 ? [root, ...alternates] : alternates;
  let header = '';
  for (const link of all)
    if (header.length + link.length < MAX_LENGTH) header += header === '' ? link : `, ${link}`;
  return header;
}

/** Proxies and clients refuse answers with long headers, and every link repeats the query of the page. */
const MAX_LENGTH = 4000;

/**
 * The page in other formats: that of the interface first.
 * @param target the address of the same in the interface
 */
export function alternatesOf(
  { page, sent, formats }: PageLinks,
  target: string,
  address: RequestAddress,
): FormatAlternate[] {
  const documents = formats.map(({ suffix, mediaType }) => ({
    href: documentAddress(page, sent, address, suffix),
    type: mediaType,
  }));
  const all = [{ href: target, type: 'application/json' }, ...documents];
  return all.map(({ href, type }) => ({ href: new URL(href).href, type }));
}

/** A page, and what it is in other formats. */
export interface PageLinks {
  readonly page: SitePage;
  /** The address of the page as it was requested, without the site. */
  readonly sent: string;
  readonly formats: readonly MediaFormat[];
}

/** The front page shows the list of events. Its own address has no name that a suffix could follow. */
function documentAddress(
  { template }: SitePage,
  sent: string,
  address: RequestAddress,
  suffix: string,
): string {
  const [path = '', query] = sent.split('?', 2);
  const asked = new URLSearchParams(query);
  // Whoever subscribes gets what comes first, and calendars have no pages. Links are shared, passwords are not.
  for (const name of ['page', 'password', 'p', 'post_type']) asked.delete(name);
  const document =
    template === '/'
      ? pageAddress(address, documentPath('/', suffix))
      : `${address.site}${withoutTrailingSlashes(path)}.${suffix}`;
  return asked.size > 0 ? `${document}?${asked}` : document;
}

/** Where the index of a WordPress site is. Programs recognise the interface by it. */
export const WORDPRESS = '/wp-json';

/** The namespaces that the index of a WordPress site lists, such as `tribe/events/v1`: aliases below its address. */
export const namespacesOf = ({ ALIASES }: Pick<Config, 'ALIASES'>): string[] =>
  ALIASES.filter(alias => alias.startsWith(`${WORDPRESS}/`)).map(alias => alias.slice(WORDPRESS.length + 1));

/** The address of the interface in one of these namespaces. */
export function addressIn(namespace: string, address: RequestAddress): RequestAddress {
  const prefix = addressBeside(address, `${WORDPRESS}/${namespace}`).slice(address.site.length);
  return addressAt(address.site, { prefix, namespace, language: address.language });
}
