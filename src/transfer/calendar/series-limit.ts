import { toWall } from '../../lib/time/zones.ts';
import { expand } from '../../recurrence/expand.ts';
import { type ExplicitDate, MAX_DATES, type Wall } from '../../recurrence/rule.ts';
import { type StartedRecurrence, splitRecurrence } from '../../recurrence/split.ts';
import type { RepeatingEvent } from './series-dates.ts';

/** Dates of a rule that are looked at: all days since the year 1000. */
const MAX_LOOKED_AT = 400_000;

/** When a series takes place, within what may be stored. */
export interface LimitedSeries extends StartedRecurrence {
  /** Its dates before this one were left out. */
  readonly from?: Wall;
}

/**
 * A series without its oldest dates, if it has more than may be stored: those to come count more. It loses a few more
 * than it must, so that it stays the same for the rest of the year.
 * @returns undefined if it has no dates
 */
export function laterPart(
  started: StartedRecurrence,
  { now, notes }: Pick<RepeatingEvent, 'now' | 'notes'>,
): LimitedSeries | undefined {
  const { recurrence, start } = started;
  const before = `${Number(toWall(now, 'UTC').slice(0, 4)) + 6}-01-01 00:00:00`;
  const { dates } = expand(recurrence, start, { before, limit: MAX_LOOKED_AT });
  if (dates.length === 0)
    return expand(recurrence, start, { before: LAST, limit: 1 }).dates.length > 0 ? started : undefined;
  if (dates.length <= MAX_DATES) return started;
  const first = latest(
    dates.map(({ recurrenceId }) => ({ start: recurrenceId })),
    now,
  )[0]!.start;
  const { right } = splitRecurrence(recurrence, start, first);
  notes.push(`its dates before ${first.slice(0, 10)} were left out: a series has at most ${MAX_DATES}`);
  return right && { ...right, from: first };
}

const LAST = '9999-12-31 00:00:00';

/** As many dates as a series may have: those to come and, if there is room, the last ones before. */
export function latest(all: readonly ExplicitDate[], now: number): ExplicitDate[] {
  // The same for a whole month, so that an import that is repeated writes nothing.
  const today = `${toWall(now, 'UTC').slice(0, 7)}-01 00:00:00`;
  const past = all.filter(({ start }) => start < today);
  const room = Math.max(0, MAX_DATES - (all.length - past.length));
  return [...(room === 0 ? [] : past.slice(-room)), ...all.slice(past.length)].slice(0, MAX_DATES);
}
