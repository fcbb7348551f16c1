import { sql } from 'kysely';
import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { insertRows } from '../db/write-rows.ts';
import { type EventPatch, findEventRow, searchText, writeLinks } from '../events/store.ts';
import type { Times } from '../events/times.ts';
import { onDaysOfSite } from '../events/whole-days.ts';
import { isTaxonomy, KINDS, linkedTypes } from '../kinds.ts';
import { idsOf } from '../lib/objects.ts';
import { claimId } from '../records/table.ts';
import { type EventLinks, followMerged, linksOf, lockNamed } from '../records/versions/links.ts';
import { creation, type WriteCall } from '../records/versions/record-change.ts';
import type { Wall } from '../recurrence/rule.ts';
import { recount } from '../terms/store.ts';
import { drawEventIds, insertOccurrences, textSizeOf } from './insert.ts';
import { timesFromSeries, updateOccurrence } from './occurrence.ts';
import {
  amongIds,
  areThese,
  findOccurrences,
  findTombstones,
  type Occurrence,
  ownOf,
  type Tombstone,
  termsOfOccurrences,
} from './occurrences.ts';
import { hasOwnStatus, inherited, LINKS, linkMembers, STATUS_COLUMNS, TIMES, TRANSLATIONS } from './own.ts';
import { hasOwnTexts, withOwnTexts } from './own-texts.ts';
import type { PlannedOccurrence } from './plan.ts';

/** What is remembered of an occurrence that vanishes: the members that were its own. */
export interface OwnContent {
  readonly own_members: string;
  readonly columns: Partial<EventRow>;
  readonly links: Partial<EventLinks>;
}

/**
 * Removes occurrences, and remembers each under a date: should that date come back, so does its occurrence.
 * @param size characters that each of them stores
 */
export async function removeOccurrences(
  db: Db,
  series: number,
  removed: readonly { readonly live: Occurrence; readonly to: string }[],
  size: number,
): Promise<void> {
  const rows: Tombstone[] = [];
  for (const { live, to } of removed) {
    const own = live.own_members === '' ? null : JSON.stringify(await ownContent(db, live));
    rows.push({ series_id: series, recurrence_id: to, id: live.id, own });
  }
  await writeTombstones(db, rows);
  await removeRows(db, idsOf(rows), size);
}

/** Stores tombstones; one that has the same date is replaced, and its id is never used again. */
const writeTombstones = (db: Db, rows: readonly Tombstone[]): Promise<void> =>
  insertRows(
    db,
    'vanished_occurrences',
    [...new Map(rows.map(row => [row.recurrence_id, row])).values()],
    'on conflict (series_id, recurrence_id) do update set id = excluded.id, own = excluded.own',
  );

/** Gives vanished occurrences another series or another date. */
export async function moveTombstones(
  db: Db,
  moved: readonly (readonly [vanished: Tombstone, to: Partial<Tombstone>])[],
): Promise<void> {
  const before = moved.map(([vanished]) => vanished);
  const after = moved.map(([vanished, to]) => ({ ...vanished, ...to }));
  await dropTombstones(db, before);
  await writeTombstones(db, after);
}

const dropTombstones = (db: Db, vanished: readonly PlannedOccurrence[]): Promise<void> =>
  inSlices(db, vanished, some => db.deleteFrom('vanished_occurrences').where(areThese(db, some)).execute());

/** Removes the rows and links of events; their ids are never used again unless they come back. */
async function removeRows(db: Db, ids: readonly number[], size: number): Promise<void> {
  const remove = async (some: readonly number[]) => {
    const [theirs, they] = [amongIds(db, 'event_id', some), amongIds(db, 'id', some)];
    for (const table of ['event_venues', 'event_organizers', 'event_terms'] as const)
      await db.deleteFrom(table).where(theirs).execute();
    await db.deleteFrom('events').where(they).execute();
    await sql`update records set type = 'deleted' where ${they}`.execute(db);
  };
  await inSlices(db, ids, remove, size);
}

async function ownContent(db: Db, { id, own_members }: Occurrence): Promise<OwnContent> {
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const own = ownOf({ own_members });
  const links = await linksOf(db, id);
  const names = columnsOf(own);
  return {
    own_members,
    columns: Object.fromEntries(names.map(name => [name, row[name]])),
    links: Object.fromEntries(
      linkMembers.filter(name => own.includes(name)).map(name => [LINKS[name], links[LINKS[name]]]),
    ),
  };
}

