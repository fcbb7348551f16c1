import { PreparedTexts } from '../background/texts.ts';
import { dialectOf } from '../db/dialect.ts';
import { insertRows } from '../db/insert.ts';
import { rowsOf } from '../db/prepared.ts';
import type { Db, EventRow, Taxonomy } from '../db/tables.ts';
import type { ArgumentValues } from '../http/arguments.ts';
import { fold } from '../lib/text/search-terms.ts';
import { plainColumns } from '../records/plain-fields.ts';
import { type FixedColumns, publication, statusBeforeTrash } from '../records/publication.ts';
import { slugFor, slugsFor } from '../records/slug.ts';
import { newIds, type SlugOrId } from '../records/table.ts';
import { linksToChange } from '../records/versions/links.ts';
import { creation, keepsHistory, keepUpdate } from '../records/versions/record-change.ts';
import type { WriteCall } from '../records/write-call.ts';
import { NO_TERMS, publishedTerms, recount, tally } from '../terms/store.ts';
import type { eventFields } from './fields.ts';
import { plainFields } from './plain-fields.ts';
import { costColumn } from './stored-cost.ts';
import type { Times } from './times.ts';

/** The event with this id or slug, whatever its status. */
export const findEventRow = (db: Db, key: SlugOrId): Promise<EventRow | undefined> =>
  ('id' in key ? rowsOf(db, byId, [key.id]) : rowsOf(db, bySlug, [key.slug])).then(([row]) => row);

/** The same by id, kept from being changed by others until the transaction ends. */
export const holdEventRow = async (db: Db, id: number): Promise<EventRow | undefined> =>
  (await rowsOf(db, heldById, [id]))[0];

const heldById = (db: Db) => byId(db).modifyEnd(dialectOf(db).forUpdate);
const byId = (db: Db) => db.selectFrom('events').selectAll().where('id', '=', 0);
const bySlug = (db: Db) => db.selectFrom('events').selectAll().where('slug', '=', '');

/** What a write says of an event; undefined members stay as they are. Links are ids that exist. */
export interface EventPatch
  extends Omit<Partial<ArgumentValues<typeof eventFields>>, LinkField | 'image' | TimeField> {
  image_id?: number | null | undefined;
  times?: Times;
  /** null: none; the hash of a password otherwise. */
  password_hash?: string | null | undefined;
  venue_ids?: readonly number[] | undefined;
  organizer_ids?: readonly number[] | undefined;
  category_ids?: readonly number[] | undefined;
  tag_ids?: readonly number[] | undefined;
  kept?: FixedColumns & Partial<Pick<EventRow, 'website'>>;
  /** What `searchText` makes of its texts, where that has been done already. */
  search_text?: string;
}

/** A patch that says all there is to say of an event itself: what writes it whole forgets no field. */
export type WholePatch = {
  [Name in Exclude<keyof EventPatch, ApartField>]-?: EventPatch[Name] | undefined;
} & Pick<EventPatch, ApartField> & { title: string };

/** Who wrote it, what it is linked to, what may never have been set, and what follows from other fields. */
type ApartField =
  | 'website'
  | 'author'
  | 'image_id'
  | 'venue_ids'
  | 'organizer_ids'
  | 'category_ids'
  | 'tag_ids'
  | 'password_hash'
  | 'date'
  | 'search_text';

type LinkField = 'venue' | 'organizer' | 'categories' | 'tags';
type TimeField = 'start_date' | 'end_date' | 'timezone' | 'all_day';

/** A new event; its id where it is taken already for it. */
export interface NewEvent {
  wish: EventPatch & { title: string };
  id?: number | undefined;
}

/** Writes a new event with its links; returns its id. */
export const insertEvent = async (
  db: Db,
  wish: NewEvent['wish'],
  writing: WriteCall,
  id?: number,
): Promise<number> => (await insertEvents(db, [{ wish, id }], writing))[0]!;

/** Writes new events with their links; returns their ids, in their order. */
export const insertEvents = async (
  db: Db,
  events: readonly NewEvent[],
  writing: WriteCall,
): Promise<number[]> => (await insertEventRows(db, events, writing)).map(({ id }) => id);

/** The same; returns the events as they are written. */
export async function insertEventRows(
  db: Db,
  events: readonly NewEvent[],
  writing: WriteCall,
): Promise<EventRow[]> {
  const missing = events.filter(({ id }) => id === undefined).length;
  const drawn = await newIds(db, 'event', missing, creation(writing));
  const ids = events.map(({ id }) => id ?? drawn.shift()!);
  const wished = events.map(({ wish }, i) => columns(ids[i]!, undefined, wish, writing));
  const slugs = await slugsFor(
    db,
    'events',
    wished.map(({ id, title: name, status }, i) => ({ id, sent: events[i]!.wish.slug, name, status })),
  );
  const rows = wished.map((row, i) => ({ ...row, slug: slugs[i]!, ...events[i]!.wish.kept }));
  await insertRows(db, 'events', rows);
  await addLinks(
    db,
    events.map(({ wish }, i) => ({ id: ids[i]!, wish })),
  );
  const published = events.filter((_, i) => wished[i]!.status === 'publish');
  await recount(db, NO_TERMS, tally(published.flatMap(({ wish }) => termsOf(wish))));
  return rows;
}

