import type { DescribedRoute, Route } from '../../http/route.ts';
import { apiCatalogRoute } from './api-catalog.ts';
import { robotsRoute } from './robots.ts';
import { securityTextRoute } from './security-txt.ts';
import { sitemapRoute } from './sitemap.ts';
import { wordPressIndexRoute } from './wordpress-index.ts';

/**
 * What programs ask a site for at addresses that they know.
 * @param routes those of the interface
 */
export const siteRoutes = (routes: readonly DescribedRoute[]): Route[] => [
  ...[robotsRoute, sitemapRoute, securityTextRoute, apiCatalogRoute],
  wordPressIndexRoute(routes),
];
