import type { PublicPage } from '../http/reference-pages.ts';
import { PAGES } from '../site/page-addresses.ts';
import { shownOrganizers, shownVenues } from './contacts/kinds.ts';
import { contactPages } from './contacts/routes.ts';
import { dayPage } from './day/day.ts';
import { embedPage } from './embed/embed-page.ts';
import { allDatesPage } from './event/all-dates.ts';
import { eventById, eventPage, named } from './event/event.ts';
import { listPage, pastPage } from './list/list.ts';
import { termPage } from './list/term.ts';
import { mapPage } from './map/map.ts';
import { monthPage } from './month/month.ts';
import { isOwnPage, ownPage, ownPageNamed } from './own-page.ts';
import { dated, publicPage, today } from './page.ts';
import { weekPage } from './week/week.ts';

/**
 * The public pages: the address of each, and what is there. Its operation declares its parameters, the right to it and
 * for how long it holds; the operation of its twin in the interface declares its formats.
 */
export const publicPages: readonly PublicPage[] = [
  publicPage(PAGES.list, listPage),
  publicPage(PAGES.past, pastPage),
  publicPage(PAGES.map, mapPage),
  publicPage(PAGES.thisMonth, monthPage, today),
  publicPage(PAGES.month, monthPage, dated),
  publicPage(PAGES.thisWeek, weekPage, today),
  publicPage(PAGES.week, weekPage, dated),
  publicPage(PAGES.today, dayPage, today),
  publicPage(PAGES.day, dayPage, dated),
  publicPage(PAGES.category, termPage('category')),
  publicPage(PAGES.tag, termPage('tag')),
  publicPage(PAGES.tagBelowEvents, termPage('tag')),
  publicPage(PAGES.event, eventPage, named.event),
  publicPage(PAGES.series, allDatesPage, named.series),
  publicPage(PAGES.occurrence, eventPage, named.occurrence),
  publicPage(PAGES.eventById, eventById, named.byId),
  ...contactPages(shownVenues),
  ...contactPages(shownOrganizers),
  { at: PAGES.categories },
  { at: PAGES.tags },
  publicPage({ path: '/embed/', twin: '/' }, embedPage),
  { ...publicPage(PAGES.own, ownPage, ownPageNamed), isThere: isOwnPage },
];
