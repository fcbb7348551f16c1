import type { Config } from '../config.ts';
import { fragment, Json } from '../lib/json.ts';
import type { RequestAddress } from './address.ts';
import { PRIVATE, publicHeaders } from './headers.ts';
import type { RequestContext } from './request-context.ts';
import type { ShapedResponse } from './shape.ts';
import type { SitePage } from './site-pages.ts';

/** The redirection from a page. Its headers tell programs where the interface is. */
export function leadToInterface(
  page: SitePage,
  { site, api }: RequestAddress,
  headers: ShapedResponse['headers'],
): ShapedResponse {
  const target = api + targetOfPage(page);
  return {
    status: 302,
    headers: {
      ...headers,
      ...{ 'x-tec-api-version': 'v1', 'x-tec-api-root': target, 'x-tec-api-origin': site },
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
