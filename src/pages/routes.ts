import { type Route, staticRoute } from '../http/route.ts';
import { eventPageRoutes } from './event/event.ts';
import { listPage } from './list/list.ts';
import { ownPageRoutes } from './look/own-page.ts';

/** The pages for people, by the paths that `api/site-pages.ts` gives to their addresses. */
export const pageRoutes = (): Route[] => [
  staticRoute({ root: '', path: '/events', operations: [listPage] }),
  ...eventPageRoutes(),
  ...ownPageRoutes(),
];
