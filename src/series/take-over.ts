import { type SqlBool, sql } from 'kysely';
import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { insertRows } from '../db/write-rows.ts';
import { idsOf } from '../lib/objects.ts';
import { keepFormerSlugs } from '../records/former-addresses.ts';
import { claimIds } from '../records/table.ts';
import { EDITED, type WriteContext } from '../records/versions/record-change.ts';
import type { Wall } from '../recurrence/rule.ts';
import { recount } from '../terms/store.ts';
import type { ApplyContext, DictatedOccurrences } from './dictated.ts';
import { inherit } from './inherit.ts';
import { type SeriesText, textSizeOf } from './insert.ts';
import {
  amongIds,
  areThese,
  findOccurrences,
  findTombstones,
  type Occurrence,
  termsOfOccurrences,
  withLinkIds,
} from './occurrences.ts';
import { moveTombstones } from './tombstones.ts';

/**
 * Gives a series the occurrences that it has at its source and that belong to other series of this source here, because
 * a series was split there since, or its parts were joined. Returns the ids of those that lost some.
 */
export async function takeOverOccurrences(
  db: Db,
  series: EventRow,
  dictated: DictatedOccurrences,
  context: ApplyContext,
): Promise<number[]> {
  const losing: number[] = [];
  const dates = new Map(
    [...dictated.live].flatMap(([date, { id }]) => (id === undefined ? [] : [[id, date]])),
  );
  const own = new Set((await findOccurrences(db, series.id)).map(({ recurrence_id }) => recurrence_id));
  for (const from of await othersWith(db, series.id, [...dates.keys()], dictated.source)) {
    const moving = (await findOccurrences(db, from.id)).filter(
      ({ id, recurrence_id }) => dates.get(id) === recurrence_id && !own.has(recurrence_id),
    );
    if (moving.length > 0) {
      const both = [from.id, series.id];
      const terms = await termsOfOccurrences(db, both);
      await moveToSeries(db, from, series, moving, context);
      // They get its members except where they have their own.
      const [before, after] = [await withLinkIds(db, from), await withLinkIds(db, series)];
      await inherit(db, before, after, moving, new Set(), context);
      await recount(db, terms, await termsOfOccurrences(db, both));
      losing.push(from.id);
    }
    await takeOverTombstones(db, from.id, series.id, dates, moving);
  }
  return losing;
}

async function takeOverTombstones(
  db: Db,
  from: number,
  to: number,
  dates: ReadonlyMap<number, Wall>,
  live: readonly Occurrence[],
): Promise<void> {
  const taken = new Set(
    [...(await findTombstones(db, to)), ...live].map(({ recurrence_id }) => recurrence_id),
  );
  const moving = (await findTombstones(db, from)).filter(
    ({ id }) => dates.has(id) && !taken.has(dates.get(id)!),
  );
  const moved = moving.map(one => [one, { series_id: to, recurrence_id: dates.get(one.id)! }] as const);
  await moveTombstones(db, moved);
}

/** Other events, imported from this source, that have occurrences with these ids, or had them. */
async function othersWith(
  db: Db,
  series: number,
  ids: readonly number[],
  source: string,
): Promise<EventRow[]> {
  if (ids.length === 0) return [];
  const imported = sql<SqlBool>`exists (select 1 from imported where type = 'event' and local_id = events.id
    and substr(source, 1, ${source.length}) = ${source})`;
  const owners = sql<SqlBool>`id in (
    select series_id from events where ${amongIds(db, 'id', ids)} and series_id is not null
    union select series_id from vanished_occurrences where ${amongIds(db, 'id', ids)})`;
  const others = db.selectFrom('events').selectAll().where('id', '!=', series);
  return others.where(owners).where(imported).execute();
}

