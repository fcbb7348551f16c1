import { sql } from 'kysely';
import type { Db, TermRow } from '../db/tables.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import { MAX_LEVELS } from '../limits.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { type Current, stateOf } from '../records/state.ts';
import { withoutDrafts } from '../records/translations/stored.ts';

/** What the ancestors of a term contribute to its address. */
type Ancestor = Pick<TermRow, 'id' | 'slug' | 'translations' | 'parent'>;

/** These terms and all their ancestors. */
export async function ancestry(db: Db, ids: readonly number[]): Promise<Ancestor[]> {
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

/** A term with the terms above it, from the top level down. */
export type PlacedTerm = TermRow & { readonly above: readonly Ancestor[] };

/** These terms with their ancestors. The result for a cached term is the same object as long as its path is the same. */
export async function placedTerms(db: Db, terms: readonly TermRow[]): Promise<PlacedTerm[]> {
  const parents = terms.flatMap(({ parent }) => parent || []);
  const known = new Map((await ancestry(db, parents)).map(term => [term.id, term]));
  const aboveOf = (term: TermRow): Ancestor[] => {
    const above: Ancestor[] = [];
    for (let one = known.get(term.parent); one; one = known.get(one.parent)) above.push(one);
    return above.reverse();
  };
  return terms.map(term => {
    const above = aboveOf(term);
    const path = above.flatMap(({ slug, translations }) => [slug, translations]);
    return placed.of(term, path.join('/'), () => ({ ...term, above }));
  });
}

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

/** @param showsDrafts whether the answer shows drafts of translations */
export function stateOfTerm({ above, ...term }: PlacedTerm, showsDrafts = false): string {
  const path = [...above, term].map(({ slug }) => slug);
  const others = above.flatMap(({ translations }) => withoutDrafts(translations) || []);
  return stateOf([term, path, ...others], showsDrafts ? term.translations : '');
}

export const asShown = (db: Db, term: TermRow): Current => ({
  states: [false, true].map(drafts => async () => stateOfTerm(await placedTerm(db, term), drafts)),
});
