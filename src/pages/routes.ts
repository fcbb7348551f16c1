import type { Route } from '../http/route.ts';
import { eventPageRoutes } from './event/event.ts';
import { listPageRoutes } from './list/list.ts';

/** The pages for people, by the paths that `api/site-pages.ts` gives to their addresses. */
export const pageRoutes = (): Route[] => [...listPageRoutes(), ...eventPageRoutes()];
