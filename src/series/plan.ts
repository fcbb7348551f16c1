import { movedBy } from '../recurrence/calendar.ts';
import { type DatedRule, matchDates, spanOf } from '../recurrence/match-dates.ts';
import type { RecurrenceDate, Wall } from '../recurrence/rule.ts';
import type { StartedRecurrence } from '../recurrence/split.ts';
import { allDatesOf, datesOf } from './recurrence.ts';

/** An occurrence as the plan sees it. */
export interface PlannedOccurrence {
  readonly id: number;
  readonly recurrence_id: Wall;
}

/** What has to be done with the occurrences of a series whose recurrence changes. */
export interface DatePlan<Live extends PlannedOccurrence, Vanished extends PlannedOccurrence> {
  /** New dates; `vanished` is the occurrence that this date once had, and has again. */
  readonly added: readonly { readonly date: RecurrenceDate; readonly vanished?: Vanished }[];
  /** Occurrences without a date, and the date under which they are remembered. */
  readonly removed: readonly { readonly live: Live; readonly to: Wall }[];
  /** Occurrences whose date became another one. */
  readonly moved: readonly { readonly live: Live; readonly date: RecurrenceDate }[];
  readonly kept: readonly { readonly live: Live; readonly date: RecurrenceDate }[];
  /** Vanished occurrences whose date became another one. */
  readonly renamed: readonly { readonly vanished: Vanished; readonly to: Wall }[];
}

/** The rule and all dates that a series has had, those of `EXDATE` included. */
export interface EarlierDates extends DatedRule {
  readonly started: StartedRecurrence | undefined;
}

/** The former dates of a series; none of a single event. */
export const earlierDates = (started: StartedRecurrence | undefined, horizon: Wall): EarlierDates => ({
  rule: started?.recurrence.rule,
  dates: started ? allDatesOf(started, horizon) : [],
  started,
});

/**
 * Plans the occurrences of a series: by the date that they have under the recurrence, and by their ids. A date that
 * came back has its former occurrence; no occurrence gets the id of another date, unless that date became this one.
 * @param before undefined if the dates are the same
 * @param after undefined for a single event, whose occurrences all vanish
 * @param dateIn the date among those of `before` that an occurrence or a vanished one has
 * @param known the dates that occurrences and vanished ones are known to have become, by their ids
 */
export function planOccurrences<Live extends PlannedOccurrence, Vanished extends PlannedOccurrence>(
  before: EarlierDates | undefined,
  after: StartedRecurrence | undefined,
  live: readonly Live[],
  vanished: readonly Vanished[],
  horizon: Wall,
  dateIn: (one: Live | Vanished) => Wall,
  known: ReadonlyMap<number, Wall>,
): DatePlan<Live, Vanished> {
  const matches = before && after ? matchDates(before, earlierDates(after, horizon)) : NO_MATCHES;
  const newDate = (one: Live | Vanished): Wall =>
    known.get(one.id) ?? matches.get(dateIn(one)) ?? dateIn(one);
  const gone = [...vanished, ...live].filter(one => !matches.has(dateIn(one)));
  const beyond = matchesBeyond(before?.started, after, gone.map(dateIn));
  const dateOfGone = (one: Live | Vanished): Wall => {
    const to = newDate(one);
    return to === dateIn(one) ? (beyond.get(to) ?? to) : to;
  };
  const open = new Map((after ? datesOf(after, horizon) : []).map(date => [date.recurrenceId, date]));
  const plan = { added: [], removed: [], moved: [], kept: [], renamed: [] } as Writable<
    DatePlan<Live, Vanished>
  >;
  const isKnown = ({ id }: PlannedOccurrence): number => (known.has(id) ? 0 : 1);
  for (const one of live.toSorted((a, b) => isKnown(a) - isKnown(b))) {
    const to = newDate(one);
    const date = open.get(to);
    open.delete(to);
    if (!date) plan.removed.push({ live: one, to: dateOfGone(one) });
    else if (to === one.recurrence_id) plan.kept.push({ live: one, date });
    else plan.moved.push({ live: one, date });
  }
  const remembered = new Map<Wall, Vanished>();
  for (const one of vanished) {
    const to = dateOfGone(one);
    // One that follows its date counts more than one that has waited there.
    if (to !== one.recurrence_id || !remembered.has(to)) remembered.set(to, one);
  }
  for (const [to, one] of remembered)
    if (to !== one.recurrence_id && !open.has(to)) plan.renamed.push({ vanished: one, to });
  for (const [at, date] of open) {
    const known = remembered.get(at);
    plan.added.push(known ? { date, vanished: known } : { date });
  }
  return plan;
}

type Writable<Value> = {
  -readonly [Name in keyof Value]: Value[Name] extends readonly (infer Item)[] ? Item[] : never;
};

const NO_MATCHES: ReadonlyMap<Wall, Wall> = new Map();

/**
 * What became of dates that a series would have, did its rule not end. Vanished occurrences have such dates: they follow
 * a change of the time or of the weekday as the others do, so that they are found again where the rule ends later.
 */
function matchesBeyond(
  before: StartedRecurrence | undefined,
  after: StartedRecurrence | undefined,
  gone: readonly Wall[],
): ReadonlyMap<Wall, Wall> {
  const [rule, next] = [before?.recurrence.rule, after?.recurrence.rule];
  if (!rule || !next || gone.length === 0) return NO_MATCHES;
  const last = gone.reduce((a, b) => (a > b ? a : b));
  const end = movedBy(last, Math.max(spanOf(rule), spanOf(next)));
  return matchDates(earlierDates(withoutEnd(before!), end), earlierDates(withoutEnd(after!), end));
}

const withoutEnd = ({ start, recurrence }: StartedRecurrence): StartedRecurrence => ({
  start,
  recurrence: {
    ...recurrence,
    rule: recurrence.rule && { ...recurrence.rule, count: undefined, until: undefined },
  },
});
