import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { fold, parseSearch } from '../calendar/search.ts';
import { textOf } from '../calendar/text.ts';
import { contains } from '../db/dialect.ts';
import type { Db, EventRow, Status, Tables } from '../db/tables.ts';
import { findImages } from '../images/store.ts';
import type { Values } from '../interface/arguments.ts';
import type { Found } from '../interface/paging.ts';
import { organizerKind } from '../organizers/organizer.ts';
import {
  findAllNamed,
  type Key,
  type NamedKind,
  type NamedRow,
  statusBeforeTrash,
  type WithImage,
  type Writing,
} from '../records/named.ts';
import { publication } from '../records/publication.ts';
import { slugFor } from '../records/slug.ts';
import { newId } from '../records/table.ts';
import { unlocked } from '../records/visible.ts';
import { countTermsOf } from '../terms/store.ts';
import { mayRead, readable, type Viewer } from '../users/rights.ts';
import { venueKind } from '../venues/venue.ts';
import { costColumn, type EventRecord, type eventFields, eventFlags } from './event.ts';
import { type Near, placed } from './places.ts';
import type { Times } from './times.ts';
import type { Window } from './window.ts';

/** The event with this id or slug, whatever its status. */
export const findEventRow = (db: Db, key: Key): Promise<EventRow | undefined> =>
  db
    .selectFrom('events')
    .selectAll()
    .where(eb => ('id' in key ? eb('id', '=', key.id) : eb('slug', '=', key.slug)))
    .executeTakeFirst();

export interface EventFilter {
  window: Window['at'];
  search: string | undefined;
  /** Categories with those below them. */
  categories: readonly number[] | undefined;
  tags: readonly number[] | undefined;
  venues: readonly number[] | undefined;
  organizers: readonly number[] | undefined;
  featured: boolean | undefined;
  status: readonly Status[] | undefined;
  include: readonly number[] | undefined;
  near: Near;
  /** Events below another one: this interface makes none. */
  parent: number | undefined;
  /** Hash of the password that the viewer offers for protected events. */
  offered: string | undefined;
}

