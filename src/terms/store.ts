import { sql } from 'kysely';
import { logEventChanges } from '../db/changes.ts';
import { dialectOf } from '../db/dialect.ts';
import { raw, rowsOf } from '../db/prepared.ts';
import { inSlices } from '../db/slices.ts';
import type { Db, Taxonomy, TermRow } from '../db/tables.ts';
import { InvalidValue } from '../errors.ts';
import { fold } from '../lib/text/search-terms.ts';
import { slugify } from '../lib/text/slugs.ts';
import { MAX_LEVELS } from '../limits.ts';
import { freeSlug } from '../records/slug.ts';
import { eventsWithTerm, keepChildren, keepLinks } from '../records/versions/bulk.ts';
import {
  contentOf,
  keepsHistory,
  keepUpdate,
  keepVersion,
  type WriteContext,
} from '../records/versions/record-change.ts';
import { ancestry, levelsThrough } from './tree.ts';

export interface TermPatch {
  name?: string | undefined;
  description?: string | undefined;
  slug?: string | undefined;
  parent?: number | undefined;
}

export const lowerName = (name: string): string => name.toLowerCase();

/** The columns that follow from a name. */
const names = (name: string) => ({ name, lower_name: lowerName(name), sort_name: fold(name) });

export const findTerm = (db: Db, taxonomy: Taxonomy, id: number): Promise<TermRow | undefined> =>
  rowsOf(db, byId, [taxonomy, id]).then(([term]) => term);

const byId = (db: Db) => db.selectFrom('terms').selectAll().where('taxonomy', '=', 'tag').where('id', '=', 0);

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

/** The term of this slug. */
export const findSlugged = (db: Db, taxonomy: Taxonomy, slug: string): Promise<TermRow | undefined> =>
  rowsOf(db, slugged, [taxonomy, slug]).then(([term]) => term);

const slugged = (db: Db) =>
  db.selectFrom('terms').selectAll().where('taxonomy', '=', 'tag').where('slug', '=', '');

/** The term of this name at the top level; it is made where there is none. */
export async function findOrInsertTerm(
  db: Db,
  taxonomy: Taxonomy,
  name: string,
  keeper: WriteContext,
): Promise<TermRow> {
  await dialectOf(db).lockNames(db, 'terms');
  return (await findNamesake(db, taxonomy, name, 0)) ?? insertTerm(db, taxonomy, { name }, keeper);
}

