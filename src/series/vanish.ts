import { sql } from 'kysely';
import { insertRows } from '../db/insert.ts';
import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { type EventLinks, linksOf } from '../records/versions/links.ts';
import { amongIds, areThese, type Occurrence, ownOf, type Vanished } from './occurrences.ts';
import { inherited, LINKS, linkMembers, STATUS_BEFORE, TIMES, TRANSLATIONS } from './own.ts';
import { hasOwnTexts } from './own-texts.ts';
import type { Keyed } from './plan.ts';

/** What is remembered of an occurrence that vanishes: the members that were its own. */
export interface Own {
  readonly own_members: string;
  readonly columns: Partial<EventRow>;
  readonly links: Partial<EventLinks>;
}

/**
 * Removes occurrences, and remembers each under a date: should that date come back, so does its occurrence.
 * @param size characters that each of them stores
 */
export async function vanish(
  db: Db,
  series: number,
  removed: readonly { readonly live: Occurrence; readonly to: string }[],
  size: number,
): Promise<void> {
  const rows: Vanished[] = [];
  for (const { live, to } of removed) {
    const own = live.own_members === '' ? null : JSON.stringify(await ownContent(db, live));
    rows.push({ series_id: series, recurrence_id: to, id: live.id, own });
  }
  await remember(db, rows);
  await removeRows(
    db,
    rows.map(({ id }) => id),
    size,
  );
}

/** Stores tombstones; one that has the same date is replaced, and its id is never used again. */
export const remember = (db: Db, rows: readonly Vanished[]): Promise<void> =>
  insertRows(
    db,
    'vanished_occurrences',
    [...new Map(rows.map(row => [row.recurrence_id, row])).values()],
    'on conflict (series_id, recurrence_id) do update set id = excluded.id, own = excluded.own',
  );

export const forget = (db: Db, vanished: readonly Keyed[]): Promise<void> =>
  inSlices(db, vanished, some => db.deleteFrom('vanished_occurrences').where(areThese(db, some)).execute());

/** Removes the rows and links of events; their ids are never used again unless they come back. */
async function removeRows(db: Db, ids: readonly number[], size: number): Promise<void> {
  const remove = async (some: readonly number[]) => {
    for (const table of ['event_venues', 'event_organizers', 'event_terms'] as const)
      await db
        .deleteFrom(table)
        .where(amongIds(db, 'event_id', some))
        .execute();
    await db
      .deleteFrom('events')
      .where(amongIds(db, 'id', some))
      .execute();
    await sql`update records set type = 'deleted' where ${amongIds(db, 'id', some)}`.execute(db);
  };
  await inSlices(db, ids, remove, size);
}

async function ownContent(db: Db, { id, own_members }: Occurrence): Promise<Own> {
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
  ...(own.includes('status') || own.includes(STATUS_BEFORE)
    ? (['status', 'status_before_trash'] as const)
    : []),
];
