import { toWall } from '../../lib/time/zones.ts';
import { firstDate } from '../../recurrence/expand.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
import { MAX_DATES, type Recurrence, type Wall } from '../../recurrence/rule.ts';
import { endOfRule, expandRule, horizonAt, MAX_RULES } from './expand.ts';
import { isRule, normalRule, type RuleParts, ruleText } from './rule.ts';
import { furtherDates, hasForeignZone, type RepeatingEvent, wallsIn, zoneOf } from './series-dates.ts';
import { type LimitedSeries, laterPart, latest } from './series-limit.ts';

/**
 * When an event takes place: by its rule or, if that cannot be stored, on the dates that it gives. undefined if it does
 * so on no date. As for other programs, a start that the rule does not give is no date.
 */
export function recurrenceIn(event: RepeatingEvent): LimitedSeries | undefined {
  const [rules, excluding] = [rulesIn(event, 'RRULE'), rulesIn(event, 'EXRULE')];
  const excluded = [...new Set(wallsIn(event, 'EXDATE'))].sort();
  const others: Recurrence = { rule: undefined, dates: furtherDates(event), excluded };
  const stored = storable(event, rules, excluding);
  if (typeof stored === 'string') return explicit(event, rules, excluding, others, stored);
  const recurrence = { ...others, rule: stored?.rule };
  const start = firstDate(recurrence, event.start.wall) ?? event.start.wall;
  return laterPart({ start, recurrence }, event);
}

/** The rules of an event. What says no frequency is none. */
function rulesIn(event: RepeatingEvent, name: string): RuleParts[] {
  const { start, properties, notes } = event;
  const all = (properties.get(name) ?? [])
    .filter(({ values }) => values.join('').trim() !== '')
    .slice(0, MAX_RULES)
    .map(({ values }) => normalRule(values.join(','), start.wall, zoneOf(event), start.isDate));
  const rules = all.filter(isRule);
  if (rules.length < all.length) notes.push(`its ${name} cannot be read and was left out`);
  return rules;
}

/** The rule in the form of the engine, undefined for none, or the reason why it cannot be stored. */
function storable(
  event: RepeatingEvent,
  rules: readonly RuleParts[],
  excluding: readonly RuleParts[],
): Recurrence | string | undefined {
  const [rule] = rules;
  if (rules.length > 1) return `${rules.length} rules`;
  if (excluding.length > 0) return 'EXRULE';
  if (!rule) return undefined;
  // The clocks of a zone that only the file describes cannot be followed.
  if (hasForeignZone(event)) return 'its zone is none of the known ones';
  const { start } = event;
  const parsed = parseRecurrence(`RRULE:${ruleText(rule)}`, {
    ...{ start: start.wall, allDay: start.isDate, zone: zoneOf(event), horizon: horizonAt(event.now) },
  });
  return parsed instanceof RecurrenceProblem ? reasonOf(parsed) : parsed;
}

function reasonOf({ part, reason, value }: RecurrenceProblem): string {
  if (reason === 'sub_daily') return value;
  if (reason === 'count_and_until') return 'COUNT and UNTIL';
  if (reason === 'too_many_dates') return `more than ${MAX_DATES} dates`;
  return reason === 'no_dates' ? 'no date within four years' : part;
}

/** The dates of rules that cannot be stored. */
function explicit(
  event: RepeatingEvent,
  rules: readonly RuleParts[],
  excluding: readonly RuleParts[],
  { dates, excluded }: Recurrence,
  why: string,
): LimitedSeries | undefined {
  const out = new Set([...expandAll(event, excluding).walls, ...excluded]);
  const including = expandAll(event, rules);
  const given = new Map(
    [...including.walls.map(start => ({ start })), ...dates].map(date => [date.start, date]),
  );
  // Without a rule the start is a date.
  if (rules.length === 0)
    given.set(event.start.wall, given.get(event.start.wall) ?? { start: event.start.wall });
  const all = [...given.values()]
    .filter(({ start }) => !out.has(start))
    .sort((a, b) => (a.start < b.start ? -1 : 1));
  const some = latest(all, event.now);
  const [first] = some;
  if (!first) return undefined;
  const cut = including.isCut || some.length < all.length ? ', up to the limit of dates or of months' : '';
  const counted = some.length === 1 ? '1 date' : `${some.length} dates`;
  event.notes.push(`its rule cannot be stored (${why}): it has ${counted}${cut}`);
  const started = { start: first.start, recurrence: { rule: undefined, dates: some, excluded: [] } };
  return some.length < all.length ? { ...started, from: first.start } : started;
}

function expandAll(event: RepeatingEvent, rules: readonly RuleParts[]): { walls: Wall[]; isCut: boolean } {
  const horizon = horizonAt(event.now);
  const all = rules.map(rule => {
    const end = endOfRule(rule.get('UNTIL'), zoneOf(event), horizon);
    const { walls, isCut } = expandRule(rule, event.start.wall, end, event.now);
    const isOpen = end === horizon && walls.length < Number(rule.get('COUNT') ?? Infinity);
    return { walls, isCut: isCut || isOpen };
  });
  const walls = all.flatMap(({ walls }) => walls);
  return {
    walls: hasForeignZone(event) ? walls.map(wall => seen(event, wall)) : walls,
    isCut: all.some(({ isCut }) => isCut),
  };
}

/** A time on the clocks of a zone that only the file describes, as the event shows it. */
function seen({ start, properties, info }: RepeatingEvent, wall: Wall): Wall {
  const id = properties.get('DTSTART')?.[0]?.params.tzid;
  const { zone, epoch } = id === undefined ? start : info.zones.locate(wall, id, info.zone);
  return epoch === undefined ? wall : toWall(epoch, zone === start.zone ? zone : start.zone);
}
