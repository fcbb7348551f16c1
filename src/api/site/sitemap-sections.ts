import { type SqlBool, sql } from 'kysely';
import { type ContactKind, type ContactRow, findAllContacts } from '../../contacts/store.ts';
import type { PageRange } from '../../db/list-page.ts';
import type { Db } from '../../db/tables.ts';
import { type AddressRow, publicRows, seriesOf } from '../../events/public-rows.ts';
import { listedView } from '../../formats/render.ts';
import type { SitemapEntry } from '../../formats/sitemap.ts';
import type { BareCall } from '../../http/call.ts';
import { languages } from '../../i18n/language.ts';
import { KINDS, type Taxonomy, type VersionedType, versionedTypes } from '../../kinds.ts';
import { Pacer } from '../../lib/pacer.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import { inOrder } from '../../read-model/record-source.ts';
import type { View } from '../../records/members.ts';
import { permalink } from '../../records/published-members.ts';
import { pageAddresses } from '../../records/translations/alternates.ts';
import { translatedIds } from '../../records/translations/filters.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import type { LanguageColumns } from '../../records/translations/stored.ts';
import { findContactIds } from '../../search/find-contacts.ts';
import { findEventIds } from '../../search/find-events.ts';
import { pageAddress } from '../../site/address.ts';
import { aboutPaths } from '../../site/statements.ts';
import { findTerms, inUse, listTermIds } from '../../terms/list.ts';
import { termUrl } from '../../terms/members.ts';
import { placedTerms } from '../../terms/tree.ts';
import { venueKind } from '../../venues/venue.ts';

/** A part of the sitemap: the public addresses of one kind of records. */
export interface SitemapSection {
  readonly name: string;
  /** The most addresses that one of its records has. */
  readonly width: number;
  find(call: BareCall, range: PageRange): Promise<FoundIds>;
  /** The addresses of those of these records that the public may still read. */
  entries(call: BareCall, ids: readonly number[]): Promise<readonly SitemapEntry[]>;
}

interface FoundIds {
  readonly ids: readonly number[];
  readonly total: number;
}

/** Public records of one kind, and those of them that have translations. */
interface Kind {
  readonly name: string;
  find(call: BareCall, range: PageRange): Promise<FoundIds>;
  findTranslated(db: Db, range: PageRange): Promise<FoundIds>;
  pages(call: BareCall, ids: readonly number[]): Promise<readonly SitemapEntry[]>;
}

/** The pages of records in their own languages, and the pages of their translations: each names all the others. */
const sectionsOf = ({ name, find, findTranslated, pages }: Kind): SitemapSection[] => [
  { name, width: 1, find, entries: pages },
  {
    name: `${name}${TRANSLATED}`,
    width: languages.length - 1,
    find: ({ db }, range) => findTranslated(db, range),
    async entries(call, ids) {
      const all = await pages(call, ids);
      return all.flatMap(page => (page.alternates ?? []).slice(1).map(({ url }) => ({ ...page, url })));
    },
  },
];

const TRANSLATED = '-translated';

/** Whether the pages of a section may have others in other languages. */
export const isTranslated = ({ name }: SitemapSection): boolean =>
  name.endsWith(TRANSLATED) || name === about.name;

const PUBLIC = undefined;

/** A series has one address, behind which its occurrences are: those of many years would bury all other events. */
const events: Kind = {
  name: 'events',
  find: (call, range) => findEventIds(call, { oneOfSeries: 'first' }, PUBLIC, range),
  findTranslated: (db, range) => translatedIds(db, 'events', PUBLIC_EVENTS, range),
  async pages(call, ids) {
    const pacer = new Pacer();
    const entries: SitemapEntry[] = [];
    for (const row of await publicPages(call.db, ids)) {
      // Translations may be long.
      if (pacer.isDue()) await pacer.pause();
      const page = pageOf(row, call, (row, view) => permalink('event', row, view), row.series_id === null);
      entries.push({ ...page, modified: row.modified_at });
    }
    return entries;
  },
};

