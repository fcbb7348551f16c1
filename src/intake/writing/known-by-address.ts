import type { Db } from '../../db/tables.ts';
import { findFormer } from '../../records/former-addresses.ts';
import { type Known, lookUp, provenanceOf } from '../imported.ts';
import { type ImportPlan, placeOf } from '../plans/plan.ts';

/**
 * Earlier imports of occurrences under ids that mean others now, found by their addresses; by `placeOf`. Imports have
 * always remembered the addresses.
 */
export async function knownByAddress(db: Db, plans: readonly ImportPlan[]): Promise<Map<string, Known>> {
  const dated = plans.flatMap(plan => (plan.dated === undefined ? [] : [{ plan, path: plan.dated }]));
  const found = await findFormer(
    db,
    dated.map(({ path }) => path),
  );
  const places = new Map<number, { place: string; base: string }>();
  const ids: number[] = [];
  for (const { plan, path } of dated) {
    const { base } = plan.identity;
    const former = found.get(path);
    if (former?.type !== 'event' || former.site !== base) continue;
    ids.push(former.record_id);
    places.set(former.record_id, { place: placeOf('event', plan.identity), base });
  }
  const sources = [...(await provenanceOf(db, 'event', ids))].flatMap(([id, rows]) => {
    const { place, base } = places.get(id)!;
    const row = rows.find(({ source }) => source.startsWith(`${base}?id=`));
    return row ? [[row.source, place] as const] : [];
  });
  const known = await lookUp(
    db,
    'event',
    sources.map(([source]) => source),
  );
  return new Map(
    sources.flatMap(([source, place]) => (known.has(source) ? [[place, known.get(source)!]] : [])),
  );
}
