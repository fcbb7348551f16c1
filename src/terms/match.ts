import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { type PreparedQuery, rowsOf } from '../db/prepared.ts';
import type { Db, Taxonomy, TermRow } from '../db/tables.ts';
import { fold } from '../lib/text/search-terms.ts';
import { slugify } from '../lib/text/slugs.ts';
import { TRANSLATION } from '../records/translations/stored.ts';
import { lowerName } from './store.ts';

/** The id of the term that a spelling matches; undefined if there is none. */
export const matchTerm = async (db: Db, taxonomy: Taxonomy, spelling: string): Promise<number | undefined> =>
  (await matchTerms(db, taxonomy, [spelling]))[0];

/**
 * The ids of the terms that these spellings match, in the same order. A spelling may be a slug, an id or a name, which
 * are tried in this order; slugs and names of a term's own count more than those in other languages. At most five
 * queries run, however many spellings there are.
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
  const isUnknown = (name: string) => !byName.has(name) && !bySlug.has(slugify(name));
  const byTranslation = await idsByTranslation(db, taxonomy, names.some(isUnknown));
  return spellings.map((spelling, at) => {
    const slugged = bySlug.get(slugs[at]!);
    if (isSlug(at)) return slugged;
    if (isId(spelling)) return ids.has(Number(spelling)) ? Number(spelling) : undefined;
    return byName.get(lowerName(spelling)) ?? slugged ?? byTranslation.get(fold(spelling));
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

/** The oldest terms with names in other languages, by these names without case and accents. */
async function idsByTranslation(db: Db, taxonomy: Taxonomy, isNeeded: boolean): Promise<Map<string, number>> {
  const rows = isNeeded ? await rowsOf(db, translated, [taxonomy, '']) : [];
  const named = rows.flatMap(({ id, sort_name }) =>
    sort_name
      .split(TRANSLATION)
      .slice(1)
      .map(name => [name, id] as const),
  );
  return new Map(named.reverse());
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

const translated: PreparedQuery<Pick<TermRow, 'id' | 'sort_name'>> = db =>
  ofTaxonomy(db).where('translated', '!=', '').select(['id', 'sort_name']).orderBy('id');

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
