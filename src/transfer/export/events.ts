import { type ContactKind, type ContactRow, findAllContacts } from '../../contacts/store.ts';
import { isException } from '../../db/listed.ts';
import type { Db, EventRow } from '../../db/tables.ts';
import { type EventRecord, uidOf } from '../../events/event.ts';
import { withLinks } from '../../events/linked.ts';
import { showEvent } from '../../events/members.ts';
import { storedCost } from '../../events/stored-cost.ts';
import { findImages } from '../../images/store.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { toWall } from '../../lib/time/zones.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import type { View } from '../../records/members.ts';
import { UNTRANSLATED } from '../../records/translations/stored.ts';
import { amongIds, findTombstones, ownOf, type Tombstone } from '../../series/occurrences.ts';
import { withOwnTexts } from '../../series/own-texts.ts';
import { isSeries, occurrenceTimes } from '../../series/recurrence.ts';
import { ownContentOf, ownTimesOf } from '../../series/tombstones.ts';
import { venueKind } from '../../venues/venue.ts';
import {
  type ExportedRecord,
  languagesOf,
  originsOf,
  ownKeys,
  paged,
  publishedExtras,
  withExtras,
} from './lists.ts';

/**
 * Single events and series, each series with its occurrences and followed by its exceptions: occurrences that differ
 * from it in more than their date.
 */
export async function* eventsOf(db: Db, view: View, store: string): AsyncGenerator<ExportedRecord> {
  for await (const rows of paged(db.selectFrom('events').selectAll().where('series_id', 'is', null))) {
    const events = await withLinks(db, rows, view.viewer);
    const shown = await shownWithExtras(db, events, view, store);
    for (const [i, row] of rows.entries()) {
      const one = shown[i]!;
      if (!isSeries(row)) yield withExtras(one.record, one.extras);
      else {
        yield withExtras(one.record, { ...one.extras, ...(await seriesExtras(db, row, one.record)) });
        yield* exceptionsOf(db, events[i]!, row, view, store);
      }
    }
  }
}

async function* exceptionsOf(
  db: Db,
  series: EventRecord,
  row: EventRow,
  view: View,
  store: string,
): AsyncGenerator<ExportedRecord> {
  const exceptions = db.selectFrom('events').selectAll();
  for await (const rows of paged(exceptions.where('series_id', '=', series.id).where(isException))) {
    const events = await withLinks(db, rows, view.viewer);
    for (const { record, extras } of await shownWithExtras(db, events, view, store))
      yield withExtras(record, extras);
  }
  const vanished = await vanishedExceptions(db, series, row);
  for (const { record, extras } of await shownWithExtras(db, vanished, view, store))
    yield withExtras(record, { ...extras, is_vanished: true });
}

async function shownWithExtras(
  db: Db,
  events: readonly EventRecord[],
  view: View,
  store: string,
): Promise<{ record: JsonObject; extras: Record<string, unknown> }[]> {
  const shown: JsonObject[] = events.map(event => ({
    ...showEvent(event, view),
    ...languagesOf(event, 'event'),
  }));
  const origins = await originsOf(db, 'event', events, ownKeys(shown));
  return events.map((event, i) => ({
    record: shown[i]!,
    extras: { ...eventExtras(event, store), ...origins[i] },
  }));
}

const eventExtras = (event: EventRecord, store: string) => ({
  ...publishedExtras(event),
  ...(event.website === null && { website: null }),
  ...(event.cost !== null && { cost: storedCost(event) }),
  ...(event.password_hash !== null && { password_hash: event.password_hash }),
  ...(event.series_id === null && { uid: uidOf(event, store) }),
  ...(event.sequence > 0 && { sequence: event.sequence }),
  ...(event.own_members !== '' && { own_members: event.own_members.split(',') }),
});

