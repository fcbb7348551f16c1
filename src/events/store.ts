import { fold } from '../calendar/search.ts';
import { textOf } from '../calendar/text.ts';
import { insertRows } from '../db/insert.ts';
import { rowsOf } from '../db/prepared.ts';
import type { Db, EventRow, Taxonomy } from '../db/tables.ts';
import type { Values } from '../interface/arguments.ts';
import { type Key, statusBeforeTrash, type Writing } from '../records/named.ts';
import { type Kept, publication } from '../records/publication.ts';
import { slugFor } from '../records/slug.ts';
import { newId } from '../records/table.ts';
import { countTermsOf } from '../terms/store.ts';
import { costColumn, type eventFields, eventFlags } from './event.ts';
import type { Times } from './times.ts';

/** The event with this id or slug, whatever its status. */
export const findEventRow = (db: Db, key: Key): Promise<EventRow | undefined> =>
  ('id' in key ? rowsOf(db, byId, [key.id]) : rowsOf(db, bySlug, [key.slug])).then(([row]) => row);

const byId = (db: Db) => db.selectFrom('events').selectAll().where('id', '=', 0);
const bySlug = (db: Db) => db.selectFrom('events').selectAll().where('slug', '=', '');

/** What a write says of an event; undefined members stay as they are. Links are ids that exist. */
export interface EventWish
  extends Omit<Partial<Values<typeof eventFields>>, LinkField | 'image' | TimeField> {
  image_id?: number | null | undefined;
  times?: Times;
  /** null: none; the hash of a password otherwise. */
  password_hash?: string | null | undefined;
  venue_ids?: readonly number[] | undefined;
  organizer_ids?: readonly number[] | undefined;
  category_ids?: readonly number[] | undefined;
  tag_ids?: readonly number[] | undefined;
  kept?: Kept & Partial<Pick<EventRow, 'website'>>;
}

type LinkField = 'venue' | 'organizer' | 'categories' | 'tags';
type TimeField = 'start_date' | 'end_date' | 'timezone' | 'all_day';

/** Writes a new event with its links; returns its id. */
export async function insertEvent(
  db: Db,
  wish: EventWish & { title: string },
  writing: Writing,
  id?: number,
): Promise<number> {
  const fresh = id ?? (await newId(db, 'event'));
  await insertRows(db, 'events', [await columns(db, fresh, undefined, wish, writing)]);
  await addLinks(db, fresh, wish);
  if (wish.category_ids?.length || wish.tag_ids?.length) await countTermsOf(db, fresh, 1);
  return fresh;
}

/** Changes what the wish names, and nothing else. */
export async function updateEvent(
  db: Db,
  current: EventRow,
  wish: EventWish,
  writing: Writing,
): Promise<void> {
  await countTermsOf(db, current.id, -1);
  const { id, ...changed } = await columns(db, current.id, current, wish, writing);
  await db.updateTable('events').set(changed).where('id', '=', id).execute();
  await writeLinks(db, id, wish);
  await countTermsOf(db, id, 1);
}

async function columns(
  db: Db,
  id: number,
  current: EventRow | undefined,
  wish: EventWish,
  writing: Writing,
): Promise<EventRow> {
  const published = publication(wish, current, writing);
  const title = wish.title ?? current?.title ?? '';
  const description = wish.description ?? current?.description ?? '';
  const excerpt = wish.excerpt ?? current?.excerpt ?? '';
  const flags = eventFlags.map(name => [
    name,
    wish[name] === undefined ? (current?.[name] ?? 0) : Number(wish[name]),
  ]);
  return {
    ...current,
    ...published,
    ...timesOf(wish, current),
    ...(Object.fromEntries(flags) as Record<(typeof eventFlags)[number], number>),
    ...{ id, title, description, excerpt },
    author_id: wish.author ?? current?.author_id ?? writing.viewer!.id,
    status_before_trash: statusBeforeTrash(published.status, current),
    slug: await slugFor(
      db,
      'events',
      { id, sent: wish.slug, name: title, status: published.status },
      current,
    ),
    search_text: [title, textOf(excerpt), textOf(description)].map(fold).join('\n'),
    image_id: wish.image_id === undefined ? (current?.image_id ?? null) : wish.image_id,
    modified_at: writing.now,
    cost: wish.cost === undefined ? (current?.cost ?? null) : costColumn(wish.cost),
    website: wish.website ?? current?.website ?? null,
    password_hash: wish.password_hash === undefined ? (current?.password_hash ?? null) : wish.password_hash,
    ...wish.kept,
  };
}

function timesOf({ times }: EventWish, current: EventRow | undefined): Times {
  const known = times ?? current;
  if (!known) throw new TypeError('a new event needs its times');
  const { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr } = known;
  return { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr };
}

async function writeLinks(db: Db, id: number, wish: EventWish): Promise<void> {
  if (wish.venue_ids) await db.deleteFrom('event_venues').where('event_id', '=', id).execute();
  if (wish.organizer_ids) await db.deleteFrom('event_organizers').where('event_id', '=', id).execute();
  if (wish.category_ids) await removeTerms(db, id, 'category');
  if (wish.tag_ids) await removeTerms(db, id, 'tag');
  await addLinks(db, id, wish);
}

async function removeTerms(db: Db, event_id: number, taxonomy: Taxonomy): Promise<void> {
  const own = db.selectFrom('terms').select('id').where('taxonomy', '=', taxonomy);
  await db.deleteFrom('event_terms').where('event_id', '=', event_id).where('term_id', 'in', own).execute();
}

async function addLinks(db: Db, event_id: number, wish: EventWish): Promise<void> {
  const { venue_ids = [], organizer_ids = [], category_ids = [], tag_ids = [] } = wish;
  const venues = venue_ids.map((venue_id, position) => ({ event_id, venue_id, position }));
  await insertRows(db, 'event_venues', venues);
  const organizers = organizer_ids.map((organizer_id, position) => ({ event_id, organizer_id, position }));
  await insertRows(db, 'event_organizers', organizers);
  const terms = [...category_ids, ...tag_ids].map(term_id => ({ event_id, term_id }));
  await insertRows(db, 'event_terms', terms);
}
