import { sql } from 'kysely';
import { asDraftChanges, logEventChanges } from '../db/changes.ts';
import { dialectOf } from '../db/dialect.ts';
import { isListedOfFew } from '../db/listed.ts';
import { raw, rowsOf, sendQuery } from '../db/prepared.ts';
import { inSlices } from '../db/slices.ts';
import { type CategoryColor, categoryColors, type Db, type Taxonomy, type TermRow } from '../db/tables.ts';
import { insertRows } from '../db/write-rows.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { idsOf } from '../lib/objects.ts';
import { fold } from '../lib/text/search-terms.ts';
import { slugify } from '../lib/text/slugs.ts';
import { MAX_LEVELS } from '../limits.ts';
import { forgetAddresses, keepFormerSlug } from '../records/former-addresses.ts';
import { freeSlug, isSlugTaken } from '../records/slug.ts';
import { changesOnlyDrafts } from '../records/translations/drafts.ts';
import { type LanguagePatch, mergeLanguages, saysLanguages } from '../records/translations/merge.ts';
import { findBySlugInLanguage, keepTranslatedSlugs, withFreeSlugs } from '../records/translations/slugs.ts';
import { TRANSLATION, textsOf } from '../records/translations/stored.ts';
import { eventsWithTerm, keepChildren, keepLinks } from '../records/versions/bulk.ts';
import {
  changesNothing,
  contentOf,
  keepsHistory,
  keepUpdate,
  keepVersion,
  type WriteCall,
} from '../records/versions/record-change.ts';
import { ancestry, levelsThrough } from './tree.ts';

export interface TermPatch extends LanguagePatch {
  name?: string | undefined;
  description?: string | undefined;
  slug?: string | undefined;
  parent?: number | undefined;
  color?: CategoryColor | undefined;
}

export const lowerName = (name: string): string => name.toLowerCase();

/**
 * The columns that are computed from a name and its translations. Behind the sort key of the name, where they change no
 * order, are those of its translations, for searches.
 */
export const names = (name: string, translations: string) => ({
  ...{ name, lower_name: lowerName(name) },
  sort_name: [name, ...textsOf(translations, 'name')].map(fold).join(TRANSLATION),
});

export const findTerm = (db: Db, taxonomy: Taxonomy, id: number): Promise<TermRow | undefined> =>
  rowsOf(db, byId, [taxonomy, id]).then(([term]) => term);

const byId = (db: Db) => db.selectFrom('terms').selectAll().where('taxonomy', '=', 'tag').where('id', '=', 0);

/** The term with this name under this parent; case is ignored. */
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

export async function findSlugged(db: Db, taxonomy: Taxonomy, slug: string): Promise<TermRow | undefined> {
  const [own] = await rowsOf(db, slugged, [taxonomy, slug]);
  if (own) return own;
  const id = await findBySlugInLanguage(db, taxonomy, slug);
  return id === undefined ? undefined : findTerm(db, taxonomy, id);
}

const slugged = (db: Db) =>
  db.selectFrom('terms').selectAll().where('taxonomy', '=', 'tag').where('slug', '=', '');

/** The term with this name at the top level, which is created if it is missing. */
export async function findOrInsertTerm(
  db: Db,
  taxonomy: Taxonomy,
  name: string,
  context: WriteCall,
): Promise<TermRow> {
  await dialectOf(db).lockNames(db, 'terms');
  return (await findNamesake(db, taxonomy, name, 0)) ?? insertTerm(db, taxonomy, { name }, context);
}

