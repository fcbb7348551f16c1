import { because, type Reason } from '../../intake/reason.ts';
import { toWall } from '../../lib/time/zones.ts';
import { expandTimes } from '../../recurrence/expand-times.ts';
import { byStart, type ExplicitDate, type Recurrence, type Wall } from '../../recurrence/rule.ts';
import { endOfRule, horizonAt, timedRule, type WrittenRule } from './rule.ts';
import { hasForeignZone, type LimitedSeries, latest, type RepeatingEvent, zoneOf } from './series-dates.ts';

/** The rules of an event that are understood. */
export interface EventRules {
  readonly including: readonly WrittenRule[];
  readonly excluding: readonly WrittenRule[];
}

/** What was found of the dates of an event. */
export interface FoundDates {
  /** undefined if there are no dates. */
  readonly series: LimitedSeries | undefined;
  /** There may be more dates: the search has a limit. */
  readonly isCut: boolean;
  /** The start is no date, and nothing excludes it. */
  readonly needsStart: boolean;
}

/** The dates of rules that cannot be stored. */
export function listedDates(
  event: RepeatingEvent,
  rules: EventRules,
  { dates, excluded }: Recurrence,
  why: Reason | string,
): FoundDates {
  const { wall } = event.start;
  const out = new Set([...expandAll(event, rules.excluding).walls, ...excluded]);
  const including = expandAll(event, rules.including);
  const included = new Map<Wall, ExplicitDate>(including.walls.map(start => [start, { start }]));
  for (const date of dates) included.set(date.start, date);
  // Without a rule the start is a date.
  if (rules.including.length === 0 && !included.has(wall)) included.set(wall, { start: wall });
  const all = [...included.values()].filter(({ start }) => !out.has(start)).sort(byStart);
  return {
    series: limited(event, all, including.isCut, why),
    isCut: including.isCut,
    needsStart: !included.has(wall) && !out.has(wall),
  };
}

/** As many of the dates as a series may have, with a remark. */
function limited(
  event: RepeatingEvent,
  all: readonly ExplicitDate[],
  isCut: boolean,
  why: Reason | string,
): LimitedSeries | undefined {
  const some = latest(all, event.now);
  const [first] = some;
  if (!first) return undefined;
  const isLimited = isCut || some.length < all.length;
  event.notes.push(because(isLimited ? 'some_dates_stored' : 'dates_stored', { why, count: some.length }));
  const started = { start: first.start, recurrence: { rule: undefined, dates: some, excluded: [] } };
  return some.length < all.length ? { ...started, from: first.start } : started;
}

function expandAll(event: RepeatingEvent, rules: readonly WrittenRule[]): { walls: Wall[]; isCut: boolean } {
  const horizon = horizonAt(event.now);
  const all = rules.map(rule => {
    const end = endOfRule(rule.get('UNTIL'), zoneOf(event), horizon);
    const { walls, isCut } = expandTimes(timedRule(rule), event.start.wall, end, event.now);
    const isOpen = end === horizon && walls.length < Number(rule.get('COUNT') ?? Infinity);
    return { walls, isCut: isCut || isOpen };
  });
  return {
    walls: all.flatMap(({ walls }) => walls.map(wall => seen(event, wall))),
    isCut: all.some(({ isCut }) => isCut),
  };
}

/** A time by the rule as the event shows it: whole days as days, and times on the clocks of a zone that the file describes. */
function seen(event: RepeatingEvent, wall: Wall): Wall {
  if (event.start.isDate) return `${wall.slice(0, 10)} 00:00:00`;
  return hasForeignZone(event) ? onOwnClock(event, wall) : wall;
}

/** A time on the clocks of a zone that only the file describes, as the event shows it. */
function onOwnClock({ start, properties, info }: RepeatingEvent, wall: Wall): Wall {
  const id = properties.get('DTSTART')?.[0]?.params.tzid;
  const { zone, epoch } = id === undefined ? start : info.zones.locate(wall, id, info.zone);
  return epoch === undefined ? wall : toWall(epoch, zone === start.zone ? zone : start.zone);
}