/** Changes what the wish names, and nothing else; returns the event as it is written. */
export async function updateEvent(
  db: Db,
  current: EventRow,
  wish: EventPatch,
  writing: WriteCall,
): Promise<EventRow> {
  const { id, ...changed } = columns(current.id, current, wish, writing);
  const named = { id, sent: wish.slug, name: changed.title, status: changed.status };
  const slug = await slugFor(db, 'events', named, current);
  const row = { ...changed, slug, ...wish.kept };
  // What is neither published nor withdrawn, and keeps its terms, is counted as before.
  const recounts = row.status !== current.status || wish.category_ids || wish.tag_ids;
  const terms = recounts ? await publishedTerms(db, [id]) : NO_TERMS;
  const links = keepsHistory(writing) ? await linksToChange(db, id, wish) : {};
  await keepUpdate(db, writing, 'event', current, row, links);
  await db.updateTable('events').set(row).where('id', '=', id).execute();
  await writeLinks(db, id, wish);
  if (recounts) await recount(db, terms, await publishedTerms(db, [id]));
  return { id, ...row };
}

/** What follows from a wish; the slug, and what is kept as it was elsewhere, go above it. */
function columns(
  id: number,
  current: EventRow | undefined,
  wish: EventPatch,
  writing: WriteCall,
): Omit<EventRow, 'slug'> {
  const published = publication(wish, current, writing);
  const title = wish.title ?? current?.title ?? '';
  const description = wish.description ?? current?.description ?? '';
  const excerpt = wish.excerpt ?? current?.excerpt ?? '';
  return {
    ...current,
    ...published,
    ...timesOf(wish, current),
    ...plainColumns(plainFields, wish, current),
    ...{ id, title, description, excerpt },
    author_id: wish.author ?? current?.author_id ?? writing.viewer!.id,
    status_before_trash: statusBeforeTrash(published.status, current),
    search_text: wish.search_text ?? searchText({ title, excerpt, description }, writing.texts),
    image_id: wish.image_id === undefined ? (current?.image_id ?? null) : wish.image_id,
    modified_at: writing.now,
    cost: wish.cost === undefined ? (current?.cost ?? null) : costColumn(wish.cost),
    website: wish.website ?? current?.website ?? null,
    password_hash: wish.password_hash === undefined ? (current?.password_hash ?? null) : wish.password_hash,
  };
}

/** What searches look through. */
export const searchText = (
  { title, excerpt, description }: Pick<EventRow, 'title' | 'excerpt' | 'description'>,
  texts = new PreparedTexts(),
): string => [fold(title), texts.get('searchable', excerpt), texts.get('searchable', description)].join('\n');

function timesOf({ times }: EventPatch, current: EventRow | undefined): Times {
  const known = times ?? current;
  if (!known) throw new TypeError('a new event needs its times');
  const { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr } = known;
  return { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr };
}

async function writeLinks(db: Db, id: number, wish: EventPatch): Promise<void> {
  if (wish.venue_ids) await db.deleteFrom('event_venues').where('event_id', '=', id).execute();
  if (wish.organizer_ids) await db.deleteFrom('event_organizers').where('event_id', '=', id).execute();
  if (wish.category_ids) await removeTerms(db, id, 'category');
  if (wish.tag_ids) await removeTerms(db, id, 'tag');
  await addLinks(db, [{ id, wish }]);
}

async function removeTerms(db: Db, event_id: number, taxonomy: Taxonomy): Promise<void> {
  const own = db.selectFrom('terms').select('id').where('taxonomy', '=', taxonomy);
  await db.deleteFrom('event_terms').where('event_id', '=', event_id).where('term_id', 'in', own).execute();
}

async function addLinks(db: Db, events: readonly { id: number; wish: EventPatch }[]): Promise<void> {
  const all = <Row>(rows: (event_id: number, wish: EventPatch) => Row[]) =>
    events.flatMap(({ id, wish }) => rows(id, wish));
  const venues = all((event_id, { venue_ids = [] }) =>
    venue_ids.map((venue_id, position) => ({ event_id, venue_id, position })),
  );
  const organizers = all((event_id, { organizer_ids = [] }) =>
    organizer_ids.map((organizer_id, position) => ({ event_id, organizer_id, position })),
  );
  const terms = all((event_id, wish) => termsOf(wish).map(term_id => ({ event_id, term_id })));
  await insertRows(db, 'event_venues', venues);
  await insertRows(db, 'event_organizers', organizers);
  await insertRows(db, 'event_terms', terms);
}

const termsOf = ({ category_ids = [], tag_ids = [] }: EventPatch): number[] => [...category_ids, ...tag_ids];
