import { type DayHours, settled } from './clocks.ts';
import type { Day, Hours, Phrase, Span } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { DAY } from './times.ts';

/** The most dates of a range that has several times a day. */
export const MOST_LISTED = 100;

/** Days with their times, or with those of all. */
export interface Group {
  readonly days: readonly Day[];
  readonly hours?: readonly Hours[];
}

/** Days one by one, each at its times. */
export function listed(phrase: Phrase, ...groups: readonly Group[]): { spans: Span[] } {
  const all = phrase.hours.splice(0);
  const timed = groups.flatMap(({ days, hours = all }) =>
    clocksOf(phrase, hours).map(clock => ({ days, clock })),
  );
  phrase.forget('isOneTime', 'isAllDay', 'duration', 'half');
  if (groups.length === 1 && groups[0]!.days.length === 1) phrase.forget('isOpening');
  // What has an end on some days alone is an event of its own there: one of both is meant.
  const lengths = new Set(timed.map(({ clock }) => clock && (clock.end ?? clock.start) - clock.start));
  const isOpen = lengths.size > 1 && timed.some(({ clock }) => clock?.end === undefined);
  if (isOpen && timed.length > 2) throw new Doubtful('several');
  const meant = isOpen ? [timed[phrase.ask('several')]!] : timed;
  const order = ({ day, minutes = 0 }: Span) => day * DAY + minutes;
  const endOf = ({ endDay, endMinutes = 0 }: Span) => endDay * DAY + endMinutes;
  const spans = meant
    .flatMap(({ days, clock }) => days.map(day => spanOn(day, clock)))
    .sort((one, other) => order(one) - order(other));
  if (spans.length === 0) throw new Doubtful('no such date');
  // `3 dates: 5, 12 and 19 June`
  if (phrase.said('count') === spans.length) phrase.forget('count');
  const before = (at: number) => (lengths.size > 1 ? endOf(spans[at]!) : order(spans[at]!) + 1);
  if (spans.some((span, at) => at > 0 && order(span) < before(at - 1))) throw new Doubtful('several');
  return { spans };
}

/** The one time of what repeats; of two, the one that is meant. */
export function theClock(phrase: Phrase): DayHours | undefined {
  const clocks = clocksOf(phrase, phrase.hours.splice(0));
  phrase.forget('isOneTime', 'isAllDay', 'duration', 'half');
  if (clocks.length > 2) throw new Doubtful('several');
  return clocks.length === 2 ? clocks[phrase.ask('several')] : clocks[0];
}

function clocksOf(phrase: Phrase, hours: readonly Hours[]): (DayHours | undefined)[] {
  const clocks = hours.map(one => withLength(phrase, settled(phrase, one)));
  const isOfDoors = clocks.length > 1 || phrase.tokens.some(({ is }) => is === 'doors');
  const [isOneTime, isAllDay] = [isOfDoors && phrase.said('isOneTime'), phrase.said('isAllDay')];
  const isInOrder = clocks.every(({ start }, at) => at === 0 || start > clocks[at - 1]!.start);
  // `2 hours, from 18 h`
  if (clocks.length > 1 && clocks[0]!.start % DAY < 360 && clocks[0]!.start > 0 && !hours[0]!.first.half)
    throw new Doubtful('length');
  if (!isInOrder || (isAllDay && clocks.length > 1)) throw new Doubtful('several');
  const needsTime = isOneTime || phrase.said('half') || phrase.said('duration') !== undefined;
  if (clocks.length === 0 && needsTime) throw new Doubtful('vague');
  if (isOneTime && clocks.length !== 2) throw new Doubtful('vague');
  if (isOneTime) return [clocks[phrase.ask('or')]!];
  return clocks.length === 0 || (isAllDay && phrase.ask('length') === 0) ? [undefined] : clocks;
}

/** An end and a length that contradict each other are a question. */
function withLength(phrase: Phrase, { start, end }: DayHours): DayHours {
  const duration = phrase.said('duration');
  if (duration === undefined) return { start, end };
  const isSaid = end !== undefined && end !== start + duration && phrase.ask('length') === 0;
  return { start, end: isSaid ? end : start + duration };
}

export function spanOn(day: Day, clock: DayHours | undefined): Span {
  if (!clock) return { day, minutes: undefined, endDay: day, endMinutes: undefined };
  const { start, end } = clock;
  const at = (minutes: number) => [day + Math.floor(minutes / DAY), minutes % DAY] as const;
  const [[begin, minutes], [endDay, endMinutes]] = [at(start), at(end ?? start)];
  return { day: begin, minutes, endDay, endMinutes: end === undefined ? undefined : endMinutes };
}
