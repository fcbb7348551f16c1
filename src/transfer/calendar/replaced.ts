import { rawDates } from '../../recurrence/expand.ts';
import { MAX_DATES, type Wall } from '../../recurrence/rule.ts';
import type { SeriesException } from './exceptions.ts';
import { type Properties, valueIn } from './properties.ts';
import { type RepeatingEvent, wallsIn } from './series-dates.ts';
import type { LimitedSeries } from './series-limit.ts';

/**
 * The exceptions that a later revision of their series has not replaced. One with a lower SEQUENCE is gone if the series
 * excludes its date, begins after it or ends before it; with the same one, it is what its program shows on that date.
 */
export function withoutReplaced(
  event: RepeatingEvent,
  exceptions: readonly SeriesException[],
  found: LimitedSeries | string,
): SeriesException[] {
  const excluded = new Set(wallsIn(event, 'EXDATE'));
  const [first, last] = typeof found === 'string' ? [] : [found.start, lastDate(found)];
  const sequence = sequenceOf(event.properties);
  return exceptions.filter(({ date, properties }) => {
    const isGone = excluded.has(date) || (first && date < first) || (last && date > last);
    if (!isGone || sequenceOf(properties) >= sequence) return true;
    event.notes.push(`its exception on ${date.slice(0, 10)} is of an earlier revision and was left out`);
    return false;
  });
}

const sequenceOf = (properties: Properties): number => Number(valueIn(properties, 'SEQUENCE')) || 0;

/** The last date of a series whose rule has an end. */
function lastDate(found: LimitedSeries): Wall | undefined {
  const { rule } = found.recurrence;
  if (rule?.until === undefined && rule?.count === undefined) return undefined;
  const { dates } = rawDates(found.recurrence, found.start, { before: LATEST, limit: MAX_DATES });
  return dates.at(-1)?.recurrenceId;
}

const LATEST = '9999-12-31 00:00:00';
