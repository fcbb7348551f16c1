import { sql } from 'kysely';
import { type ContactKind, type ContactRow, findAllContacts, findContactRows } from '../contacts/store.ts';
import { dialectOf } from '../db/dialect.ts';
import { type PreparedQuery, rowsOf } from '../db/prepared.ts';
import type {
  Db,
  EventRow,
  OrganizerRow,
  PublishedRow,
  Taxonomy,
  TermRow,
  VenueRow,
  WithImage,
} from '../db/tables.ts';
import { readTogether } from '../db/transaction.ts';
import { findImages } from '../images/store.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { inOrder } from '../read-model/record-source.ts';
import type { ContactType } from '../records/table.ts';
import type { EventLinks } from '../records/versions/links.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import { venueKind } from '../venues/venue.ts';
import type { EventRecord } from './event.ts';
import { seriesInStore } from './series.ts';

/** Adds the linked records that the viewer may read to the events. */
export async function withLinks(db: Db, events: readonly EventRow[], viewer: Viewer): Promise<EventRecord[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const [images, venues, organizers, terms] = await readTogether(
    db,
    () => findImages(db, [...new Set(events.flatMap(({ image_id }) => image_id ?? []))]),
    () => linkedRecords(db, venueKind, ids, viewer),
    () => linkedRecords(db, organizerKind, ids, viewer),
    () => rowsOf(db, assignedTerms, [dialectOf(db).listOf(ids)]),
  );
  const series = await seriesInStore(db, events, viewer);
  return events.map(event => ({
    ...event,
    ...series.get(event.id),
    image: event.image_id === null ? undefined : images.get(event.image_id),
    venues: venues.get(event.id) ?? [],
    organizers: organizers.get(event.id) ?? [],
    ...byTaxonomy(terms.filter(({ event_id }) => event_id === event.id)),
  }));
}

const byTaxonomy = <Term extends { taxonomy: Taxonomy }>(terms: readonly Term[]) => ({
  categories: terms.filter(({ taxonomy }) => taxonomy === 'category'),
  tags: terms.filter(({ taxonomy }) => taxonomy === 'tag'),
});

/** The ids to which an event is linked, in their order; undefined for none. */
export type LinkIds = { readonly [Name in keyof EventLinks]?: readonly number[] | undefined };

/** The venues and organizers of a new event, as far as its transaction has read them while it locked them. */
export interface LockedContacts {
  readonly venues: readonly VenueRow[] | undefined;
  readonly organizers: readonly OrganizerRow[] | undefined;
}

/** What a new single event is linked to, as its transaction leaves it. */
export interface WrittenLinks {
  readonly venues: readonly VenueRow[];
  readonly organizers: readonly OrganizerRow[];
  readonly terms: readonly TermRow[];
}

/**
 * Reads what a new event is linked to, within its transaction: less than reading the links afterwards. The transaction
 * need not wait for it: each part is one statement, which is sent at once and so before the commit.
 */
export async function writtenLinks(
  db: Db,
  { venue_ids = [], organizer_ids = [], category_ids = [], tag_ids = [] }: LinkIds,
  locked: LockedContacts,
): Promise<WrittenLinks> {
  const terms = [...category_ids, ...tag_ids];
  const all = await Promise.all([
    locked.venues ?? findContactRows(db, venueKind, venue_ids),
    locked.organizers ?? findContactRows(db, organizerKind, organizer_ids),
    terms.length === 0 ? [] : rowsOf(db, termsById, [dialectOf(db).listOf(terms)]),
  ]);
  return {
    venues: inOrder(venue_ids, all[0]),
    organizers: inOrder(organizer_ids, all[1]),
    terms: all[2],
  };
}

/** The same as `withLinks` for a new single event, from the links that its transaction has read. */
export async function withWrittenLinks(
  db: Db,
  event: EventRow,
  { terms, ...contacts }: WrittenLinks,
  viewer: Viewer,
): Promise<EventRecord> {
  const venues = contacts.venues.filter(record => mayRead(viewer, record));
  const organizers = contacts.organizers.filter(record => mayRead(viewer, record));
  const ids = [event, ...venues, ...organizers].flatMap(({ image_id }) => image_id ?? []);
  const images = await findImages(db, [...new Set(ids)]);
  const withImage = <Row extends PublishedRow>(row: Row) => ({
    ...row,
    image: row.image_id === null ? undefined : images.get(row.image_id),
  });
  return {
    ...withImage(event),
    venues: venues.map(withImage),
    organizers: organizers.map(withImage),
    ...byTaxonomy(terms),
  };
}

/** The linked records by event, in the order of the event's links. */
async function linkedRecords<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  events: readonly number[],
  viewer: Viewer,
): Promise<Map<number, WithImage<Row>[]>> {
  const links = await rowsOf(db, linksTo[kind.type], [dialectOf(db).listOf(events)]);
  const records = await findAllContacts(db, kind, [...new Set(links.map(({ linked_id }) => linked_id))]);
  const shown = new Map(records.filter(record => mayRead(viewer, record)).map(record => [record.id, record]));
  const byEvent = Map.groupBy(links, ({ event_id }) => event_id);
  return new Map(
    [...byEvent].map(([event, linked]) => [
      event,
      linked.flatMap(({ linked_id }) => shown.get(linked_id) ?? []),
    ]),
  );
}

const linked = (type: ContactType) => (db: Db) =>
  db
    .selectFrom(`event_${type}s` as 'event_venues')
    .select(['event_id', `${type}_id as linked_id` as 'venue_id as linked_id'])
    .where(dialectOf(db).among(sql.ref('event_id'), 0))
    .orderBy('event_id')
    .orderBy('position');

const linksTo = { venue: linked('venue'), organizer: linked('organizer') };

const termsById: PreparedQuery<TermRow> = db =>
  db
    .selectFrom('terms')
    .selectAll()
    .where(dialectOf(db).among(sql.ref('id'), 0))
    .orderBy('sort_name')
    .orderBy('id');

const assignedTerms = (db: Db) =>
  db
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'event_terms.term_id')
    .selectAll('terms')
    .select('event_terms.event_id')
    .where(dialectOf(db).among(sql.ref('event_terms.event_id'), 0))
    .orderBy('terms.sort_name')
    .orderBy('terms.id');
