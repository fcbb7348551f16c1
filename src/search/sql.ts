import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { ListPage } from '../db/list-page.ts';
import type { Db, EventRow, Status, Tables } from '../db/tables.ts';
import { parseSearch, type SearchTerms } from '../lib/text/search-terms.ts';
import { readable, type Viewer } from '../users/rights.ts';
import { unlocked } from '../users/visible.ts';
import { type Near, placed } from './near.ts';
import type { Window } from './window.ts';

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
export async function findInStore(
  db: Db,
  filter: EventFilter,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListPage<EventRow>> {
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
    ...searching(db, filter.search),
    // All of them may have been deleted since the request was read.
    categories && (categories.length > 0 ? eb('id', 'in', assigned(db, categories)) : eb.lit(false)),
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

/** Those of these events whose texts say all of some words, and none of others. */
export async function containing(db: Db, ids: readonly number[], words: SearchTerms): Promise<number[]> {
  const { among, listOf } = dialectOf(db);
  const found = db
    .selectFrom('events')
    .select('id')
    .where(among(sql.ref('id'), listOf(ids)));
  return (await found.where(eb => eb.and(saying(db, words))).execute()).map(({ id }) => id);
}

const searching = (db: Db, search: string | undefined): Condition[] =>
  search === undefined ? [] : saying(db, parseSearch(search));

function saying(db: Db, { all, none }: SearchTerms): Condition[] {
  const mentions = (word: string) => dialectOf(db).contains(sql.ref('events.search_text'), word);
  return [...all.map(mentions), ...none.map(word => sql<SqlBool>`not (${mentions(word)})`)];
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
