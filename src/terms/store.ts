import { sql } from 'kysely';
import { fold } from '../calendar/search.ts';
import { slugify } from '../calendar/slugs.ts';
import { contains } from '../db/dialect.ts';
import type { Db, Taxonomy, TermRow } from '../db/tables.ts';
import type { Found } from '../interface/paging.ts';
import { freeSlug } from '../records/slug.ts';
import { visibleEvents } from '../records/visible.ts';
import type { Viewer } from '../users/rights.ts';

export interface TermWish {
  name?: string | undefined;
  description?: string | undefined;
  slug?: string | undefined;
  parent?: number | undefined;
}

export const lowerName = (name: string): string => name.toLowerCase();

/** The columns that follow from a name. */
const names = (name: string) => ({ name, lower_name: lowerName(name), sort_name: fold(name) });

export const findTerm = (db: Db, taxonomy: Taxonomy, id: number): Promise<TermRow | undefined> =>
  db.selectFrom('terms').selectAll().where('taxonomy', '=', taxonomy).where('id', '=', id).executeTakeFirst();

/** The term of this name under this parent, in whatever case. */
export const findNamesake = (
  db: Db,
  taxonomy: Taxonomy,
  name: string,
  parent: number,
): Promise<TermRow | undefined> =>
  db
    .selectFrom('terms')
    .selectAll()
    .where('taxonomy', '=', taxonomy)
    .where('lower_name', '=', lowerName(name))
    .where('parent', '=', parent)
    .orderBy('id')
    .executeTakeFirst();

/** The term that an id, a slug or a name means, tried in this order of the spelling: slug, id, name. */
export async function meantTerm(db: Db, taxonomy: Taxonomy, spelling: string): Promise<TermRow | undefined> {
  const terms = db.selectFrom('terms').selectAll().where('taxonomy', '=', taxonomy).orderBy('id');
  const slug = slugify(spelling);
  const bySlug = slug === '' ? undefined : await terms.where('slug', '=', slug).executeTakeFirst();
  if (bySlug && (slug === spelling.toLowerCase() || /^\d+$/.test(spelling))) return bySlug;
  if (/^\d{1,15}$/.test(spelling)) return findTerm(db, taxonomy, Number(spelling));
  return (await terms.where('lower_name', '=', lowerName(spelling)).executeTakeFirst()) ?? bySlug;
}

