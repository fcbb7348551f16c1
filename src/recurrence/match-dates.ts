import { DAY_SECONDS, secondsBetween } from './calendar.ts';
import type { Frequency, Rule, Wall } from './rule.ts';

/** A recurrence with its dates in order, those of `EXDATE` included, as `rawDates` gives them. */
export interface DatedRule {
  readonly rule: Rule | undefined;
  readonly dates: readonly Wall[];
}

/**
 * Which date becomes which one when a recurrence changes, so that what belongs to a date stays with it. Both lists must
 * reach equally far.
 *
 * 0. If a list of dates without a rule is shifted as a whole, its dates are one another in order.
 * 1. A date that stays is itself.
 * 2. Of the rest, dates of one day are one another, in order: the time of day changed.
 * 3. If frequency and interval stayed, the rest are one another in order, as where Tuesday became Wednesday. Two of
 *    them are never further apart than the rule repeats: where a rule begins a month later, its first dates vanish, and
 *    do not become those that follow the former last one.
 *
 * What has no counterpart vanished, or is new. Takes time in proportion to the dates.
 */
export function matchDates(before: DatedRule, after: DatedRule): ReadonlyMap<Wall, Wall> {
  const matches = new Map<Wall, Wall>();
  const match = (pairs: Iterable<readonly [Wall, Wall]>) => {
    for (const [from, to] of pairs) matches.set(from, to);
  };
  const left = () => {
    const taken = new Set(matches.values());
    return [
      before.dates.filter(date => !matches.has(date)),
      after.dates.filter(date => !taken.has(date)),
    ] as const;
  };
  const stayed = new Set(after.dates);
  if (!before.rule && !after.rule) match(shifted(before.dates, after.dates));
  if (matches.size > 0) return matches;
  match(before.dates.filter(date => stayed.has(date)).map(date => [date, date] as const));
  match(sameDays(...left()));
  const span = commonSpan(before.rule, after.rule);
  if (span !== undefined) match(inOrder(...left(), span));
  return matches;
}

/**
 * Excluded dates after a change. One whose date became another one moves with it, one whose date vanished is dropped.
 * One that excluded no date stays.
 * @param before the dates before the change, at least to the last excluded one
 */
export function moveExceptions(
  excluded: readonly Wall[],
  before: readonly Wall[],
  matches: ReadonlyMap<Wall, Wall>,
): Wall[] {
  const known = new Set(before);
  const moved = excluded.flatMap(date => matches.get(date) ?? (known.has(date) ? [] : date));
  return [...new Set(moved)].sort();
}

/**
 * The pairs of two lists of which one is the other at another time, perhaps with more dates at its end; none for all
 * others. Where some dates stay, a shift by days is rather a list that has lost its first dates and has new ones.
 */
function shifted(before: readonly Wall[], after: readonly Wall[]): [Wall, Wall][] {
  const length = Math.min(before.length, after.length);
  const isWhole = before.length === after.length;
  if (length < (isWhole ? 1 : 2)) return [];
  const distance = secondsBetween(before[0]!, after[0]!);
  const stayed = new Set(after);
  const mayStay = isWhole && Math.abs(distance) < DAY_SECONDS;
  if (!mayStay && before.some(date => stayed.has(date))) return [];
  const pairs = before.slice(0, length).map((date, at): [Wall, Wall] => [date, after[at]!]);
  return pairs.every(([from, to]) => secondsBetween(from, to) === distance) ? pairs : [];
}

function sameDays(before: readonly Wall[], after: readonly Wall[]): [Wall, Wall][] {
  const byDay = Map.groupBy(after, dayIn);
  const used = new Map<string, number>();
  return before.flatMap((date): [Wall, Wall][] => {
    const day = dayIn(date);
    const position = used.get(day) ?? 0;
    const counterpart = byDay.get(day)?.[position];
    used.set(day, position + 1);
    return counterpart === undefined ? [] : [[date, counterpart]];
  });
}

/** Walks through both lists; a date without a counterpart within the span is passed by. */
function inOrder(before: readonly Wall[], after: readonly Wall[], span: number): [Wall, Wall][] {
  const pairs: [Wall, Wall][] = [];
  for (let old = 0, now = 0; old < before.length && now < after.length; ) {
    const distance = secondsBetween(before[old]!, after[now]!);
    if (Math.abs(distance) < span) pairs.push([before[old]!, after[now]!]);
    if (distance < span) now++;
    if (distance > -span) old++;
  }
  return pairs;
}

const DAYS: Readonly<Record<Frequency, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };

/** The longest time in seconds after which both rules repeat; undefined if they repeat differently. */
function commonSpan(before: Rule | undefined, after: Rule | undefined): number | undefined {
  if (!before || before.frequency !== after?.frequency || before.interval !== after.interval)
    return undefined;
  return spanOf(before);
}

/** The longest time in seconds after which a rule repeats. */
export const spanOf = ({ frequency, interval }: Rule): number => DAYS[frequency] * interval * 86_400;

const dayIn = (date: Wall): string => date.slice(0, 10);
