import { RRuleTemporal } from 'rrule-temporal';
import { type RuleParts, written } from './random-rules.ts';

/** More of its steps take seconds; where dates are further apart, it gives up. */
const MAX_STEPS = 2000;

/**
 * The first dates of a rule as rrule-temporal 1.6 expands them in UTC.
 * @returns undefined where it gives up, or is known not to follow RFC 5545
 */
export function expandByLibrary(rule: RuleParts, start: string, limit: number): string[] | undefined {
  if (isWrong(rule, Number(start.slice(8, 10)))) return undefined;
  const dtstart = start.replace(/[-:]/g, '').replace(' ', 'T');
  const text = written(rule).replace(/(UNTIL=\d+)/, '$1T193000Z');
  const options = { rruleString: `DTSTART:${dtstart}Z\nRRULE:${text}`, maxIterations: MAX_STEPS };
  try {
    const dates = new RRuleTemporal(options).all((_, index) => index < limit);
    return dates.slice(0, limit).map(date => date.toString().slice(0, 19).replace('T', ' '));
  } catch (error) {
    if (/^Maximum iterations/.test((error as Error).message)) return undefined;
    throw error;
  }
}

/** What it does otherwise than RFC 5545, as the calendar of the tests shows. */
function isWrong(rule: RuleParts, monthDay: number): boolean {
  const { FREQ, INTERVAL = 1, BYMONTH, BYYEARDAY, BYMONTHDAY, BYDAY, BYSETPOS } = rule;
  const ordinals = BYDAY?.filter(item => item.length > 2).length ?? 0;
  return [
    // The dates lose their time, and the first one is dropped.
    FREQ === 'DAILY' && BYSETPOS,
    // The weekdays and days of the month do not limit the days of the year.
    BYYEARDAY && (BYDAY || BYMONTHDAY),
    // Of weekdays with and without ordinals, only one kind counts.
    ordinals > 0 && ordinals < BYDAY!.length,
    // A 53rd weekday is in the next year where this one has 52.
    FREQ === 'YEARLY' && BYDAY?.some(item => /^-?53/.test(item)),
    // Months without the day of the start get their last day instead.
    FREQ === 'MONTHLY' && !BYDAY && !BYMONTHDAY && monthDay > 28,
    // The interval does not count where months are named.
    FREQ === 'MONTHLY' && BYMONTH && INTERVAL > 1,
    // The positions count from the start, not from the first day of the period.
    FREQ === 'WEEKLY' && BYSETPOS,
    // The positions do not count where only months are named.
    BYSETPOS && !BYDAY && !BYMONTHDAY && !BYYEARDAY,
    // A date that two positions select counts twice.
    (BYSETPOS?.length ?? 0) > 1,
  ].some(Boolean);
}