/** The columns of these members of an occurrence. */
const columnsOf = (own: readonly string[]): (keyof EventRow)[] => [
  ...[...inherited].filter(([, name]) => own.includes(name)).map(([column]) => column),
  ...(hasOwnTexts(own) ? TRANSLATIONS : []),
  ...(own.includes('start_date') ? TIMES : []),
  ...(hasOwnStatus(own) ? STATUS_COLUMNS : []),
];

/** Marks the ids of vanished occurrences as used again, before their rows are inserted. */
export async function reuseIds(db: Db, vanished: readonly Tombstone[]): Promise<void> {
  await inSlices(db, vanished, some =>
    sql`update records set type = 'event' where ${areThese(db, some)}`.execute(db),
  );
  await dropTombstones(db, vanished);
}

/** What an occurrence had of its own; undefined if it differed in nothing. */
export const ownContentOf = ({ own }: Tombstone): OwnContent | undefined =>
  own === null ? undefined : (JSON.parse(own) as OwnContent);

/** The times that were an occurrence's own. */
export function ownTimesOf(vanished: Tombstone): Partial<Times> {
  const columns = ownContentOf(vanished)?.columns ?? {};
  return columns.start_date === undefined ? {} : Object.fromEntries(TIMES.map(name => [name, columns[name]]));
}

/** Gives an occurrence that came back what was its own, except images, places, terms and an author that are gone. */
export async function restoreOwn(
  db: Db,
  row: EventRow,
  { own_members, columns, links }: OwnContent,
): Promise<void> {
  const isGone = async (table: 'images' | 'users', id: number | null | undefined) =>
    Boolean(id) && (await present(db, table, [id!])).length === 0;
  const had = { ...row, ...columns };
  if (await isGone('images', columns.image_id)) had.image_id = null;
  if (await isGone('users', columns.author_id)) had.author_id = row.author_id;
  const known = await onDaysOfSite(db, had);
  const next = { ...known, ...withOwnTexts(row, known, ownOf({ own_members })) };
  const { id, slug: _, ...set } = { ...next, own_members, search_text: searchText(next) };
  await db.updateTable('events').set(set).where('id', '=', id).execute();
  const there: Partial<EventLinks> = {};
  for (const type of linkedTypes) {
    const { linkedAs } = KINDS[type];
    const ids = links[LINKS[linkedAs]];
    if (!ids) continue;
    there[LINKS[linkedAs]] = isTaxonomy(type)
      ? await present(db, 'terms', await followMerged(db, type, ids))
      : await lockNamed(db, type, ids);
  }
  await writeLinks(db, id, there);
}

/** The ids among these that exist, in their order. */
async function present(
  db: Db,
  table: 'images' | 'users' | 'terms',
  ids: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from ${sql.table(table)}
    where ${amongIds(db, 'id', ids)}`.execute(db);
  const there = new Set(rows.rows.map(({ id }) => Number(id)));
  return ids.filter(id => there.has(id));
}

/**
 * Remembers an occurrence that vanished in another store, with what was its own: it is made as it was, and vanishes.
 * Returns its id; that of the occurrence which has the date here, if one has.
 */
export async function insertTombstone(
  db: Db,
  series: EventRow,
  { id, date }: { id: number | undefined; date: Wall },
  patch: EventPatch,
  context: WriteCall,
): Promise<number> {
  const known = [...(await findOccurrences(db, series.id)), ...(await findTombstones(db, series.id))];
  const there = known.find(({ recurrence_id }) => recurrence_id === date);
  if (there) return there.id;
  const isFree = id !== undefined && (await claimId(db, 'event', id, creation(context)));
  const own = isFree ? id : (await drawEventIds(db, 1, context))[0]!;
  const placement = {
    ...{ id: own, series_id: series.id, recurrence_id: date, slug: null },
    ...{ modified_at: context.now, sequence: series.sequence },
  };
  await insertOccurrences(db, series, [{ ...placement, ...timesFromSeries(series, date) }]);
  const before = await termsOfOccurrences(db, [series.id]);
  await updateOccurrence(db, series, (await findEventRow(db, { id: own }))!, patch, context);
  const after = await termsOfOccurrences(db, [series.id]);
  const [live] = (await findOccurrences(db, series.id)).filter(one => one.id === own);
  await removeOccurrences(db, series.id, [{ live: live!, to: date }], textSizeOf(series));
  await recount(db, after, before);
  return own;
}
