import type { Expression } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { minuteOf, type RequestClock } from '../input/context.ts';
import type { TimeBounds } from '../read-model/index/query.ts';
import type { Condition, SqlContext } from './filter.ts';

const phases = ['ongoing', 'upcoming', 'past'] as const;

/** The values of `when`. Each event is in one phase: an event without length is ongoing at its instant. */
export const whenValues = [...phases, 'all'] as const;

type WhenValues = readonly (typeof whenValues)[number][];

/** The bounds of the wanted events by the minute of the clock; undefined if all are wanted. */
export const whenNow = (when: WhenValues | undefined, clock: RequestClock): Partial<TimeBounds> | undefined =>
  boundsOf(when, () => clock.minute());

/** The same at the minute of an instant. Code that calls it narrows the clock itself. */
export const readWhen = (when: WhenValues | undefined, now: number): Partial<TimeBounds> | undefined =>
  boundsOf(when, () => minuteOf(now));

/** @param minute is not asked unless some phases are left out */
function boundsOf(when: WhenValues | undefined, minute: () => number): Partial<TimeBounds> | undefined {
  if (!when || when.includes('all')) return undefined;
  const wanted = phases.filter(phase => when.includes(phase)).join(' ');
  // Three phases are everything.
  return wanted in BOUNDS ? BOUNDS[wanted as keyof typeof BOUNDS](minute()) : undefined;
}

const BOUNDS = {
  ongoing: (now: number) => ({ before: now + 1, runsFrom: now }),
  upcoming: (now: number) => ({ from: now + 1 }),
  past: (now: number) => ({ before: now, endAtMost: now }),
  'ongoing upcoming': (now: number) => ({ runsFrom: now }),
  'ongoing past': (now: number) => ({ before: now + 1 }),
  'upcoming past': (now: number) => ({ idleAt: now }),
} satisfies Record<string, (now: number) => Partial<TimeBounds>>;

/** The conditions of time bounds, as `isInTime` checks them for the index. */
export function timeConditions(context: SqlContext, bounds: Partial<TimeBounds>): Condition[] {
  const { eb } = context;
  const { from, before, endAtMost, endAbove, runsFrom, idleAt, exceptNight } = bounds;
  const ends = endColumn(context, from !== undefined || before !== undefined);
  return [
    ...(from === undefined ? [] : [eb('start_at', '>=', from)]),
    ...(before === undefined ? [] : [eb('start_at', '<', before)]),
    ...(endAtMost === undefined ? [] : [eb(ends, '<=', endAtMost)]),
    ...(endAbove === undefined ? [] : [eb(ends, '>', endAbove)]),
    ...(runsFrom === undefined ? [] : [eb.or([eb('end_at', '>', runsFrom), eb('start_at', '>=', runsFrom)])]),
    ...(exceptNight
      ? [eb.or([eb('start_at', '>=', exceptNight.start), eb('end_at', '>', exceptNight.end)])]
      : []),
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

export const finite = (bounds: Partial<TimeBounds>): Partial<TimeBounds> =>
  Object.fromEntries(
    Object.entries(bounds).filter(([, bound]) => typeof bound !== 'number' || Number.isFinite(bound)),
  );
