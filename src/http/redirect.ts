import type { Config } from '../config.ts';
import { fragment, Json } from '../lib/json.ts';
import { pageAddress, type RequestAddress } from '../site/address.ts';
import type { BareCall } from './call.ts';
import { alternatesOf, discoveryLinks, type PageLinks } from './discovery.ts';
import { PRIVATE, publicHeaders } from './headers.ts';
import type { ShapedResponse } from './response-shape.ts';
import { type FormatAlternate, type HtmlPage, NAMING, type SitePage } from './site-pages.ts';

/** The redirection from a page for programs. */
export const redirectToInterface = (
  page: SitePage,
  { api }: RequestAddress,
  headers: ShapedResponse['headers'],
): ShapedResponse => ({
  status: 302,
  headers: { ...headers, location: api + targetOf(page, page.html?.query) },
  body: NOTHING,
});

/** The headers of a page by which programs find the same in the interface, and in other formats. */
export function interfaceHeaders(
  links: PageLinks,
  address: RequestAddress,
  config: Pick<Config, 'ALIASES'>,
  alternates = alternatesOfPage(links, address),
): ShapedResponse['headers'] {
  const root = address.api + targetOfPage(links.page);
  return {
    ...{ 'x-tec-api-version': 'v1', 'x-tec-api-root': root, 'x-tec-api-origin': address.site },
    link: discoveryLinks(alternates, address, config),
  };
}

/** A page in the interface and in other formats. */
export const alternatesOfPage = (links: PageLinks, address: RequestAddress): readonly FormatAlternate[] =>
  alternatesOf(links, address.api + targetOfPage(links.page), address);

/** The redirection to the address of a page that the requested one stands for, in this language. */
export const redirectToPage = (
  { path, query }: Pick<HtmlPage, 'path' | 'query'>,
  address: Pick<RequestAddress, 'site' | 'language' | 'words'>,
  status: 301 | 302,
  headers: ShapedResponse['headers'],
  config: Config,
): ShapedResponse => ({
  status,
  headers: {
    ...publicHeaders(config),
    ...headers,
    location: `${pageAddress(address, path)}${query.size > 0 ? `?${query}` : ''}`,
  },
  body: NOTHING,
});

const NOTHING = new Json([fragment('')]);

/** The redirection to the present address of a record that has moved. */
export const redirectToPresent = (
  location: string,
  { viewer }: Pick<BareCall, 'viewer'>,
  headers: ShapedResponse['headers'],
  config: Config,
): ShapedResponse => ({
  status: 301,
  // Without these headers browsers would keep the redirection forever, even if another record gets the address.
  headers: { ...headers, ...(viewer ? PRIVATE : publicHeaders(config)), location },
  body: NOTHING,
});

const targetOfPage = (page: SitePage): string => page.root ?? targetOf(page);

/** The path of a page in the interface, with what was asked of the page. */
function targetOf({ path = '/', query = {} }: SitePage, asked?: URLSearchParams): string {
  const parameters = new URLSearchParams(asked);
  for (const name of NAMING) parameters.delete(name);
  for (const [name, value] of Object.entries(query)) parameters.set(name, value);
  return parameters.size > 0 ? `${path}/?${parameters}` : path;
}
