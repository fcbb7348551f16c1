import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { rowsOf } from '../db/prepared.ts';
import type { Db, EventRow, WithImage } from '../db/tables.ts';
import { readTogether } from '../db/transaction.ts';
import { findImages } from '../images/store.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { findAllPlaces, type PlaceKind, type PlaceRow } from '../places/store.ts';
import type { PlaceType } from '../records/table.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import { venueKind } from '../venues/venue.ts';
import type { EventRecord } from './event.ts';
import { seriesInStore } from './series.ts';

/**
 * Adds the linked records that the viewer may read to the events.
 * @param unlinked types that none of the events is linked to, so that no query is needed
 */
export async function withLinks(
  db: Db,
  events: readonly EventRow[],
  viewer: Viewer,
  unlinked: readonly PlaceType[] = [],
): Promise<EventRecord[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const linkedTo = (type: PlaceType) => (unlinked.includes(type) ? [] : ids);
  const [images, venues, organizers, terms] = await readTogether(
    db,
    () => findImages(db, [...new Set(events.flatMap(({ image_id }) => image_id ?? []))]),
    () => linkedRecords(db, venueKind, linkedTo('venue'), viewer),
    () => linkedRecords(db, organizerKind, linkedTo('organizer'), viewer),
    () => rowsOf(db, assignedTerms, [dialectOf(db).listOf(ids)]),
  );
  const series = await seriesInStore(db, events, viewer);
  return events.map(event => {
    const own = terms.filter(({ event_id }) => event_id === event.id);
    return {
      ...event,
      ...series.get(event.id),
      image: event.image_id === null ? undefined : images.get(event.image_id),
      venues: venues.get(event.id) ?? [],
      organizers: organizers.get(event.id) ?? [],
      categories: own.filter(({ taxonomy }) => taxonomy === 'category'),
      tags: own.filter(({ taxonomy }) => taxonomy === 'tag'),
    };
  });
}

/** The linked records by event, in the order of the event's links. */
async function linkedRecords<Row extends PlaceRow>(
  db: Db,
  kind: PlaceKind<Row>,
  events: readonly number[],
  viewer: Viewer,
): Promise<Map<number, WithImage<Row>[]>> {
  if (events.length === 0) return new Map();
  const links = await rowsOf(db, linksTo[kind.type], [dialectOf(db).listOf(events)]);
  const records = await findAllPlaces(db, kind, [...new Set(links.map(({ linked_id }) => linked_id))]);
  const shown = new Map(records.filter(record => mayRead(viewer, record)).map(record => [record.id, record]));
  const byEvent = Map.groupBy(links, ({ event_id }) => event_id);
  return new Map(
    [...byEvent].map(([event, linked]) => [
      event,
      linked.flatMap(({ linked_id }) => shown.get(linked_id) ?? []),
    ]),
  );
}

const linked = (type: PlaceType) => (db: Db) =>
  db
    .selectFrom(`event_${type}s` as 'event_venues')
    .select(['event_id', `${type}_id as linked_id` as 'venue_id as linked_id'])
    .where(dialectOf(db).among(sql.ref('event_id'), 0))
    .orderBy('event_id')
    .orderBy('position');

const linksTo = { venue: linked('venue'), organizer: linked('organizer') };

const assignedTerms = (db: Db) =>
  db
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'event_terms.term_id')
    .selectAll('terms')
    .select('event_terms.event_id')
    .where(dialectOf(db).among(sql.ref('event_terms.event_id'), 0))
    .orderBy('terms.sort_name')
    .orderBy('terms.id');