/** Occurrences have the translations of their series, which is listed if one of them is. */
const PUBLIC_EVENTS = sql<SqlBool>`status = 'publish' and hide_from_listings = 0 and password_hash is null
  and series_id is null and (recurrence = '' or exists (
    select 1 from events as one where one.series_id = events.id
    and one.status = 'publish' and one.hide_from_listings = 0 and one.password_hash is null
  ))`;

/** The events with these ids that everybody may read, with series in place of their occurrences. */
async function publicPages(db: Db, ids: readonly number[]): Promise<AddressRow[]> {
  const series = await seriesOf(db, ids);
  const rows = await publicRows(db, [...new Set([...series.values(), ...ids])]);
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => byId.get(series.get(id) ?? id) ?? byId.get(id) ?? []);
}

const places = <Row extends ContactRow>(kind: ContactKind<Row>): Kind => ({
  name: KINDS[kind.type].collection,
  find: (call, range) => findContactIds(call, kind, EVERY_PLACE, { ...call, viewer: PUBLIC }, range),
  findTranslated: (db, range) => translatedIds(db, KINDS[kind.type].table, sql`status = 'publish'`, range),
  async pages(call, ids) {
    const rows = inOrder(ids, await findAllContacts(call.db, kind, ids));
    return rows
      .filter(({ status }) => status === 'publish')
      .map(row => ({
        ...pageOf(row, call, (row, view) => permalink(kind.type, row, view)),
        modified: row.modified_at,
      }));
  },
});

const EVERY_PLACE = {
  ...{ words: [], event: undefined, hasEvents: undefined, onlyWithUpcoming: false },
  status: ['publish'] as const,
};

/** Terms with events. They do not tell when they were changed. */
const terms = (taxonomy: Taxonomy): Kind => ({
  name: KINDS[taxonomy].collection,
  find({ db, config: { LANGUAGE: siteLanguage } }, range) {
    return listTermIds(db, taxonomy, { ...TERMS_IN_USE, siteLanguage }, PUBLIC, range);
  },
  findTranslated: (db, range) => translatedIds(db, 'terms', sql`id in ${inUse(db, taxonomy)}`, range),
  async pages(call, ids) {
    const placed = await placedTerms(call.db, inOrder(ids, await findTerms(call.db, ids)));
    return placed.map(term => pageOf(term, call, termUrl));
  },
});

const TERMS_IN_USE = {
  ...{ search: undefined, include: undefined, exclude: undefined, parent: undefined, event: undefined },
  ...{ slug: undefined, orderBy: 'id', descending: false, hideEmpty: true },
};

/**
 * The page of a record in its own language, and all its pages if it has others; of a date of a series the page in the
 * language of the request.
 */
function pageOf<Row extends Partial<LanguageColumns>>(
  row: Row,
  call: BareCall,
  urlOf: (row: Row, view: Pick<View, 'address' | 'textLanguage'>) => string,
  hasOwn = true,
): SitemapEntry {
  const view = listedView(call);
  if (!hasOwn) return { url: urlOf(inLanguage(row, view), view) };
  const alternates = pageAddresses(row, view, urlOf);
  return { url: alternates[0]!.url, ...(alternates.length > 1 && { alternates }) };
}

const kinds = {
  ...{ event: events, venue: places(venueKind), organizer: places(organizerKind) },
  ...{ category: terms('category'), tag: terms('tag') },
} satisfies Record<VersionedType, Kind>;

/** The pages about the site in each of their languages; their ids are their places. */
const about: SitemapSection = {
  ...{ name: 'about', width: 1 },
  async find(call, { limit, offset }) {
    const ids = [...aboutEntries(call).keys()];
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  },
  entries: async (call, ids) => ids.map(at => aboutEntries(call)[at]!),
};

const aboutEntries = ({ address, config }: BareCall): SitemapEntry[] =>
  aboutPaths(config).flatMap(([path, languages]) => {
    const alternates = languages.map(language => {
      const inPath = language === config.LANGUAGE ? undefined : language;
      return { language, url: pageAddress({ ...address, language: inPath }, path) };
    });
    return alternates.map(({ url }) => ({ url, ...(alternates.length > 1 && { alternates }) }));
  });

export const sitemapSections: readonly SitemapSection[] = [
  ...versionedTypes.flatMap(type => sectionsOf(kinds[type])),
  about,
];
