import type { Expression } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { TimeBounds } from '../read-model/index/query.ts';
import type { Condition, SqlContext } from './filter.ts';

/** The conditions of time bounds, as `isInTime` checks them for the index. */
export function timeConditions(context: SqlContext, bounds: Partial<TimeBounds>): Condition[] {
  const { eb } = context;
  const { from, before, endAtMost, endAbove, runsFrom, idleAt } = bounds;
  const ends = endColumn(context, from !== undefined || before !== undefined);
  return [
    ...(from === undefined ? [] : [eb('start_at', '>=', from)]),
    ...(before === undefined ? [] : [eb('start_at', '<', before)]),
    ...(endAtMost === undefined ? [] : [eb(ends, '<=', endAtMost)]),
    ...(endAbove === undefined ? [] : [eb(ends, '>', endAbove)]),
    ...(runsFrom === undefined ? [] : [eb.or([eb('end_at', '>', runsFrom), eb('start_at', '>=', runsFrom)])]),
    ...(idleAt === undefined ? [] : [eb.or([eb('start_at', '>', idleAt), over(eb, idleAt)])]),
  ];
}

/**
 * The column of ends in a condition. Where starts are bounded as well, events are found by these: the index of starts
 * has the ends as well, and that of ends has no starts.
 */
export const endColumn = ({ eb, db }: SqlContext, isStartBounded: boolean): Expression<number> =>
  isStartBounded ? dialectOf(db).unindexed(eb.ref('end_at')) : eb.ref('end_at');

const over = (eb: SqlContext['eb'], instant: number): Condition =>
  eb.and([eb('start_at', '<', instant), eb('end_at', '<=', instant)]);

/** The bounds that are finite. */
export const finite = (bounds: Partial<TimeBounds>): Partial<TimeBounds> =>
  Object.fromEntries(Object.entries(bounds).filter(([, bound]) => Number.isFinite(bound)));