export async function insertTerm(
  db: Db,
  taxonomy: Taxonomy,
  patch: TermPatch & { name: string },
  context: WriteCall,
  id?: number,
): Promise<TermRow> {
  const parent = patch.parent ?? 0;
  const slug = await newSlug(db, taxonomy, patch, parent);
  const languages = mergeLanguages(patch, undefined, context.config);
  const translations = await withFreeSlugs(db, taxonomy, { ...languages, id: id ?? 0, slug });
  const row = {
    taxonomy,
    ...languages,
    translations,
    ...names(patch.name, translations),
    slug,
    description: patch.description ?? '',
    parent,
    ...(taxonomy === 'category' && { color: patch.color ?? (await freeColor(db, parent)) }),
    count: 0,
  };
  const term = await db
    .insertInto('terms')
    .values(id === undefined ? row : { id, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (parent) await assertLevels(db, term.id);
  await keepTranslatedSlugs(db, taxonomy, term);
  const operation = context.operation ?? 'create';
  await keepVersion(db, context, { type: taxonomy, id: term.id, operation, former: null });
  return term;
}

/** The colour of the category above, or the first one that no other has. */
async function freeColor(db: Db, parent: number): Promise<CategoryColor> {
  const above = parent === 0 ? undefined : await findTerm(db, 'category', parent);
  if (above?.color) return above.color;
  const taken = await db
    .selectFrom('terms')
    .select('color')
    .distinct()
    .where('taxonomy', '=', 'category')
    .execute();
  return categoryColors.find(color => taken.every(one => one.color !== color)) ?? 'slate';
}

/** A slug from the name. If it is taken, the parent's slug is appended, then a number. */
async function newSlug(
  db: Db,
  taxonomy: Taxonomy,
  patch: TermPatch & { name: string },
  parent: number,
): Promise<string> {
  const taken = (slug: string) => isSlugTaken(db, taxonomy, slug, 0);
  const wanted = patch.slug || slugify(patch.name) || taxonomy;
  if (patch.slug || parent === 0 || !(await taken(wanted))) return freeSlug(wanted, taken);
  const above = (await findTerm(db, taxonomy, parent))!;
  return freeSlug(slugify(`${wanted}-${above.slug}`), taken);
}

/**
 * Changes only what the patch contains. A category cannot be below itself: if the new parent is a descendant, the child
 * on the path to it moves to the top level.
 */
export async function updateTerm(db: Db, term: TermRow, patch: TermPatch, context: WriteCall): Promise<void> {
  const { id, taxonomy } = term;
  const { name = term.name, description, slug, color } = patch;
  const parent = patch.parent === id ? 0 : patch.parent;
  if (parent) await openCircle(db, id, parent, context);
  const languages = saysLanguages(patch) ? mergeLanguages(patch, term, context.config) : undefined;
  const next = { ...term, ...languages, slug: slug || term.slug };
  const translations = await withFreeSlugs(db, taxonomy, next, term);
  const columns = {
    ...languages,
    ...(translations !== term.translations && { translations }),
    ...((languages || patch.name !== undefined) && names(name, translations)),
    ...(description !== undefined && { description }),
    ...(slug && { slug }),
    ...(parent !== undefined && { parent }),
    ...(color && taxonomy === 'category' && { color }),
  };
  await setColumns(db, term, columns, context);
  if (slug) await keepFormerSlug(db, taxonomy, term, slug);
  await keepTranslatedSlugs(db, taxonomy, { ...next, translations }, term);
  if (parent) await assertLevels(db, id);
}

async function setColumns(
  db: Db,
  term: TermRow,
  columns: Partial<TermRow>,
  context: WriteCall,
): Promise<void> {
  if (changesNothing(term, columns, context)) return;
  await keepUpdate(db, context, term.taxonomy, term, columns);
  const write = () => db.updateTable('terms').set(columns).where('id', '=', term.id).execute();
  await (changesOnlyDrafts(term, columns) ? asDraftChanges(db, write) : write());
}

/** Limits the depth of the tree, since a URL contains the slugs of all ancestors. */
export async function assertLevels(db: Db, id: number, name = 'parent'): Promise<void> {
  if ((await levelsThrough(db, id)) > MAX_LEVELS)
    throw new InvalidValue(name, new Refused('expected_levels', { max: MAX_LEVELS }));
}

async function openCircle(db: Db, id: number, parent: number, context: WriteCall): Promise<void> {
  for (const ancestor of await ancestry(db, [parent])) {
    if (ancestor.parent !== id) continue;
    const term = (await findTerm(db, 'category', ancestor.id))!;
    // For this term the move is an ordinary update, whatever the operation on the other one is.
    await setColumns(db, term, { parent: 0 }, { ...context, operation: undefined });
  }
}

/** Deletes a term for good: events lose it, and its children move up to its parent. */
export async function deleteTerm(db: Db, term: TermRow, context: WriteCall): Promise<void> {
  const { id, parent, taxonomy: type } = term;
  const events = await eventsWithTerm(db, id);
  if (keepsHistory(context)) {
    const children = await keepChildren(db, context, id);
    await keepLinks(db, context, type, events);
    const assigned = db.selectFrom('sources').select('id').where('category_id', '=', id);
    const sources = idsOf(await assigned.execute());
    const former = { ...contentOf(term), children, events, sources, ...context.beside };
    await keepVersion(db, context, { type, id, operation: 'delete', former });
  }
  const { among, listOf } = dialectOf(db);
  await inSlices(db, events, async some => {
    await logEventChanges(db, some, context.now);
    const lost = db.deleteFrom('event_terms').where('term_id', '=', id);
    await lost.where(among(sql.ref('event_id'), listOf(some))).execute();
  });
  await db.updateTable('terms').set({ parent }).where('parent', '=', id).execute();
  await db.deleteFrom('terms').where('id', '=', id).execute();
  await forgetAddresses(db, type, id);
  // Its id goes to no term of an import: limits of accounts and drafts may name it still.
  const kept = { type, source: `deleted ${id}`, local_id: id, fingerprint: '', modified_at: null };
  await insertRows(db, 'imported', [kept], 'on conflict (type, source) do nothing');
}

type TermCounts = ReadonlyMap<number, number>;

export const NO_TERMS: TermCounts = new Map();

/** Counts how often each term occurs; `terms` has one item for each assignment to an event. */
export const tally = (terms: readonly number[]): TermCounts =>
  new Map([...Map.groupBy(terms, id => id)].map(([id, all]) => [id, all.length]));

/** The counts of terms among the published ones of these events. */
export async function publishedTerms(db: Db, events: readonly number[]): Promise<TermCounts> {
  if (events.length === 0) return NO_TERMS;
  const rows = await rowsOf(db, termsOfPublished, [dialectOf(db).listOf(events)]);
  return new Map(rows.map(({ term_id, events }) => [term_id, events]));
}

export const termsOfPublished = (db: Db) =>
  db
    .selectFrom('event_terms')
    .innerJoin('events', 'events.id', 'event_terms.event_id')
    // The coalesce keeps the database from the index on statuses: nearly all events are published, and only a few are
    // asked for.
    .where(sql`coalesce(events.status, '')`, '=', sql.lit('publish'))
    .where(isListedOfFew)
    .where(dialectOf(db).among(sql.ref('event_terms.event_id'), 0))
    .groupBy('event_terms.term_id')
    .select(eb => ['event_terms.term_id', eb.fn.countAll<number>().as('events')]);

/**
 * Updates the counts of terms after events have changed, from the terms of the published ones before and after. Only
 * changed counts are written, in the order of ids, so that concurrent writers cannot deadlock.
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
  if (by.size === 1) await sendQuery(db, addToCounts, [...by, ids]);
  else if (by.size > 1) await sendQuery(db, addToEachCount, [ids, listOf(changed.map(({ by }) => by))]);
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
