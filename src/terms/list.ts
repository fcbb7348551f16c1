import { sql } from 'kysely';
import { fold } from '../calendar/search.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db, Taxonomy, TermRow } from '../db/tables.ts';
import type { Found } from '../interface/paging.ts';
import { visibleEvents } from '../records/visible.ts';
import type { Viewer } from '../users/rights.ts';

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
    const { contains } = dialectOf(db);
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
        : query.orderBy(ORDERS.get(filter.orderBy ?? 'name') ?? 'sort_name', direction),
    )
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(total) };
}

type Column = 'id' | 'sort_name' | 'slug' | 'count' | 'description' | 'parent';

/** Columns by the attributes that clients may sort by; all others sort by name. */
const ORDERS = new Map<string, Column>([
  ...(['id', 'term_id', 'none', 'term_group'] as const).map(name => [name, 'id'] as const),
  ...(['slug', 'count', 'description', 'parent'] as const).map(name => [name, name] as const),
  ['name', 'sort_name'],
]);

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
