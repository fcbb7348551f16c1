import { type ContactKind, type ContactRow, findContact } from '../contacts/store.ts';
import type { WithImage } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { PathKey } from '../http/operation.ts';
import type { PublicPage } from '../http/reference-pages.ts';
import type { Translations } from '../i18n/language.ts';
import { integer, required, text } from '../input/arguments.ts';
import { slugify } from '../lib/text/slugs.ts';
import type { SlugOrId } from '../records/table.ts';
import { PAGES } from '../site/page-addresses.ts';
import { mayRead } from '../users/rights.ts';
import { contactPage, contactPageById } from './contacts/contact-page.ts';
import { contactIndex } from './contacts/index.ts';
import { type ShownKind, shownOrganizers, shownVenues } from './contacts/kinds.ts';
import { dayPage } from './day/day.ts';
import { embedPage, framePage } from './embed/embed-page.ts';
import { allDatesPage } from './event/all-dates.ts';
import { eventById, eventPage, named } from './event/event.ts';
import { homePage } from './home/home.ts';
import { listPage, pastPage } from './list/list.ts';
import { termPage } from './list/term.ts';
import { mapPage } from './map/map.ts';
import { monthPage } from './month/month.ts';
import { isOwnPage, ownPage, ownPageNamed } from './own-page.ts';
import { dated, type PageTarget, publicPage, today } from './page.ts';
import { accessibilityPage, privacyPage } from './statements.ts';
import { weekPage } from './week/week.ts';

/**
 * The public pages: the address of each, and what is there. Its operation declares its parameters, the right to it and
 * for how long it holds; the operation of its twin in the interface declares its formats.
 */
export const publicPages: readonly PublicPage[] = [
  publicPage(PAGES.home, homePage),
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
  // The administration answers these, if the operator wants proposals.
  { at: PAGES.propose, isThere: () => false },
  { at: PAGES.proposal, isThere: () => false },
  { at: PAGES.tags },
  publicPage({ path: '/embed/', twin: '/' }, embedPage),
  publicPage(PAGES.frame, framePage),
  { ...publicPage(PAGES.own, ownPage, ownPageNamed), isThere: isOwnPage },
  // An operator may have pages of their own there.
  publicPage(PAGES.accessibility, accessibilityPage),
  publicPage(PAGES.privacy, privacyPage),
];

/** The pages of venues or of organizers: each by its slug or its id, and all that have events. */
function contactPages<Row extends ContactRow>(shown: ShownKind<Row>): PublicPage[] {
  const { kind, words, plural } = shown;
  return [
    publicPage(PAGES[plural], contactIndex(shown)),
    publicPage(
      PAGES[kind.type],
      contactPage(shown),
      contactNamed(kind, 'slug', words.slug_path, ({ slug }) => ({ slug: slugify(slug) })),
    ),
    publicPage(
      PAGES[`${kind.type}ById`],
      contactPageById(shown),
      contactNamed(kind, 'id', words.id, ({ id }) => ({ id })),
    ),
  ];
}

function contactNamed<Row extends ContactRow>(
  kind: ContactKind<Row>,
  name: 'slug' | 'id',
  words: Translations,
  keyOf: (key: PathKey) => SlugOrId,
): PageTarget<WithImage<Row>> {
  return {
    key: { name, argument: required(name === 'id' ? integer(words) : text(words)) },
    find: async ({ db }, key) =>
      (await findContact(db, kind, keyOf(key))) ?? new Refused(`expected_record_${name}`),
    ...(name === 'slug' && { isReadable: (contact, viewer) => mayRead(viewer, contact) }),
  };
}
