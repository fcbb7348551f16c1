import { isException } from '../../db/listed.ts';
import type { Db, EventRow } from '../../db/tables.ts';
import type { EventRecord } from '../../events/event.ts';
import { withLinks } from '../../events/linked.ts';
import { showEvent } from '../../events/members.ts';
import { storedCost } from '../../events/stored-cost.ts';
import { uidOf } from '../../events/uid.ts';
import type { JsonObject } from '../../lib/objects.ts';
import type { View } from '../../records/members.ts';
import { isSeries } from '../../series/recurrence.ts';
import {
  type ExportedRecord,
  languagesOf,
  originsOf,
  ownKeys,
  paged,
  publishedExtras,
  withExtras,
} from './lists.ts';
import { seriesExtras, vanishedExceptions } from './series.ts';

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