/** One page of the events that match and that the viewer may see, by their start, and how many there are in all. */
export async function listEvents(
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found<EventRow>> {
  const matching = db.selectFrom('events').where(eb => eb.and(conditions(eb, db, filter, viewer)));
  const { total } = await matching
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('start_at')
    .orderBy('date_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(total) };
}

type Condition = Expression<SqlBool>;

function conditions(
  eb: ExpressionBuilder<Tables, 'events'>,
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
): Condition[] {
  const { window, categories, tags, venues, organizers, featured, status, include } = filter;
  const all: (Condition | undefined)[] = [
    readable(viewer, 'events'),
    status ? eb('status', 'in', status) : eb('status', '!=', 'trash'),
    eb('hide_from_listings', '=', 0),
    include && eb('id', 'in', include),
    filter.parent === undefined ? undefined : eb.lit(false),
    window.start_date === undefined ? undefined : eb('start_at', '>=', window.start_date),
    window.starts_after === undefined ? undefined : eb('start_at', '>', window.starts_after),
    window.starts_before === undefined ? undefined : eb('start_at', '<', window.starts_before),
    window.end_date === undefined ? undefined : eb('end_at', '<=', window.end_date),
    window.ends_before === undefined ? undefined : eb('end_at', '<', window.ends_before),
    window.ends_after === undefined ? undefined : eb('end_at', '>', window.ends_after),
  ];
  const hidden: (Condition | undefined)[] = [
    ...searching(filter.search),
    categories && eb('id', 'in', assigned(db, categories)),
    tags && eb('id', 'in', assigned(db, tags)),
    venues && eb('id', 'in', linked(db, 'venue', venues, viewer)),
    organizers && eb('id', 'in', linked(db, 'organizer', organizers, viewer)),
    featured === undefined ? undefined : eb('featured', '=', Number(featured)),
    ...placed(eb, db, filter.near, viewer),
  ];
  const asked = hidden.filter(condition => condition !== undefined);
  // What a password hides cannot be found out by filtering either.
  if (asked.length > 0) asked.push(unlocked(viewer, filter.offered));
  return [...all.filter(condition => condition !== undefined), ...asked];
}

function searching(search: string | undefined): Condition[] {
  if (search === undefined) return [];
  const { all, none } = parseSearch(search);
  const text = sql.ref('events.search_text');
  return [
    ...all.map(word => contains(text, word)),
    ...none.map(word => sql<SqlBool>`not (${contains(text, word)})`),
  ];
}

const assigned = (db: Db, terms: readonly number[]) =>
  db.selectFrom('event_terms').select('event_id').where('term_id', 'in', terms);

/** Events at these venues or of these organizers, of those that the viewer may read. */
function linked(db: Db, type: 'venue' | 'organizer', ids: readonly number[], viewer: Viewer) {
  // The two link tables differ in the name of one column.
  const links = `event_${type}s` as 'event_venues';
  const column = `${type}_id` as 'venue_id';
  const table = `${type}s` as 'venues';
  const readableIds = db.selectFrom(table).select('id').where('id', 'in', ids).where(readable(viewer, table));
  return db.selectFrom(links).select('event_id').where(column, 'in', readableIds);
}

/** The events with all that they show to this viewer. */
export async function withLinks(db: Db, events: readonly EventRow[], viewer: Viewer): Promise<EventRecord[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const [images, venues, organizers, terms] = await Promise.all([
    findImages(db, [...new Set(events.flatMap(({ image_id }) => image_id ?? []))]),
    linkedRecords(db, venueKind, ids, viewer),
    linkedRecords(db, organizerKind, ids, viewer),
    assignedTerms(db, ids),
  ]);
  return events.map(event => {
    const own = terms.filter(({ event_id }) => event_id === event.id);
    return {
      ...event,
      image: event.image_id === null ? undefined : images.get(event.image_id),
      venues: venues.get(event.id) ?? [],
      organizers: organizers.get(event.id) ?? [],
      categories: own.filter(({ taxonomy }) => taxonomy === 'category'),
      tags: own.filter(({ taxonomy }) => taxonomy === 'tag'),
    };
  });
}

/** Linked records by event, each event's in the order of its links. */
async function linkedRecords<Row extends NamedRow>(
  db: Db,
  kind: NamedKind<Row>,
  events: readonly number[],
  viewer: Viewer,
): Promise<Map<number, WithImage<Row>[]>> {
  const column = `${kind.type}_id` as 'venue_id';
  const links = await db
    .selectFrom(`event_${kind.type}s` as 'event_venues')
    .select(['event_id', `${column} as linked_id` as 'venue_id as linked_id'])
    .where('event_id', 'in', events)
    .orderBy('event_id')
    .orderBy('position')
    .execute();
  const records = await findAllNamed(db, kind, [...new Set(links.map(({ linked_id }) => linked_id))]);
  const shown = new Map(records.filter(record => mayRead(viewer, record)).map(record => [record.id, record]));
  const byEvent = Map.groupBy(links, ({ event_id }) => event_id);
  return new Map(
    [...byEvent].map(([event, linked]) => [
      event,
      linked.flatMap(({ linked_id }) => shown.get(linked_id) ?? []),
    ]),
  );
}

const assignedTerms = (db: Db, events: readonly number[]) =>
  db
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'event_terms.term_id')
    .selectAll('terms')
    .select('event_terms.event_id')
    .where('event_terms.event_id', 'in', events)
    .orderBy('terms.sort_name')
    .orderBy('terms.id')
    .execute();

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
  await db
    .insertInto('events')
    .values(await columns(db, fresh, undefined, wish, writing))
    .execute();
  await writeLinks(db, fresh, wish);
  await countTermsOf(db, fresh, 1);
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
  };
}

function timesOf({ times }: EventWish, current: EventRow | undefined): Times {
  const known = times ?? current;
  if (!known) throw new TypeError('a new event needs its times');
  const { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr } = known;
  return { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr };
}

async function writeLinks(db: Db, event_id: number, wish: EventWish): Promise<void> {
  const { venue_ids, organizer_ids, category_ids, tag_ids } = wish;
  if (venue_ids) {
    await db.deleteFrom('event_venues').where('event_id', '=', event_id).execute();
    const links = venue_ids.map((venue_id, position) => ({ event_id, venue_id, position }));
    if (links.length > 0) await db.insertInto('event_venues').values(links).execute();
  }
  if (organizer_ids) {
    await db.deleteFrom('event_organizers').where('event_id', '=', event_id).execute();
    const links = organizer_ids.map((organizer_id, position) => ({ event_id, organizer_id, position }));
    if (links.length > 0) await db.insertInto('event_organizers').values(links).execute();
  }
  if (category_ids) await writeTerms(db, event_id, 'category', category_ids);
  if (tag_ids) await writeTerms(db, event_id, 'tag', tag_ids);
}

async function writeTerms(
  db: Db,
  event_id: number,
  taxonomy: 'category' | 'tag',
  terms: readonly number[],
): Promise<void> {
  const own = db.selectFrom('terms').select('id').where('taxonomy', '=', taxonomy);
  await db.deleteFrom('event_terms').where('event_id', '=', event_id).where('term_id', 'in', own).execute();
  const links = terms.map(term_id => ({ event_id, term_id }));
  if (links.length > 0) await db.insertInto('event_terms').values(links).execute();
}
