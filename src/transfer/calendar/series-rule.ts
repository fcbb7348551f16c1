import { because, type Reason } from '../../intake/reason.ts';
import { firstDate } from '../../recurrence/expand.ts';
import { parseRecurrence } from '../../recurrence/parse.ts';
import { RecurrenceProblem } from '../../recurrence/problem.ts';
import { MAX_DATES, type Recurrence } from '../../recurrence/rule.ts';
import {
  endOfRule,
  horizonAt,
  normalRule,
  ruleText,
  untilOf,
  type WrittenRule,
  writtenParts,
} from './rule.ts';
import { type EventRules, type FoundDates, listedDates } from './rule-dates.ts';
import {
  furtherDates,
  hasForeignZone,
  LAST,
  type LimitedSeries,
  laterPart,
  type RepeatingEvent,
  wallsIn,
  zoneOf,
} from './series-dates.ts';

/**
 * When an event takes place: by its rule or, if that cannot be stored, on the dates that it gives. As for other programs,
 * a start that the rule does not give is no date, unless there would be none at all.
 * @returns why it takes place on no date, if so
 */
export function recurrenceIn(event: RepeatingEvent): LimitedSeries | Reason {
  const { start, now, notes } = event;
  const rules = { including: rulesIn(event, 'RRULE'), excluding: rulesIn(event, 'EXRULE') };
  const excluded = [...new Set(wallsIn(event, 'EXDATE'))].sort();
  const others: Recurrence = { rule: undefined, dates: furtherDates(event), excluded };
  const stored = storable(event, rules);
  const { series, isCut, needsStart } =
    stored && 'why' in stored
      ? listedDates(event, rules, others, stored.why)
      : ruledDates(event, { ...others, rule: stored?.rule });
  const isLost = needsStart && !rules.including.some(rule => endsBefore(rule, event));
  if (series) {
    if (isLost) notes.push(because('start_off_rule', { date: start.wall.slice(0, 10) }));
    return series;
  }
  const date = horizonAt(now).slice(0, 10);
  if (!isLost) return isCut ? because('no_date_until', { date }) : because('on_no_date');
  notes.push(isCut ? because('start_alone_until', { date }) : because('start_alone'));
  return { start: start.wall, recurrence: { rule: undefined, dates: [], excluded: [] } };
}

const endsBefore = (rule: WrittenRule, event: RepeatingEvent): boolean =>
  endOfRule(rule.get('UNTIL'), zoneOf(event), LAST) < event.start.wall;

function ruledDates(event: RepeatingEvent, recurrence: Recurrence): FoundDates {
  const { wall } = event.start;
  const start = firstDate(recurrence, wall) ?? wall;
  const isNamed = [...recurrence.dates.map(date => date.start), ...recurrence.excluded].includes(wall);
  return {
    series: laterPart({ start, recurrence }, event),
    isCut: false,
    needsStart: firstDate(recurrence, wall) !== wall && !isNamed,
  };
}

/** More rules than any event has. */
const MAX_RULES = 10;

/** The rules of an event. One that is not understood is left out: its dates would be others. */
function rulesIn(event: RepeatingEvent, name: string): WrittenRule[] {
  const { start, properties, notes } = event;
  const all = (properties.get(name) ?? [])
    .map(({ values }) => values.join(','))
    .filter(rule => rule.trim() !== '')
    .slice(0, MAX_RULES);
  return all.flatMap(rule => {
    const wrong = notUnderstood(rule);
    if (wrong === undefined) return [normalRule(rule, start.wall, zoneOf(event), start.isDate)];
    notes.push(because('unreadable', { name, value: wrong || rule.slice(0, MAX_SHOWN) }));
    return [];
  });
}

/** The rule in the form of the engine, undefined for none, or why it cannot be stored. */
function storable(
  event: RepeatingEvent,
  { including, excluding }: EventRules,
): Recurrence | { readonly why: Reason | string } | undefined {
  const [rule] = including;
  if (including.length > 1) return { why: because('several_rules', { count: including.length }) };
  if (excluding.length > 0) return { why: 'EXRULE' };
  if (!rule) return undefined;
  // The clocks of a zone that only the file describes cannot be followed.
  if (hasForeignZone(event)) return { why: because('unknown_zone') };
  const { start } = event;
  const parsed = parseRecurrence(`RRULE:${ruleText(rule)}`, {
    ...{ start: start.wall, allDay: start.isDate, zone: zoneOf(event), horizon: horizonAt(event.now) },
  });
  return parsed instanceof RecurrenceProblem ? { why: reasonOf(parsed) } : parsed;
}

function reasonOf({ part, reason, value }: RecurrenceProblem): Reason | string {
  if (reason === 'sub_daily') return value;
  if (reason === 'count_and_until') return 'COUNT, UNTIL';
  if (reason === 'too_many_dates') return because('many_dates', { count: MAX_DATES });
  return reason === 'no_dates' ? because('no_date_soon') : part;
}

/**
 * The parts of a rule that are not understood, as they are written: the rule would give other dates than its program
 * shows.
 * @returns '' for what is no rule at all; undefined if all is understood
 */
function notUnderstood(rule: string): string | undefined {
  const parts = writtenParts(rule);
  if (!parts.some(([name]) => name === 'FREQ')) return '';
  const values = Map.groupBy(parts, ([name]) => name);
  const saysEnd = parts.some(([name, value]) => (name === 'COUNT' || name === 'UNTIL') && value !== '');
  const wrong = parts.filter(([name, value]) => {
    // A part without a value says nothing, except that the rule has an end.
    if (value === '') return /^(?:COUNT|UNTIL)$/.test(name) ? !saysEnd : name === 'FREQ' || !KNOWN[name];
    return values.get(name)!.some(([, other]) => other !== value) || !KNOWN[name]?.(value);
  });
  const written = [...new Set(wrong.map(([name, value]) => `${name}=${value}`))].join(';');
  return written === '' ? undefined : written.slice(0, MAX_SHOWN);
}

const MAX_SHOWN = 60;

type ValueCheck = (value: string) => boolean;

/** Numbers up to a greatest one, which may be counted from the end. */
const numbers =
  (least: number, most: number, isSigned: boolean): ValueCheck =>
  value =>
    value
      .split(',')
      .filter(Boolean)
      .every(sent => {
        const size = isSigned ? Math.abs(Number(sent)) : Number(sent);
        return /^[+-]?\d{1,4}$/.test(sent) && size >= least && size <= most;
      });

const matching =
  (pattern: RegExp): ValueCheck =>
  value =>
    pattern.test(value);

const KNOWN: Readonly<Record<string, ValueCheck | undefined>> = {
  FREQ: matching(/^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/),
  // An interval of 0 is what some programs write for none.
  INTERVAL: matching(/^\d+$/),
  COUNT: matching(/^0*[1-9]\d*$/),
  UNTIL: value => untilOf(value, 'UTC', false) !== undefined,
  WKST: matching(/^(?:MO|TU|WE|TH|FR|SA|SU)$/),
  BYDAY: matching(/^(?:(?:[+-]?0*[1-9]\d?)?(?:MO|TU|WE|TH|FR|SA|SU)(?:,|$))+$/),
  BYMONTH: numbers(1, 12, false),
  BYMONTHDAY: numbers(1, 31, true),
  BYYEARDAY: numbers(1, 366, true),
  BYWEEKNO: numbers(1, 53, true),
  BYSETPOS: numbers(1, 366, true),
  BYHOUR: numbers(0, 23, false),
  BYMINUTE: numbers(0, 59, false),
  BYSECOND: numbers(0, 59, false),
};
