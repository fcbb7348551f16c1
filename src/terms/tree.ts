import type { Db, TermRow } from '../db/tables.ts';

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
