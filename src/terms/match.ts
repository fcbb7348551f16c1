import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { type PreparedQuery, raw, rowsOf } from '../db/prepared.ts';
import type { Db, Taxonomy, TermRow } from '../db/tables.ts';
import { fold } from '../lib/text/search-terms.ts';
import { slugify } from '../lib/text/slugs.ts';
import { findWithFormerSlugs } from '../records/former-addresses.ts';
import { TRANSLATION } from '../records/translations/stored.ts';
import { followMerged } from '../records/versions/links.ts';
import { lowerName } from './store.ts';

/**
 * The ids of the terms that these spellings match, in the same order. A spelling may be a slug, an id or a name, which
 * are tried in this order; slugs and names of a term's own count more than those in other languages. At most two
 * queries run, however many spellings there are.
 */
export async function matchTerms(
  db: Db,
  taxonomy: Taxonomy,
  spellings: readonly string[],
): Promise<(number | undefined)[]> {
  if (spellings.length === 0) return [];
  return matchAmong(db, taxonomy, spellings, await rowsOf(db, spelled, spelledBy(db, spellings)));
}

/** The same for filters, where a slug that a term had, and slug and id of one that was merged into it, mean it as well. */
export async function matchTermsOfLinks(db: Db, taxonomy: Taxonomy, spellings: readonly string[]) {
  const ids = await matchTerms(db, taxonomy, spellings);
  if (!ids.includes(undefined)) return ids;
  const former = await findWithFormerSlugs(db, taxonomy, spellings.map(slugify));
  const merged = async (spelling: string) => {
    const [into] = isId(spelling) ? await followMerged(db, taxonomy, [Number(spelling)]) : [];
    return into === Number(spelling) ? undefined : into;
  };
  return Promise.all(
    ids.map(async (id, at) => id ?? former.get(slugify(spellings[at]!)) ?? merged(spellings[at]!)),
  );
}

/** A term that a spelling may mean, and what of it is spelled so. */
export interface SpelledTerm {
  how: 'slug' | 'language' | 'id' | 'name';
  type: Taxonomy;
  id: number;
  spelled: string;
}

/** How a request names a term: a spelling, or by its id alone as a number. */
export type TermSpelling = string | number;

/** The same as `matchTerms`, among the rows that `spelledTerms` has found. */
export async function matchAmong(
  db: Db,
  taxonomy: Taxonomy,
  spellings: readonly TermSpelling[],
  found: readonly SpelledTerm[],
): Promise<(number | undefined)[]> {
  const by = (how: SpelledTerm['how']) =>
    new Map(found.flatMap(row => (row.how === how && row.type === taxonomy ? [[row.spelled, row.id]] : [])));
  const bySlug = new Map([...by('language'), ...by('slug')]);
  const [ids, byName] = [by('id'), by('name')];
  const match = (spelling: TermSpelling, byTranslation?: ReadonlyMap<string, number>) => {
    if (typeof spelling === 'number') return ids.get(String(spelling));
    const slug = slugify(spelling);
    const slugged = bySlug.get(slug);
    if (slugged !== undefined && (slug === spelling.toLowerCase() || /^\d+$/.test(spelling))) return slugged;
    if (isId(spelling)) return ids.get(String(Number(spelling)));
    return byName.get(lowerName(spelling)) ?? slugged ?? byTranslation?.get(fold(spelling));
  };
  const matched = spellings.map(spelling => match(spelling));
  if (!matched.some((id, at) => id === undefined && !isId(spellings[at]!))) return matched;
  const byTranslation = await idsByTranslation(db, taxonomy);
  return matched.map((id, at) => id ?? match(spellings[at]!, byTranslation));
}

export const isId = (spelling: TermSpelling) => typeof spelling === 'number' || /^\d{1,15}$/.test(spelling);

/** The oldest terms with names in other languages, by these names without case and accents. */
async function idsByTranslation(db: Db, taxonomy: Taxonomy): Promise<Map<string, number>> {
  const rows = await rowsOf(db, translated, [taxonomy, '']);
  const named = rows.flatMap(({ id, sort_name }) =>
    sort_name
      .split(TRANSLATION)
      .slice(1)
      .map(name => [name, id] as const),
  );
  return new Map(named.reverse());
}

/** The parameters of `spelledTerms` for these spellings, of either taxonomy. */
export function spelledBy(db: Db, spellings: readonly TermSpelling[]): unknown[] {
  const { listOf } = dialectOf(db);
  const texts = spellings.filter(spelling => typeof spelling === 'string');
  const slugs = listOf([...new Set(texts.map(slugify))].filter(slug => slug !== ''));
  const ids = listOf(spellings.filter(isId).map(Number));
  const names = listOf([...new Set(texts.filter(spelling => !isId(spelling)).map(lowerName))]);
  return [slugs, slugs, ids, names];
}

/** The terms of both taxonomies that spellings may mean. If several have the same name, the oldest one counts. */
export function spelledTerms(db: Db): RawBuilder<SpelledTerm> {
  const among = (column: string, type: 'bigint' | 'text') =>
    dialectOf(db).among(sql.ref(column), type === 'text' ? '' : 0, type);
  const either = sql`('category', 'tag')`;
  return sql<SpelledTerm>`
    select 'slug' as how, taxonomy as type, id, slug as spelled from terms
      where taxonomy in ${either} and ${among('slug', 'text')}
    union all select 'language', type, record_id, slug from translated_slugs
      where type in ${either} and ${among('slug', 'text')} and is_draft = 0
    union all select 'id', taxonomy, id, cast(id as text) from terms where ${among('id', 'bigint')}
    union all select 'name', taxonomy, min(id), lower_name from terms
      where taxonomy in ${either} and ${among('lower_name', 'text')} group by taxonomy, lower_name`;
}

const spelled: PreparedQuery<SpelledTerm> = raw(spelledTerms);

const translated: PreparedQuery<Pick<TermRow, 'id' | 'sort_name'>> = db =>
  db
    .selectFrom('terms')
    .where('taxonomy', '=', 'tag')
    .where('translated', '!=', '')
    .select(['id', 'sort_name'])
    .orderBy('id');
