import type { Config } from '../config.ts';
import { InvalidValue, Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { type Argument, text } from '../input/arguments.ts';
import { isInRange, lastSecondOf, namesTime, parseDate, startOfDay } from '../lib/time/dates.ts';
import { toEpoch, toWall } from '../lib/time/zones.ts';
import type { Night } from '../read-model/index/query.ts';
import { holdsToday, isoOf, type WindowContext } from './window.ts';

/** A time interval in epoch seconds, infinite where it is open; `before` is exclusive. */
interface Interval {
  readonly from: number;
  readonly before: number;
}

/** A time interval as ISO 8601 writes it. */
export const intervalArgument = (words: Translations): Argument<string> => ({
  ...text(words),
  async read(sent, reading) {
    const interval = await text(words).read(sent, reading);
    if (interval instanceof Refused) return interval;
    return parseInterval(interval, false, reading) ? interval : new Refused('expected_interval');
  },
});

export function readInterval(sent: string, strict: boolean, context: WindowContext): Interval {
  const interval = parseInterval(sent, strict, context);
  // It may be valid as whole days alone.
  if (!interval) throw new InvalidValue('overlaps', new Refused('expected_interval'));
  return interval;
}

/** An interval as it is shown in links: with exact times. */
export function showInterval({ from, before }: Interval, { config }: Pick<WindowContext, 'config'>): string {
  const show = (epoch: number) => (Number.isFinite(epoch) ? isoOf(epoch, config.TIME_ZONE.id) : '');
  return `${show(from)}/${show(before)}`;
}

/** The night before an instant: what is over by its end, on the day of the instant, belongs to the day before. */
export const nightBefore = (
  instant: number,
  { TIME_ZONE: { id: zone }, DAY_ENDS }: Pick<Config, 'TIME_ZONE' | 'DAY_ENDS'>,
): Night | undefined =>
  Number.isFinite(instant)
    ? { start: instant, end: toEpoch(`${toWall(instant, zone).slice(0, 10)} ${DAY_ENDS}`, zone) }
    : undefined;

export const intervalHolds = (sent: string, strict: boolean, context: WindowContext) =>
  holdsToday(
    sent.split('/').filter(side => !isOpen(side.trim()) && !isPeriod(side.trim())),
    now => parseInterval(sent, strict, { ...context, now }),
    context,
  );

/**
 * Parses `START/END`, `START/PERIOD` or `PERIOD/END`; START or END may be open: empty, or `..`. A date without a time
 * is the whole day unless `strict`. An interval without length is the second in which it lies.
 */
function parseInterval(sent: string, strict: boolean, context: WindowContext): Interval | undefined {
  const [first, last, ...more] = sent.split('/').map(side => side.trim());
  if (first === undefined || last === undefined || more.length > 0) return undefined;
  if ((isOpen(first) || isPeriod(first)) && (isOpen(last) || isPeriod(last))) return undefined;
  const { id: zone } = context.config.TIME_ZONE;
  const start = isPeriod(first)
    ? undefined
    : isOpen(first)
      ? -Infinity
      : edgeOf('start', first, strict, context);
  const end = isPeriod(last) ? undefined : isOpen(last) ? Infinity : edgeOf('end', last, strict, context);
  const from = isPeriod(first) ? shifted(end, first, -1, zone) : start;
  const before = isPeriod(last) ? shifted(start, last, 1, zone) : end;
  if (from === undefined || before === undefined || before < from) return undefined;
  return { from, before: Math.max(before, from + 1) };
}

const isOpen = (side: string): boolean => side === '' || side === '..';
const isPeriod = (side: string): boolean => /^p[\dt]/i.test(side);

/** The instant that a side names: of a date without a time, the beginning of the whole day or what follows its end. */
function edgeOf(side: 'start' | 'end', date: string, strict: boolean, context: WindowContext) {
  const { id: zone } = context.config.TIME_ZONE;
  const found = parseDate(date, { zone, now: context.now });
  if (!found || strict || namesTime(date)) return found?.epoch;
  return side === 'start' ? toEpoch(startOfDay(found.wall), zone) : lastSecondOf(found.wall, zone) + 1;
}

/** An instant moved by a period of the calendar; undefined outside the supported years. */
function shifted(epoch: number | undefined, period: string, sign: 1 | -1, zone: string): number | undefined {
  if (epoch === undefined) return undefined;
  try {
    const at = Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zone);
    const duration = Temporal.Duration.from(period.toUpperCase());
    const moved = Math.floor((sign > 0 ? at.add(duration) : at.subtract(duration)).epochMilliseconds / 1000);
    return isInRange(moved) ? moved : undefined;
  } catch {
    return undefined;
  }
}
