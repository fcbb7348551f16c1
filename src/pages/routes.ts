import { type Route, staticRoute } from '../http/route.ts';
import { embedPage } from './embed/embed-page.ts';
import { dayPageRoutes } from './day/day.ts';
import { eventPageRoutes } from './event/event.ts';
import { listPage } from './list/list.ts';
import { monthPageRoutes } from './month/month.ts';
import { weekPageRoutes } from './week/week.ts';

/** The pages for people, by the paths that `api/site-pages.ts` gives to their addresses. */
export const pageRoutes = (): Route[] => [
  staticRoute({ root: '', path: '/events', operations: [listPage] }),
  staticRoute({ root: '', path: '/embed', operations: [embedPage] }),
  ...monthPageRoutes(),
  ...weekPageRoutes(),
  ...dayPageRoutes(),
  ...eventPageRoutes(),
];
