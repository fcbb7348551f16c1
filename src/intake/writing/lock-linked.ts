import { dialectOf } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { isTaxonomy, KINDS } from '../../kinds.ts';
import type { LinkedType } from '../../records/versions/links.ts';
import { type ImportPlan, placeOf } from '../plans/plan.ts';
import type { Run } from '../run.ts';

/**
 * Locks the records that these plans link to until the transaction ends. Records that were deleted or moved to the
 * trash during the import are forgotten.
 */
export async function holdLinked(db: Db, run: Run, plans: readonly ImportPlan[]): Promise<void> {
  const places = new Map<LinkedType, Map<string, number>>();
  for (const { type, identity } of plans.flatMap(({ links }) => links)) {
    const place = placeOf(type, identity);
    const id = run.settled.get(place);
    if (id !== undefined) places.set(type, (places.get(type) ?? new Map()).set(place, id));
  }
  for (const [type, ids] of places) {
    const there = await present(db, type, [...new Set(ids.values())]);
    for (const [place, id] of ids) if (!there.has(id)) run.settled.set(place, undefined);
  }
}

async function present(db: Db, type: LinkedType, ids: readonly number[]): Promise<Set<number>> {
  if (isTaxonomy(type)) {
    const terms = await db.selectFrom('terms').select('id').where('id', 'in', ids).execute();
    return new Set(terms.map(({ id }) => id));
  }
  const { table } = KINDS[type];
  if ((await dialectOf(db).lockRowsShared(db, table, ids)) === ids.length) return new Set(ids);
  const left = db.selectFrom(table).select('id').where('id', 'in', ids).where('status', '!=', 'trash');
  return new Set((await left.execute()).map(({ id }) => id));
}
