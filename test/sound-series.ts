import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db, EventRow } from '../src/db/tables.ts';
import { searchText } from '../src/events/store.ts';
import type { Times } from '../src/events/times.ts';
import { withoutTrashMark } from '../src/records/slug.ts';
import { type LinkedEvent, ownOf, type Tombstone } from '../src/series/occurrences.ts';
import { ownMembers } from '../src/series/own.ts';
import { datesOf, horizonOf, isSeries, occurrenceTimes, recurrenceOf } from '../src/series/recurrence.ts';

/** The most occurrences that a series may have. */
const MOST = 3650;

/**
 * Checks that the occurrences of every series are those of its dates, that they are what the series gives them except
 * what is their own, and that no id has two meanings.
 */
export async function assertSeriesSound(db: Db): Promise<void> {
  const events = await db.selectFrom('events').selectAll().orderBy('recurrence_id').execute();
  const series = new Map(events.filter(isSeries).map(row => [row.id, row]));
  const occurrences = events.filter(({ series_id }) => series_id !== null);
  const vanished = await db.selectFrom('vanished_occurrences').selectAll().execute();
  await assertIds(db, events, vanished);
  assert.deepEqual(occurrences.filter(isSeries).map(nameOf), [], 'occurrences that are series themselves');
  const orphans = occurrences.filter(({ series_id }) => !series.has(series_id!));
  assert.deepEqual(orphans.map(nameOf), [], 'occurrences without a series');
  const places = occurrences.map(({ series_id, recurrence_id }) => `${series_id} ${recurrence_id}`);
  assert.equal(new Set(places).size, places.length, 'a date has one occurrence');
  const linked = await linksIn(db);
  const bySeries = Map.groupBy(occurrences, ({ series_id }) => series_id!);
  for (const row of series.values()) {
    const own = bySeries.get(row.id) ?? [];
    assertDates(row, own);
    const ends = new Map(recurrenceOf(row)!.recurrence.dates.map(({ start, end }) => [start, end]));
    for (const occurrence of own) {
      const end = ends.get(occurrence.recurrence_id!);
      const date = { recurrenceId: occurrence.recurrence_id!, ...(end && { end }) };
      assertFollows(linked(row), linked(occurrence), occurrenceTimes(row, date));
    }
  }
}

/** Adds the ids of an event's links to it. */
async function linksIn(db: Db): Promise<(row: EventRow) => LinkedEvent> {
  const query = sql<{ event_id: number; type: string; id: number; position: number }>`
    select event_id, 'venue' as type, venue_id as id, position from event_venues
    union all select event_id, 'organizer', organizer_id, position from event_organizers
    union all select event_id, taxonomy, id, 0 from event_terms join terms on id = term_id`;
  const { rows } = await query.execute(db);
  rows.sort((one, other) => one.position - other.position || one.id - other.id);
  const byEvent = Map.groupBy(rows, ({ event_id }) => Number(event_id));
  return row => {
    const all = byEvent.get(row.id) ?? [];
    const of = (type: string) => all.filter(link => link.type === type).map(({ id }) => Number(id));
    return {
      ...{ ...row, venue_ids: of('venue'), organizer_ids: of('organizer') },
      ...{ category_ids: of('category'), tag_ids: of('tag') },
    };
  };
}

const nameOf = ({ id, title, series_id, recurrence_id }: EventRow): string =>
  `${id} ${title}${series_id === null ? '' : `, ${recurrence_id} of ${series_id}`}`;

/** An id is that of one record, or of a vanished occurrence. */
async function assertIds(db: Db, events: readonly EventRow[], vanished: readonly Tombstone[]): Promise<void> {
  const { rows } = await sql<{ id: number; type: string }>`select id, type from records`.execute(db);
  const types = new Map(rows.map(({ id, type }) => [Number(id), type]));
  const mistaken = events.filter(({ id }) => types.get(id) !== 'event');
  assert.deepEqual(mistaken.map(nameOf), [], 'events whose ids are those of something else');
  const present = new Set(events.map(({ id }) => id));
  const returned = vanished.filter(({ id }) => present.has(id) || types.get(id) !== 'deleted');
  assert.deepEqual(returned, [], 'vanished occurrences that are there');
}

/** The occurrences are those of the first dates, and none lacks that was within the horizon of the last write. */
function assertDates(series: EventRow, occurrences: readonly EventRow[]): void {
  const dates = occurrences.map(({ recurrence_id }) => recurrence_id!);
  assert.ok(dates.length <= MOST, `${dates.length} occurrences of ${nameOf(series)}`);
  // A split that was undone leaves a series without occurrences in the trash.
  if (series.status === 'trash' && dates.length === 0) return;
  const horizon = horizonOf(series, series.modified_at);
  const last = dates.at(-1) ?? '';
  const until = last < horizon ? horizon : `${last.slice(0, 10)} 23:59:59`;
  const expected = datesOf(recurrenceOf(series)!, until).map(({ recurrenceId }) => recurrenceId);
  const reached = expected.filter(date => date < horizon || date <= last);
  assert.deepEqual(dates, reached, `the dates of ${nameOf(series)}`);
}

/** An occurrence differs from its series only in what is its own. */
function assertFollows(series: LinkedEvent, occurrence: LinkedEvent, given: Times): void {
  const about = nameOf(occurrence);
  const own = ownOf(occurrence);
  const differing = ownMembers(series, occurrence, given, own).split(',').filter(Boolean);
  const unknown = differing.filter(name => !own.includes(name));
  assert.deepEqual(unknown, [], `what differs and is not known as own in ${about}`);
  assert.equal(occurrence.uid, series.uid, `the UID of ${about}`);
  if (series.status === 'trash') assert.equal(occurrence.status, 'trash', `the status of ${about}`);
  assert.equal(occurrence.search_text, searchText(occurrence), `the searched text of ${about}`);
  assertSlug(series, occurrence);
}

/** The slug of an occurrence is that of its series, the day, and a number from the second one of a day on. */
function assertSlug(series: EventRow, { slug, start_date, ...row }: EventRow): void {
  const [stem, ...tail] = slug?.split('/') ?? [];
  const known = series.slug === null ? undefined : withoutTrashMark(series.slug);
  assert.equal(stem && withoutTrashMark(stem), known, `the slug ${slug} in ${series.slug}`);
  if (stem === undefined) return;
  const pattern = new RegExp(`^${start_date.slice(0, 10)}(/[2-9]|/[1-9]\\d+)?$`);
  assert.match(tail.join('/'), pattern, `the slug of ${row.id} in ${series.slug}`);
}