export async function insertTerm(
  db: Db,
  taxonomy: Taxonomy,
  wish: TermPatch & { name: string },
  keeper: WriteContext,
  id?: number,
): Promise<TermRow> {
  const parent = wish.parent ?? 0;
  const slug = await newSlug(db, taxonomy, wish, parent);
  const row = { taxonomy, ...names(wish.name), slug, description: wish.description ?? '', parent, count: 0 };
  const term = await db
    .insertInto('terms')
    .values(id === undefined ? row : { id, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (parent) await assertLevels(db, term.id);
  const operation = keeper.operation ?? 'create';
  await keepVersion(db, keeper, { type: taxonomy, id: term.id, operation, former: null });
  return term;
}

/** A slug from the name; where it is taken, the parent's is appended, and then a number. */
async function newSlug(
  db: Db,
  taxonomy: Taxonomy,
  wish: TermPatch & { name: string },
  parent: number,
): Promise<string> {
  const taken = (slug: string) => slugTaken(db, taxonomy, slug);
  const wanted = wish.slug || slugify(wish.name) || taxonomy;
  if (wish.slug || parent === 0 || !(await taken(wanted))) return freeSlug(wanted, taken);
  const above = (await findTerm(db, taxonomy, parent))!;
  return freeSlug(slugify(`${wanted}-${above.slug}`), taken);
}

export const slugTaken = async (db: Db, taxonomy: Taxonomy, slug: string, except = 0): Promise<boolean> =>
  (await rowsOf(db, others, [taxonomy, slug, except])).length > 0;

/** Terms that have a slug, but for one of them. */
const others = (db: Db) =>
  db
    .selectFrom('terms')
    .select('id')
    .where('taxonomy', '=', 'tag')
    .where('slug', '=', '')
    .where('id', '!=', 0);

/** Changes what the wish names. A category cannot come below itself: what would close the circle moves to the top. */
export async function updateTerm(
  db: Db,
  term: TermRow,
  wish: TermPatch,
  keeper: WriteContext,
): Promise<void> {
  const { name, description, slug } = wish;
  const parent = wish.parent === term.id ? 0 : wish.parent;
  if (parent) await openCircle(db, term.id, parent, keeper);
  const columns = {
    ...(name !== undefined && names(name)),
    ...(description !== undefined && { description }),
    ...(slug && { slug }),
    ...(parent !== undefined && { parent }),
  };
  await setColumns(db, term, columns, keeper);
  if (parent) await assertLevels(db, term.id);
}

async function setColumns(
  db: Db,
  term: TermRow,
  columns: Partial<TermRow>,
  keeper: WriteContext,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await keepUpdate(db, keeper, term.taxonomy, term, columns);
  await db.updateTable('terms').set(columns).where('id', '=', term.id).execute();
}

/** An address names all categories above one: they cannot go on for ever. */
async function assertLevels(db: Db, id: number): Promise<void> {
  if ((await levelsThrough(db, id)) > MAX_LEVELS)
    throw new InvalidValue('parent', 'expected_levels', { max: MAX_LEVELS });
}

async function openCircle(db: Db, id: number, parent: number, keeper: WriteContext): Promise<void> {
  for (const ancestor of await ancestry(db, [parent])) {
    if (ancestor.parent !== id) continue;
    const term = (await findTerm(db, 'category', ancestor.id))!;
    // It is moved out of the way, whatever is done to the other one.
    await setColumns(db, term, { parent: 0 }, { ...keeper, operation: undefined });
  }
}

/** Removes a term for good: events lose it, its children move up to its parent. */
export async function deleteTerm(db: Db, term: TermRow, keeper: WriteContext): Promise<void> {
  const { id, parent, taxonomy: type } = term;
  const events = await eventsWithTerm(db, id);
  if (keepsHistory(keeper)) {
    const children = await keepChildren(db, keeper, id);
    await keepLinks(db, keeper, type, events);
    const former = { ...contentOf(term), children, events };
    await keepVersion(db, keeper, { type, id, operation: 'delete', former });
  }
  const { among, listOf } = dialectOf(db);
  await inSlices(db, events, async some => {
    await logEventChanges(db, some, keeper.now);
    const lost = db.deleteFrom('event_terms').where('term_id', '=', id);
    await lost.where(among(sql.ref('event_id'), listOf(some))).execute();
  });
  await db.updateTable('terms').set({ parent }).where('parent', '=', id).execute();
  await db.deleteFrom('terms').where('id', '=', id).execute();
}

/** Terms, and how many events have each of them. */
type TermCounts = ReadonlyMap<number, number>;

export const NO_TERMS: TermCounts = new Map();

/** Counts terms of which each is named once for each event that has it. */
export const tally = (terms: readonly number[]): TermCounts =>
  new Map([...Map.groupBy(terms, id => id)].map(([id, all]) => [id, all.length]));

/** The terms of those of these events that are published. */
export async function publishedTerms(db: Db, events: readonly number[]): Promise<TermCounts> {
  if (events.length === 0) return NO_TERMS;
  const rows = await rowsOf(db, termsOfPublished, [dialectOf(db).listOf(events)]);
  return new Map(rows.map(({ term_id, events }) => [term_id, events]));
}

export const termsOfPublished = (db: Db) =>
  db
    .selectFrom('event_terms')
    .innerJoin('events', 'events.id', 'event_terms.event_id')
    // Not by the index of statuses: nearly all events are published, and these few are named.
    .where(sql`coalesce(events.status, '')`, '=', sql.lit('publish'))
    .where(dialectOf(db).among(sql.ref('event_terms.event_id'), 0))
    .groupBy('event_terms.term_id')
    .select(eb => ['event_terms.term_id', eb.fn.countAll<number>().as('events')]);

/**
 * Counts the events of terms again after some events have changed: by the terms that these had, published, before and
 * have after. What stays as it was is not written; the rest in the order of ids, so that writers do not wait for one
 * another in a circle.
 */
export async function recount(db: Db, before: TermCounts, after: TermCounts): Promise<void> {
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .map(id => ({ id, by: (after.get(id) ?? 0) - (before.get(id) ?? 0) }))
    .filter(({ by }) => by !== 0);
  if (changed.length > 1)
    await dialectOf(db).lockRows(
      db,
      'terms',
      changed.map(({ id }) => id),
    );
  const by = new Set(changed.map(({ by }) => by));
  const { listOf } = dialectOf(db);
  const ids = listOf(changed.map(({ id }) => id));
  if (by.size === 1) await rowsOf(db, addToCounts, [...by, ids]);
  else if (by.size > 1) await rowsOf(db, addToEachCount, [ids, listOf(changed.map(({ by }) => by))]);
}

const addToCounts = (db: Db) =>
  db
    .updateTable('terms')
    .set({ count: sql<number>`count + ${0}` })
    .where(dialectOf(db).among(sql.ref('id'), 0));

const addToEachCount = raw(
  db => sql<never>`update terms set count = count + pair.other from ${dialectOf(db).pairsOf(0, 0)}
    where terms.id = pair.one`,
);
