import type { Config } from '../config.ts';
import type { Operation } from '../http/operation.ts';
import { sitePages } from '../http/reference-pages.ts';
import { ownQuery, pageAt } from '../http/reference-views.ts';
import { type Route, staticRoute } from '../http/route.ts';
import type { SitePage, SitePages } from '../http/site-pages.ts';
import { contactPageRoutes } from './contacts/routes.ts';
import { dayPageRoutes } from './day/day.ts';
import { embedPage } from './embed/embed-page.ts';
import { eventPageRoutes } from './event/event.ts';
import { listPageRoutes } from './list/list.ts';
import { mapPage } from './map/map.ts';
import { monthPageRoutes } from './month/month.ts';
import { ownPageAt, ownPageRoutes } from './own-page.ts';
import { weekPageRoutes } from './week/week.ts';

/** A page that sites of the reference do not have, at an address of its own. */
interface DeclaredPage {
  /** The address below the language, without the slash at its end. */
  readonly at: string;
  readonly page: Operation;
  /** Where programs find the same in the interface. Without it, programs read the page as well. */
  readonly twin?: { readonly path: string; readonly query?: Readonly<Record<string, string>> };
}

const PAGES: readonly DeclaredPage[] = [{ at: '/embed', page: embedPage, twin: { path: '/' } }];

/** All pages of a site, by the segments of their addresses. */
export const pagesOf =
  (config: Config): SitePages =>
  (segments, sent, context) =>
    sitePages(segments, sent, context) ?? declaredPageAt(segments, sent) ?? ownPageAt(segments, config, sent);

export function declaredPageAt(segments: readonly string[], sent: URLSearchParams): SitePage | undefined {
  const address = `/${segments.join('/')}`;
  const found = PAGES.find(({ at }) => at === address);
  const html = found && pageAt(segments, ownQuery(sent));
  return found && { template: found.at, path: found.twin?.path, ...found.twin, html: html! };
}

/** The routes of all pages: of the declared ones, and of those whose addresses `http/reference-pages.ts` reads. */
export const pageRoutes = (): Route[] => [
  ...listPageRoutes(),
  ...monthPageRoutes(),
  ...weekPageRoutes(),
  ...dayPageRoutes(),
  ...eventPageRoutes(),
  ...contactPageRoutes(),
  staticRoute({ root: '', path: '/events/map', operations: [mapPage] }),
  ...PAGES.map(({ at, page }) => staticRoute({ root: '', path: at, operations: [page] })),
  ...ownPageRoutes(),
];
