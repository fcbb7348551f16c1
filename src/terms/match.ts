import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { type PreparedQuery, rowsOf } from '../db/prepared.ts';
import type { Db, Taxonomy } from '../db/tables.ts';
import { slugify } from '../lib/text/slugs.ts';
import { lowerName } from './store.ts';

/** The id of the term that a spelling matches; undefined if there is none. */
export const matchTerm = async (db: Db, taxonomy: Taxonomy, spelling: string): Promise<number | undefined> =>
  (await matchTerms(db, taxonomy, [spelling]))[0];

/**
 * The ids of the terms that these spellings match, in the same order. A spelling may be a slug, an id or a name,
 * which are tried in this order; its own slug counts more than one in another language. At most four queries run, however many spellings there are.
 */
export async function matchTerms(
  db: Db,
  taxonomy: Taxonomy,
  spellings: readonly string[],
): Promise<(number | undefined)[]> {
  const slugs = spellings.map(slugify);
  const bySlug = await idsBySlug(db, taxonomy, slugs);
  const isSlug = (at: number) =>
    bySlug.has(slugs[at]!) && (slugs[at] === spellings[at]!.toLowerCase() || /^\d+$/.test(spellings[at]!));
  const others = spellings.filter((_, at) => !isSlug(at));
  const isId = (spelling: string) => /^\d{1,15}$/.test(spelling);
  const ids = new Set(await existing(db, taxonomy, others.filter(isId).map(Number)));
  const names = others.filter(spelling => !isId(spelling)).map(lowerName);
  const byName = await idsBy(db, byNames, taxonomy, names);
  return spellings.map((spelling, at) => {
    const slugged = bySlug.get(slugs[at]!);
    if (isSlug(at)) return slugged;
    if (isId(spelling)) return ids.has(Number(spelling)) ? Number(spelling) : undefined;
    return byName.get(lowerName(spelling)) ?? slugged;
  });
}

interface Spelled {
  id: number;
  spelled: string;
}

async function idsBy(
  db: Db,
  query: PreparedQuery<Spelled>,
  taxonomy: Taxonomy,
  spellings: readonly string[],
): Promise<Map<string, number>> {
  const wanted = [...new Set(spellings)].filter(spelling => spelling !== '');
  if (wanted.length === 0) return new Map();
  const rows = await rowsOf(db, query, [taxonomy, dialectOf(db).listOf(wanted)]);
  return new Map(rows.map(({ id, spelled }) => [spelled, id]));
}

async function idsBySlug(db: Db, taxonomy: Taxonomy, slugs: readonly string[]): Promise<Map<string, number>> {
  const own = await idsBy(db, bySlugs, taxonomy, slugs);
  const others = slugs.filter(slug => !own.has(slug));
  return new Map([...(await idsBy(db, bySlugsInLanguages, taxonomy, others)), ...own]);
}

async function existing(db: Db, taxonomy: Taxonomy, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf(db, byIds, [taxonomy, dialectOf(db).listOf(ids)]);
  return rows.map(({ id }) => id);
}

const ofTaxonomy = (db: Db) => db.selectFrom('terms').where('taxonomy', '=', 'tag');

const byIds: PreparedQuery<{ id: number }> = db =>
  ofTaxonomy(db)
    .where(dialectOf(db).among(sql.ref('id'), 0))
    .select('id');

const bySlugs: PreparedQuery<Spelled> = db =>
  ofTaxonomy(db)
    .where(dialectOf(db).among(sql.ref('slug'), '', 'text'))
    .select(['id', 'slug as spelled']);

const bySlugsInLanguages: PreparedQuery<Spelled> = db =>
  db
    .selectFrom('translated_slugs')
    .where('type', '=', 'tag')
    .where(dialectOf(db).among(sql.ref('slug'), '', 'text'))
    .where('is_draft', '=', sql.lit(0))
    .select(['record_id as id', 'slug as spelled']);

/** If several terms have the same name, the oldest one matches. */
const byNames: PreparedQuery<Spelled> = db =>
  ofTaxonomy(db)
    .where(dialectOf(db).among(sql.ref('lower_name'), '', 'text'))
    .groupBy('lower_name')
    .select(eb => [eb.fn.min<number>('id').as('id'), 'lower_name as spelled']);