export async function insertTerm(
  db: Db,
  taxonomy: Taxonomy,
  wish: TermWish & { name: string },
  id?: number,
): Promise<TermRow> {
  const parent = wish.parent ?? 0;
  const slug = await newSlug(db, taxonomy, wish, parent);
  const row = { taxonomy, ...names(wish.name), slug, description: wish.description ?? '', parent, count: 0 };
  return db
    .insertInto('terms')
    .values(id === undefined ? row : { id, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A slug from the name; where it is taken, the parent's is appended, and then a number. */
async function newSlug(
  db: Db,
  taxonomy: Taxonomy,
  wish: TermWish & { name: string },
  parent: number,
): Promise<string> {
  const taken = (slug: string) => slugTaken(db, taxonomy, slug);
  const wanted = wish.slug || slugify(wish.name) || taxonomy;
  if (wish.slug || parent === 0 || !(await taken(wanted))) return freeSlug(wanted, taken);
  const above = (await findTerm(db, taxonomy, parent))!;
  return freeSlug(`${wanted}-${above.slug}`, taken);
}

export async function slugTaken(db: Db, taxonomy: Taxonomy, slug: string, except = 0): Promise<boolean> {
  const found = await db
    .selectFrom('terms')
    .select('id')
    .where('taxonomy', '=', taxonomy)
    .where('slug', '=', slug)
    .where('id', '!=', except)
    .executeTakeFirst();
  return found !== undefined;
}

/** Changes what the wish names. A category cannot come below itself: what would close the circle moves to the top. */
export async function updateTerm(db: Db, term: TermRow, wish: TermWish): Promise<void> {
  const { name, description, slug } = wish;
  const parent = wish.parent === term.id ? 0 : wish.parent;
  if (parent) await openCircle(db, term.id, parent);
  const columns = {
    ...(name !== undefined && names(name)),
    ...(description !== undefined && { description }),
    ...(slug && { slug }),
    ...(parent !== undefined && { parent }),
  };
  if (Object.keys(columns).length > 0)
    await db.updateTable('terms').set(columns).where('id', '=', term.id).execute();
}

async function openCircle(db: Db, id: number, parent: number): Promise<void> {
  for (const ancestor of await ancestry(db, [parent])) {
    if (ancestor.parent === id)
      await db.updateTable('terms').set({ parent: 0 }).where('id', '=', ancestor.id).execute();
  }
}

/** Removes a term for good: events lose it, its children move up to its parent. */
export async function deleteTerm(db: Db, { id, parent }: TermRow): Promise<void> {
  await db.deleteFrom('event_terms').where('term_id', '=', id).execute();
  await db.updateTable('terms').set({ parent }).where('parent', '=', id).execute();
  await db.deleteFrom('terms').where('id', '=', id).execute();
}

/** These terms and all above them. */
export async function ancestry(
  db: Db,
  ids: readonly number[],
): Promise<Pick<TermRow, 'id' | 'slug' | 'parent'>[]> {
  if (ids.length === 0) return [];
  return db
    .withRecursive('above(id, slug, parent)', cte =>
      cte
        .selectFrom('terms')
        .select(['id', 'slug', 'parent'])
        .where('id', 'in', ids)
        .union(
          cte
            .selectFrom('terms')
            .innerJoin('above', 'above.parent', 'terms.id')
            .select(['terms.id', 'terms.slug', 'terms.parent']),
        ),
    )
    .selectFrom('above')
    .selectAll()
    .execute();
}

/** The slugs from the top level down to each of these terms, by the terms' ids. */
export async function slugPaths(db: Db, terms: readonly TermRow[]): Promise<Map<number, string[]>> {
  const parents = terms.flatMap(({ parent }) => parent || []);
  const above = new Map((await ancestry(db, parents)).map(term => [term.id, term]));
  const pathOf = (term: Pick<TermRow, 'slug' | 'parent'>): string[] => {
    const parent = above.get(term.parent);
    return parent ? [...pathOf(parent), term.slug] : [term.slug];
  };
  return new Map(terms.map(term => [term.id, pathOf(term)]));
}

/** These categories and all below them. */
export async function withDescendants(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .withRecursive('below(id)', cte =>
      cte
        .selectFrom('terms')
        .select('id')
        .where('id', 'in', ids)
        .union(cte.selectFrom('terms').innerJoin('below', 'below.id', 'terms.parent').select('terms.id')),
    )
    .selectFrom('below')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface TermFilter {
  search: string | undefined;
  include: readonly number[] | undefined;
  exclude: readonly number[] | undefined;
  hideEmpty: boolean;
  parent: number | undefined;
  event: number | undefined;
  slug: string | undefined;
  orderBy: string | undefined;
  descending: boolean;
}

export async function listTerms(
  db: Db,
  taxonomy: Taxonomy,
  filter: TermFilter,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found<TermRow>> {
  const { search, include, exclude, parent, event, slug } = filter;
  let matching = db.selectFrom('terms').where('taxonomy', '=', taxonomy);
  if (search) {
    const needle = fold(search);
    matching = matching.where(({ or }) =>
      or([contains(sql.ref('sort_name'), needle), contains(sql.ref('slug'), search.toLowerCase())]),
    );
  }
  if (include) matching = matching.where('id', 'in', include);
  if (exclude) matching = matching.where('id', 'not in', exclude);
  if (parent !== undefined) matching = matching.where('parent', '=', parent);
  if (slug !== undefined) matching = matching.where('slug', '=', slug);
  if (event !== undefined) matching = matching.where('id', 'in', termsOf(db, event, viewer));
  // What an event is assigned is not empty, published or not.
  else if (filter.hideEmpty) matching = matching.where('id', 'in', inUse(db, taxonomy));
  const { total } = await matching
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const direction = filter.descending ? 'desc' : 'asc';
  const rows = await matching
    .selectAll()
    .$call(query =>
      filter.orderBy === 'include' && include
        ? query.orderBy(positionIn(include), direction)
        : query.orderBy(ORDERS[filter.orderBy ?? 'name'] ?? 'sort_name', direction),
    )
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(total) };
}

const ORDERS: Record<string, 'id' | 'sort_name' | 'slug' | 'count' | 'description' | 'parent'> = {
  ...{ id: 'id', term_id: 'id', none: 'id', term_group: 'id' },
  ...{ name: 'sort_name', slug: 'slug', count: 'count', description: 'description', parent: 'parent' },
};

const positionIn = (ids: readonly number[]) =>
  sql<number>`case id ${sql.join(
    ids.map((id, position) => sql`when ${id} then ${sql.lit(position)}`),
    sql` `,
  )} end`;

/** The terms of one event, as far as the viewer may read that event. */
const termsOf = (db: Db, event: number, viewer: Viewer) =>
  visibleEvents(db, viewer)
    .innerJoin('event_terms', 'event_terms.event_id', 'events.id')
    .where('events.id', '=', event)
    .select('event_terms.term_id');

/** Terms with published events, and the categories above them: a tree keeps its branches. */
const inUse = (db: Db, taxonomy: Taxonomy) =>
  db
    .withRecursive('used(id, parent)', cte =>
      cte
        .selectFrom('terms')
        .select(['id', 'parent'])
        .where('taxonomy', '=', taxonomy)
        .where('count', '>', 0)
        .union(
          cte
            .selectFrom('terms')
            .innerJoin('used', 'used.parent', 'terms.id')
            .select(['terms.id', 'terms.parent']),
        ),
    )
    .selectFrom('used')
    .select('id');

/** Adds `by` to the count of each term of this event, if it is published: -1 before a change of it, 1 after. */
export async function countTermsOf(db: Db, event: number, by: 1 | -1): Promise<void> {
  await db
    .updateTable('terms')
    .set(eb => ({ count: eb('count', '+', by) }))
    .where('id', 'in', eb =>
      eb
        .selectFrom('event_terms')
        .innerJoin('events', 'events.id', 'event_terms.event_id')
        .where('events.id', '=', event)
        .where('events.status', '=', 'publish')
        .select('term_id'),
    )
    .execute();
}
