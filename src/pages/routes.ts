import { type Route, staticRoute } from '../http/route.ts';
import { contactPageRoutes } from './contacts/routes.ts';
import { dayPageRoutes } from './day/day.ts';
import { embedPage } from './embed/embed-page.ts';
import { eventPageRoutes } from './event/event.ts';
import { listPageRoutes } from './list/list.ts';
import { mapPage } from './map/map.ts';
import { monthPageRoutes } from './month/month.ts';
import { ownPageRoutes } from './own-page.ts';
import { weekPageRoutes } from './week/week.ts';

/** The pages for people, by the paths that `api/site-pages.ts` gives to their addresses. */
export const pageRoutes = (): Route[] => [
  ...listPageRoutes(),
  staticRoute({ root: '', path: '/embed', operations: [embedPage] }),
  ...monthPageRoutes(),
  ...weekPageRoutes(),
  ...dayPageRoutes(),
  ...eventPageRoutes(),
  ...contactPageRoutes(),
  staticRoute({ root: '', path: '/events/map', operations: [mapPage] }),
  ...ownPageRoutes(),
];
