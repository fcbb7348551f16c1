import type { TimeBounds } from '../read-model/index/query.ts';
import type { Condition, SqlContext } from './filter.ts';

/** The conditions of time bounds, as `isInTime` checks them for the index. */
export function timeConditions(eb: SqlContext['eb'], bounds: Partial<TimeBounds>): Condition[] {
  const { from, before, endAtMost, endAbove, runsFrom, idleAt } = bounds;
  return [
    ...(from === undefined ? [] : [eb('start_at', '>=', from)]),
    ...(before === undefined ? [] : [eb('start_at', '<', before)]),
    ...(endAtMost === undefined ? [] : [eb('end_at', '<=', endAtMost)]),
    ...(endAbove === undefined ? [] : [eb('end_at', '>', endAbove)]),
    ...(runsFrom === undefined ? [] : [eb.or([eb('end_at', '>', runsFrom), eb('start_at', '>=', runsFrom)])]),
    ...(idleAt === undefined ? [] : [eb.or([eb('start_at', '>', idleAt), over(eb, idleAt)])]),
  ];
}

const over = (eb: SqlContext['eb'], instant: number): Condition =>
  eb.and([eb('start_at', '<', instant), eb('end_at', '<=', instant)]);

/** The bounds that are finite. */
export const finite = (bounds: Partial<TimeBounds>): Partial<TimeBounds> =>
  Object.fromEntries(Object.entries(bounds).filter(([, bound]) => Number.isFinite(bound)));