/** Remembers the ids that dates of a series had elsewhere, so that they return with these dates, as far as they are free. */
export async function keepTombstones(
  db: Db,
  series_id: number,
  vanished: ReadonlyMap<Wall, number>,
): Promise<void> {
  if (vanished.size === 0) return;
  const known = [...(await findOccurrences(db, series_id)), ...(await findTombstones(db, series_id))];
  const dates = new Set(known.map(({ recurrence_id }) => recurrence_id));
  const rows = [...vanished].flatMap(([recurrence_id, id]) =>
    dates.has(recurrence_id) ? [] : [{ series_id, recurrence_id, id, own: null }],
  );
  const claimed = await claimIds(db, 'deleted', idsOf(rows));
  const free = rows.filter(({ id }) => claimed.has(id));
  await insertRows(db, 'vanished_occurrences', free);
}

/** Under this identity a store remembers from which day a series that came from a source belongs to the people here. */
export const keptKey = (source: string): string => `${source} kept`;

/**
 * Takes the dates of a series from one on away from its sources: people have split or ended it there.
 * @param later the series that has these dates now
 */
export async function keepFromSources(db: Db, series: number, at: Wall, later = series): Promise<void> {
  const imported = db.selectFrom('imported').selectAll().where('type', '=', 'event');
  const known = await imported.where('local_id', '=', series).where('modified_at', 'is not', null).execute();
  const day = { fingerprint: at.slice(0, 10), modified_at: null };
  const rows = known.map(one => ({ ...one, ...day, source: keptKey(one.source) }));
  await insertRows(
    db,
    'imported',
    rows,
    'on conflict (type, source) do update set fingerprint = excluded.fingerprint',
  );
  const dates = db.selectFrom('events').select('id').where('series_id', '=', later);
  const theirs = db.updateTable('imported').set({ modified_at: null }).where('type', '=', 'event');
  await theirs.where('local_id', 'in', dates.where('recurrence_id', '>=', at)).execute();
}

/** Lets sources reach the dates of a series again, as dates that were edited here. */
export async function returnToSources(db: Db, series: number): Promise<void> {
  const dates = db.selectFrom('events').select('id').where('series_id', '=', series);
  const kept = db.updateTable('imported').where('type', '=', 'event').where('modified_at', 'is', null);
  await kept.where('local_id', 'in', dates).set({ modified_at: EDITED }).execute();
}

/** The day from which a source does not reach a series; undefined for none, or if it has dates from then on again. */
export async function keptFrom(db: Db, series: number, source: string): Promise<Wall | undefined> {
  const kept = db.selectFrom('imported').select('fingerprint').where('type', '=', 'event');
  const day = (await kept.where('source', '=', keptKey(source)).executeTakeFirst())?.fingerprint;
  const dates = db.selectFrom('events').select('id').where('series_id', '=', series);
  const hasLater = day && (await dates.where('recurrence_id', '>=', day).executeTakeFirst());
  return day && !hasLater ? `${day} 00:00:00` : undefined;
}

/** Gives occurrences another series; each keeps the date and number in its address. */
export async function moveToSeries(
  db: Db,
  from: Pick<EventRow, 'slug' | SeriesText>,
  to: Pick<EventRow, 'id' | 'slug' | 'uid'>,
  occurrences: readonly Occurrence[],
  { now }: Pick<WriteContext, 'now'>,
): Promise<void> {
  const slugOf = ({ slug }: Occurrence): string | null =>
    slug === null || from.slug === null || to.slug === null ? null : to.slug + slug.slice(from.slug.length);
  const tail = sql<string | null>`${to.slug} || substr(slug, ${(from.slug?.length ?? 0) + 1})`;
  const write = (some: readonly Occurrence[]) =>
    db
      .updateTable('events')
      .set({
        ...{ series_id: to.id, uid: to.uid, modified_at: now, sequence: sql<number>`sequence + 1` },
        slug: from.slug === null || to.slug === null ? null : tail,
      })
      .where(areThese(db, some))
      .execute();
  await inSlices(db, occurrences, write, textSizeOf(from));
  const slugs = occurrences.map(record => ({ record, next: slugOf(record) }));
  await keepFormerSlugs(db, 'event', slugs);
}
