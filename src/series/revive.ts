import { sql } from 'kysely';
import { insertRows } from '../db/insert.ts';
import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { searchText } from '../events/store.ts';
import type { Times } from '../events/times.ts';
import { onDaysOfSite } from '../events/whole-days.ts';
import type { EventLinks } from '../records/versions/links.ts';
import { amongIds, areThese, ownOf, type Vanished } from './occurrences.ts';
import { LINKS, linkMembers, TIMES } from './own.ts';
import { withOwnTexts } from './own-texts.ts';
import { forget, type Own } from './vanish.ts';

/** Marks the ids of vanished occurrences as used again, before their rows are inserted. */
export async function reclaim(db: Db, vanished: readonly Vanished[]): Promise<void> {
  await inSlices(db, vanished, some =>
    sql`update records set type = 'event' where ${areThese(db, some)}`.execute(db),
  );
  await forget(db, vanished);
}

/** What an occurrence had of its own; undefined if it differed in nothing. */
export const ownOfVanished = ({ own }: Vanished): Own | undefined =>
  own === null ? undefined : (JSON.parse(own) as Own);

/** The times that were an occurrence's own. */
export function ownTimesOf(vanished: Vanished): Partial<Times> {
  const columns = ownOfVanished(vanished)?.columns ?? {};
  return columns.start_date === undefined ? {} : Object.fromEntries(TIMES.map(name => [name, columns[name]]));
}

/** Gives an occurrence that came back what was its own. Images, places and terms that are gone stay away. */
export async function giveOwn(db: Db, row: EventRow, { own_members, columns, links }: Own): Promise<void> {
  const { image_id } = columns;
  const image = image_id ? await present(db, 'images', [image_id]) : [];
  const had = { ...row, ...columns, ...(image_id && image.length === 0 && { image_id: null }) };
  const known = await onDaysOfSite(db, had);
  const next = { ...known, ...withOwnTexts(row, known, ownOf({ own_members })) };
  const { id, slug: _, ...set } = { ...next, own_members, search_text: searchText(next) };
  await db.updateTable('events').set(set).where('id', '=', id).execute();
  for (const member of linkMembers) {
    const ids = links[LINKS[member]];
    if (ids) await replaceByOwn(db, id, LINKS[member], ids);
  }
}

async function replaceByOwn(
  db: Db,
  event_id: number,
  name: keyof EventLinks,
  ids: readonly number[],
): Promise<void> {
  if (name === 'venue_ids' || name === 'organizer_ids') {
    const type = name === 'venue_ids' ? 'venue' : 'organizer';
    // The two tables differ only in the name of a column.
    const table = `event_${type}s` as 'event_venues';
    await db.deleteFrom(table).where('event_id', '=', event_id).execute();
    const there = await present(db, `${type}s`, ids);
    const rows = there.map((linked, position) => ({ event_id, [`${type}_id`]: linked, position }));
    await insertRows(db, table, rows as never);
    return;
  }
  const taxonomy = name === 'tag_ids' ? 'tag' : 'category';
  const terms = db.selectFrom('terms').select('id').where('taxonomy', '=', taxonomy);
  await db.deleteFrom('event_terms').where('event_id', '=', event_id).where('term_id', 'in', terms).execute();
  const there = await present(db, 'terms', ids);
  await insertRows(
    db,
    'event_terms',
    there.map(term_id => ({ event_id, term_id })),
  );
}

/** The ids among these that exist, in their order. */
async function present(
  db: Db,
  table: 'images' | 'venues' | 'organizers' | 'terms',
  ids: readonly number[],
): Promise<number[]> {
  const isThere = table === 'venues' || table === 'organizers' ? sql`status <> 'trash'` : sql`true`;
  const rows = await sql<{ id: number }>`select id from ${sql.table(table)}
    where ${amongIds(db, 'id', ids)} and ${isThere}`.execute(db);
  const there = new Set(rows.rows.map(({ id }) => Number(id)));
  return ids.filter(id => there.has(id));
}
