import { DAY_SECONDS, LAST_DAY, readWall, wallOf } from './calendar.ts';
import { ruleDays } from './expand.ts';
import { byStart, type ExplicitDate, type Recurrence, type Rule, type Wall } from './rule.ts';

/** A recurrence with the start that it counts from. */
export interface StartedRecurrence {
  readonly start: Wall;
  readonly recurrence: Recurrence;
}

/**
 * Divides a recurrence into its dates before `at` and its dates from then on; together they are the whole.
 * A side without dates is undefined.
 *
 * The right side starts with its first date of the rule, which keeps the phase of an interval, and all that the rule
 * takes from its start. That is `at`, unless `at` comes from `RDATE`. A side without dates of the rule starts with its
 * first other date.
 */
export function splitRecurrence({ rule, dates, excluded }: Recurrence, start: Wall, at: Wall) {
  const { left, right } = rule ? splitRule(rule, start, at) : {};
  const [earlier, later] = divided(rule ? dates : withStart(start, dates), date => date.start < at);
  const [excludedEarlier, excludedLater] = divided(excluded, date => date < at);
  return { left: side(left, earlier, excludedEarlier), right: side(right, later, excludedLater) };
}

interface StartedRule {
  readonly start: Wall;
  readonly rule: Rule;
}

function splitRule(rule: Rule, start: Wall, at: Wall): { left?: StartedRule; right?: StartedRule } {
  const { day, second } = readWall(start);
  const divide = readWall(at);
  const firstAfter = second < divide.second ? divide.day + 1 : divide.day;
  const before = ruleDays(rule, { day, second }, firstAfter, Number.POSITIVE_INFINITY).days;
  const last = before.at(-1);
  const next = ruleDays(rule, { day, second }, LAST_DAY + 1, before.length + 1).days[before.length];
  return {
    ...(last !== undefined && { left: { start, rule: endedRule(rule, before.length, last) } }),
    ...(next !== undefined && { right: { start: wallOf(next, second), rule: rest(rule, before.length) } }),
  };
}

const endedRule = (rule: Rule, count: number, last: number): Rule =>
  rule.count === undefined ? { ...rule, until: wallOf(last, DAY_SECONDS - 1) } : { ...rule, count };

const rest = (rule: Rule, before: number): Rule =>
  rule.count === undefined ? rule : { ...rule, count: rule.count - before };

/** Without a rule the start is the first date; an equal one of the list may have an end of its own. */
const withStart = (start: Wall, dates: readonly ExplicitDate[]): readonly ExplicitDate[] =>
  dates.some(date => date.start === start) ? dates : [...dates, { start }].sort(byStart);

function side(
  started: StartedRule | undefined,
  dates: readonly ExplicitDate[],
  excluded: readonly Wall[],
): StartedRecurrence | undefined {
  if (started) return { start: started.start, recurrence: { rule: started.rule, dates, excluded } };
  const [first, ...others] = dates;
  if (!first) return undefined;
  // The list keeps the start only for the sake of its end.
  const listed = first.end === undefined ? others : dates;
  return { start: first.start, recurrence: { rule: undefined, dates: listed, excluded } };
}

const divided = <Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(isFirst),
  items.filter(item => !isFirst(item)),
];
