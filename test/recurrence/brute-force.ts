import type { TableDay } from './day-table.ts';
import type { RuleParts } from './random-rules.ts';

/** The dates of a rule by its definition: each day of the table is asked whether it belongs to it. */
export function bruteForce(rule: RuleParts, start: string, table: readonly TableDay[]): string[] {
  const first = table.find(day => day.date === start)!;
  const inPhase = table.filter(day => {
    const distance = periodOf(rule, day) - periodOf(rule, first);
    return distance >= 0 && distance % (rule.INTERVAL ?? 1) === 0;
  });
  const allowed = inPhase.filter(day => isAllowed(rule, day, first));
  const chosen = rule.BYSETPOS ? byPosition(rule, allowed) : allowed;
  const dates = chosen.map(day => day.date).filter(date => date >= start);
  return dates.filter(date => date <= (rule.UNTIL ?? '9999')).slice(0, rule.COUNT);
}

const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** 1970-01-05 was a Monday. */
function periodOf({ FREQ, WKST = 'MO' }: RuleParts, { day, year, month }: TableDay): number {
  if (FREQ === 'YEARLY') return year;
  if (FREQ === 'MONTHLY') return year * 12 + month;
  return FREQ === 'DAILY' ? day : Math.floor((day - 4 - WEEK.indexOf(WKST)) / 7);
}

function isAllowed(rule: RuleParts, day: TableDay, first: TableDay): boolean {
  const { FREQ, BYMONTH, BYYEARDAY, BYMONTHDAY, BYDAY } = rule;
  if (BYMONTH && !BYMONTH.includes(day.month)) return false;
  if (BYYEARDAY && !BYYEARDAY.some(number => day.yearDays.includes(number))) return false;
  if (BYMONTHDAY && !BYMONTHDAY.some(number => day.monthDays.includes(number))) return false;
  if (BYDAY) return BYDAY.some(item => isNamed(rule, item, day));
  if (BYYEARDAY || BYMONTHDAY || FREQ === 'DAILY') return true;
  if (FREQ === 'WEEKLY') return day.weekday === first.weekday;
  return day.monthDay === first.monthDay && (FREQ === 'MONTHLY' || !!BYMONTH || day.month === first.month);
}

function isNamed({ FREQ, BYMONTH }: RuleParts, item: string, day: TableDay): boolean {
  if (day.weekday !== item.slice(-2)) return false;
  if (item.length === 2) return true;
  const ordinals = FREQ === 'YEARLY' && !BYMONTH ? day.inYear : day.inMonth;
  return ordinals.includes(Number(item.slice(0, -2)));
}

function byPosition(rule: RuleParts, days: readonly TableDay[]): TableDay[] {
  return [...Map.groupBy(days, day => periodOf(rule, day)).values()].flatMap(ofPeriod =>
    ofPeriod.filter((_, index) => {
      const positions = [index + 1, index - ofPeriod.length];
      return rule.BYSETPOS!.some(position => positions.includes(position));
    }),
  );
}