/** What an export adds to a series: each occurrence as its date, its id, and what does not follow from the series. */
async function seriesExtras(db: Db, series: EventRow, shown: JsonObject): Promise<JsonObject> {
  const rows = await occurrencesOf(db, series.id);
  const plain = rows.filter(({ own_members }) => own_members === '');
  const origins = await originsOf(db, 'event', plain, []);
  const originOf = new Map(plain.map(({ id }, i) => [id, origins[i]]));
  const occurrences = rows.map(row => {
    const more: Record<string, unknown> = {
      ...contactExtras(row),
      ...(row.own_members === '' ? revisionExtras(row, series) : { is_exception: true }),
      ...originOf.get(row.id),
    };
    const hasMore = Object.values(more).some(value => value !== undefined);
    return [row.recurrence_id, row.id, ...(hasMore ? [more] : [])];
  });
  const vanished = (await findTombstones(db, series.id)).filter(({ own }) => own === null);
  const stored = series.recurrence.split('\n');
  const isShown = JSON.stringify(shown.recurrence) === JSON.stringify(stored);
  return {
    ...(!isShown && { recurrence: stored }),
    occurrences,
    ...(vanished.length > 0 && { vanished: vanished.map(({ recurrence_id, id }) => [recurrence_id, id]) }),
  };
}

const occurrencesOf = (db: Db, series: number) =>
  db
    .selectFrom('events')
    .select(['id', 'recurrence_id', 'slug', 'own_members', 'modified_at', 'sequence'])
    .where('series_id', '=', series)
    .orderBy('recurrence_id')
    .execute();

type ExportedOccurrence = Awaited<ReturnType<typeof occurrencesOf>>[number];

/** The part of an address that is not the day of the date: of the second of a day, or of one that was moved. */
function contactExtras({ slug, recurrence_id }: ExportedOccurrence) {
  const place = slug?.split('/').slice(1).join('/');
  return place && place !== recurrence_id!.slice(0, 10) ? { place } : {};
}

const revisionExtras = ({ modified_at, sequence }: ExportedOccurrence, series: EventRow) => ({
  ...(modified_at !== series.modified_at && { modified_utc: toWall(modified_at, 'UTC') }),
  ...(sequence !== series.sequence && { sequence }),
});

/** Vanished occurrences with something of their own, as they would be if their dates came back. */
async function vanishedExceptions(db: Db, series: EventRecord, row: EventRow): Promise<EventRecord[]> {
  const events: EventRecord[] = [];
  for (const one of await findTombstones(db, series.id))
    if (one.own !== null) events.push(await asItWas(db, series, row, one));
  return events;
}

async function asItWas(
  db: Db,
  series: EventRecord,
  row: EventRow,
  vanished: Tombstone,
): Promise<EventRecord> {
  const { own_members, columns, links } = ownContentOf(vanished)!;
  const { id, recurrence_id, series_id } = vanished;
  const times = { ...occurrenceTimes(row, { recurrenceId: recurrence_id }), ...ownTimesOf(vanished) };
  const { image_id } = columns;
  const image = image_id ? (await findImages(db, [image_id])).get(image_id) : undefined;
  const { venue_ids, organizer_ids, category_ids, tag_ids } = links;
  return {
    ...{ ...series, ...columns, ...times, id, series_id, recurrence_id, recurrence: '', own_members },
    slug: series.slug && `${series.slug}/${times.start_date.slice(0, 10)}`,
    ...withOwnTexts(row, { ...UNTRANSLATED, language: row.language, ...columns }, ownOf({ own_members })),
    ...('image_id' in columns && { image }),
    ...(venue_ids && { venues: await placesOf(db, venueKind, venue_ids) }),
    ...(organizer_ids && { organizers: await placesOf(db, organizerKind, organizer_ids) }),
    ...(category_ids && { categories: await termsOf(db, category_ids) }),
    ...(tag_ids && { tags: await termsOf(db, tag_ids) }),
  };
}

async function placesOf<Row extends ContactRow>(db: Db, kind: ContactKind<Row>, ids: readonly number[]) {
  const found = new Map((await findAllContacts(db, kind, [...ids])).map(place => [place.id, place]));
  return ids.flatMap(id => found.get(id) ?? []);
}

const termsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('terms')
    .selectAll()
    .where(amongIds(db, 'id', ids))
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
