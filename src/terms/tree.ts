import { sql } from 'kysely';
import type { Db, TermRow } from '../db/tables.ts';
import { WeakMemo } from '../lib/weak-memo.ts';
import { MAX_LEVELS } from '../limits.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { keepTexts } from '../records/translations/stored.ts';

/** These terms and all their ancestors. */
export async function ancestry(
  db: Db,
  ids: readonly number[],
): Promise<Pick<TermRow, 'id' | 'slug' | 'translations' | 'parent'>[]> {
  if (ids.length === 0) return [];
  return db
    .withRecursive('above(id, slug, translations, parent)', cte =>
      cte
        .selectFrom('terms')
        .select(['id', 'slug', 'translations', 'parent'])
        .where('id', 'in', ids)
        .union(
          cte
            .selectFrom('terms')
            .innerJoin('above', 'above.parent', 'terms.id')
            .select(['terms.id', 'terms.slug', 'terms.translations', 'terms.parent']),
        ),
    )
    .selectFrom('above')
    .selectAll()
    .execute();
}

/** The slug of a term, with its translations. */
export type PathSegment = Pick<TermRow, 'slug' | 'translations'>;

/** A term with the slugs from the top level down to it. */
export type PlacedTerm = TermRow & { readonly path: readonly PathSegment[] };

/** These terms with their paths. The result for a cached term is the same object as long as its path is the same. */
export async function placedTerms(db: Db, terms: readonly TermRow[]): Promise<PlacedTerm[]> {
  const parents = terms.flatMap(({ parent }) => parent || []);
  const above = new Map((await ancestry(db, parents)).map(term => [term.id, term]));
  const pathOf = (term: PathSegment & Pick<TermRow, 'parent'>): PathSegment[] => {
    const path = [segmentOf(term)];
    for (let parent = above.get(term.parent); parent; parent = above.get(parent.parent))
      path.push(segmentOf(parent));
    return path.reverse();
  };
  return terms.map(term => {
    const path = pathOf(term);
    const name = path.map(({ slug, translations }) => slug + translations).join('/');
    return placed.of(term, name, () => ({ ...term, path }));
  });
}

export const segmentOf = ({ slug, translations }: PathSegment): PathSegment => ({
  slug,
  translations: keepTexts(translations, ['slug']),
});

export const placedTerm = async (db: Db, term: TermRow): Promise<PlacedTerm> =>
  (await placedTerms(db, [term]))[0]!;

const placed = new WeakMemo<PlacedTerm>();

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

/** `withDescendants`, cached until a term changes. */
export function cachedDescendants(
  { db, readModel }: { readonly db: Db; readonly readModel?: ReadModel | undefined },
  ids: readonly number[],
): Promise<readonly number[]> {
  const find = () => withDescendants(readModel?.db ?? db, ids);
  return readModel ? readModel.termIds.get(`below ${ids}`, find) : find();
}

/** The number of levels from the top through this category to its lowest descendant; MAX_LEVELS + 1 at most. */
export async function levelsThrough(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ level: number }>`
    with recursive below (id, level) as (
      select id, 1 from terms where id = ${id}
      union all
      select terms.id, level + 1 from below join terms on terms.parent = below.id where level <= ${MAX_LEVELS}
    )
    select max(level) as level from below`.execute(db);
  return Math.min((await ancestry(db, [id])).length - 1 + (rows[0]?.level ?? 0), MAX_LEVELS + 1);
}
