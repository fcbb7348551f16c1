import type { Config } from '../config.ts';
import { fragment, Json } from '../lib/json.ts';
import type { RequestAddress } from './address.ts';
import { discoveryLinks, type PageLinks } from './discovery.ts';
import { PRIVATE, publicHeaders } from './headers.ts';
import type { RequestContext } from './request-context.ts';
import type { ShapedResponse } from './shape.ts';
import type { SitePage } from './site-pages.ts';

/** The redirection from a page. Its headers tell programs where the interface is. */
export function leadToInterface(
  links: PageLinks,
  { address, config }: { address: RequestAddress; config: Pick<Config, 'ALIASES'> },
  headers: ShapedResponse['headers'],
): ShapedResponse {
  const { site, api } = address;
  const target = api + targetOfPage(links.page);
  return {
    status: 302,
    headers: {
      ...headers,
      ...{ 'x-tec-api-version': 'v1', 'x-tec-api-root': target, 'x-tec-api-origin': site },
      link: discoveryLinks(links, target, address, config),
      location: target,
    },
    body: NOTHING,
  };
}

const NOTHING = new Json([fragment('')]);

/** The redirection to the present address of a record that has moved. */
export const leadToPresent = (
  location: string,
  { viewer }: Pick<RequestContext, 'viewer'>,
  headers: ShapedResponse['headers'],
  config: Config,
): ShapedResponse => ({
  status: 301,
  // Without these headers browsers would keep the redirection forever, even if another record gets the address.
  headers: { ...headers, ...(viewer ? PRIVATE : publicHeaders(config)), location },
  body: NOTHING,
});

function targetOfPage({ path, query = {}, leadsTo }: SitePage): string {
  if (leadsTo !== undefined) return leadsTo;
  const parameters = new URLSearchParams(query);
  return parameters.size > 0 ? `${path}/?${parameters}` : path;
}
