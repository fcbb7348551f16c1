import { fragment, Json } from '../lib/json.ts';
import type { RequestAddress } from './address.ts';
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
    body: new Json([fragment('')]),
  };
}

function targetOfPage({ path, query = {}, leadsTo }: SitePage): string {
  if (leadsTo !== undefined) return leadsTo;
  const parameters = new URLSearchParams(query);
  return parameters.size > 0 ? `${path}/?${parameters}` : path;
}
