import type { Db, Taxonomy } from '../../db/tables.ts';
import { type AddressRow, publicRows, seriesOf } from '../../events/public-rows.ts';
import type { SitemapEntry } from '../../formats/sitemap.ts';
import { listedView } from '../../formats/views.ts';
import type { BareCall } from '../../http/call.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import { findAllPlaces, type PlaceKind, type PlaceRow } from '../../places/store.ts';
import { inOrder } from '../../read-model/list-records.ts';
import { permalink } from '../../records/published-members.ts';
import { findEventIds } from '../../search/find-events.ts';
import { findPlaceIds } from '../../search/find-places.ts';
import { findTerms, listTermIds } from '../../terms/list.ts';
import { termMembers } from '../../terms/members.ts';
import { placedTerms } from '../../terms/tree.ts';
import { venueKind } from '../../venues/venue.ts';

/** A part of the sitemap: the public addresses of one kind of records. */
export interface SitemapSection {
  readonly name: string;
  find(
    call: BareCall,
    range: { limit: number; offset: number },
  ): Promise<{ ids: readonly number[]; total: number }>;
  /** The addresses of those of these records that the public may still read. */
  entries(call: BareCall, ids: readonly number[]): Promise<readonly SitemapEntry[]>;
}

const PUBLIC = undefined;

/** A series has one address, behind which its occurrences are: those of many years would bury all other events. */
const events: SitemapSection = {
  name: 'events',
  async find(call, range) {
    const { items, total } = await findEventIds(call, { firstOfSeries: true }, PUBLIC, range);
    return { ids: items, total };
  },
  async entries(call, ids) {
    const rows = await publicPages(call.db, ids);
    return rows.map(row => entryOf(permalink('event', row, listedView(call)), row));
  },
};

/** The events with these ids that everybody may read, with series in place of their occurrences. */
async function publicPages(db: Db, ids: readonly number[]): Promise<AddressRow[]> {
  const series = await seriesOf(db, ids);
  const rows = await publicRows(db, [...new Set([...series.values(), ...ids])]);
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => byId.get(series.get(id) ?? id) ?? byId.get(id) ?? []);
}

const placeSection = <Row extends PlaceRow>(kind: PlaceKind<Row>): SitemapSection => ({
  name: `${kind.type}s`,
  find: (call, range) => findPlaceIds(call, kind, EVERY_PLACE, { ...call, viewer: PUBLIC }, range),
  async entries(call, ids) {
    const rows = inOrder(ids, await findAllPlaces(call.db, kind, ids));
    return rows
      .filter(({ status }) => status === 'publish')
      .map(row => entryOf(permalink(kind.type, row, listedView(call)), row));
  },
});

const EVERY_PLACE = {
  ...{ words: [], event: undefined, hasEvents: undefined, onlyWithUpcoming: false },
  status: ['publish'] as const,
};

/** Terms with events. They do not tell when they were changed. */
const termSection = (taxonomy: Taxonomy, name: string): SitemapSection => ({
  name,
  find({ db, config: { LANGUAGE: siteLanguage } }, range) {
    return listTermIds(db, taxonomy, { ...TERMS_IN_USE, siteLanguage }, PUBLIC, range);
  },
  async entries(call, ids) {
    const terms = await placedTerms(call.db, inOrder(ids, await findTerms(call.db, ids)));
    return terms.map(term => ({ url: String(termMembers.url.of(term, call)) }));
  },
});

const TERMS_IN_USE = {
  ...{ search: undefined, include: undefined, exclude: undefined, parent: undefined, event: undefined },
  ...{ slug: undefined, orderBy: 'id', descending: false, hideEmpty: true },
};

const entryOf = (url: string, { modified_at }: { modified_at: number }): SitemapEntry => ({
  ...{ url, modified: modified_at },
});

export const sitemapSections: readonly SitemapSection[] = [
  events,
  placeSection(venueKind),
  placeSection(organizerKind),
  termSection('category', 'categories'),
  termSection('tag', 'tags'),
];
