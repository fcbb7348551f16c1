/**
 * Divides the transitions of a zone into those that come once, and the yearly rules that all later ones follow. There
 * are no rules if the offset no longer changes, or changes in another way, such as by a calendar of the moon.
 */
export function yearlyRules(all: readonly Transition[]) {
  const last = all.at(-1)!;
  const tail = all.filter(({ at }) => at > last.at - CYCLE * YEAR);
  const patterns = [...Map.groupBy(tail, kindOf).values()].map(patternOf);
  const isRegular = all.length > CYCLE && patterns.every(pattern => pattern !== undefined);
  if (!isRegular) return { once: all, rules: [] };
  const matching = (transition: Transition) =>
    patterns.find(pattern => kindOf(transition) === pattern.kind && fits(transition, pattern));
  const irregular = all.findLastIndex(
    (transition, at) => !matching(transition) || !isYearAfter(all, at, patterns.length),
  );
  const once = all.slice(0, irregular + 1);
  const rest = all.slice(irregular + 1);
  // Each with the first of its transitions, and the value of RRULE.
  const rules = patterns.map(pattern => ({
    first: rest.find(transition => kindOf(transition) === pattern.kind)!,
    rule: ruleOf(pattern),
  }));
  return { once, rules };
}

const DAY = 86_400;
const YEAR = 365.2425 * DAY;

/** Whether the transition comes a year after the one so many before it: no year has been left out. */
const isYearAfter = (all: readonly Transition[], at: number, perYear: number): boolean =>
  at >= perYear && Math.abs(all[at]!.at - all[at - perYear]!.at - YEAR) < 10 * DAY;

interface WeekdayPattern {
  readonly kind: string;
  readonly month: number;
  /** From 1, Monday. */
  readonly weekday: number;
  /** The first of seven days of the month; it falls on one of them. */
  readonly day: number;
  readonly time: string;
}

const kindOf = ({ from, to }: Transition): string => `${from} ${to}`;

/** The wall time at which a transition comes, on a clock that has not been changed. */
const wallOf = ({ at, from }: Transition): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds((at + from) * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime();

/** The common pattern of transitions of one kind, one in each year; undefined if there is none. */
function patternOf(transitions: readonly Transition[]): WeekdayPattern | undefined {
  const walls = transitions.map(wallOf);
  const days = walls.map(({ day }) => day);
  const { month, dayOfWeek: weekday } = walls[0]!;
  const pattern = {
    ...{ kind: kindOf(transitions[0]!), month, weekday, day: Math.min(...days) },
    time: String(walls[0]!.toPlainTime()),
  };
  const isYearly = new Set(walls.map(({ year }) => year)).size === walls.length && walls.length >= CYCLE - 1;
  return isYearly && transitions.every(transition => fits(transition, pattern)) ? pattern : undefined;
}

function fits(transition: Transition, { month, weekday, day, time }: WeekdayPattern): boolean {
  const wall = wallOf(transition);
  return (
    wall.month === month &&
    wall.dayOfWeek === weekday &&
    wall.day >= day &&
    wall.day < day + 7 &&
    String(wall.toPlainTime()) === time
  );
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function ruleOf({ month, weekday, day }: WeekdayPattern): string {
  const name = WEEKDAYS[weekday - 1]!;
  const yearly = `FREQ=YEARLY;BYMONTH=${month}`;
  if (month !== 2 && day === daysIn(month) - 6) return `${yearly};BYDAY=-1${name}`;
  if (day % 7 === 1) return `${yearly};BYDAY=${Math.ceil(day / 7)}${name}`;
  return `${yearly};BYMONTHDAY=${Array.from({ length: 7 }, (_, at) => day + at).join(',')};BYDAY=${name}`;
}

const daysIn = (month: number): number => Temporal.PlainYearMonth.from({ year: 2001, month }).daysInMonth;

/** A change of a zone's offset. Offsets are seconds. */
export interface Transition {
  /** Epoch seconds. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Whether summer time begins: the offset grows, and shrinks again within the year. */
  readonly isSummer: boolean;
}

/** Years in which each rule of the calendar meets each combination of date and weekday. */
export const CYCLE = 28;

/** The year up to which transitions are read: no zone has rules that change after the last years that are known. */
const LAST_YEAR = 2100;

/**
 * The transitions of a zone: the one that was valid at an instant, and all later ones of its foreseeable future. A zone
 * that had the same offset from the beginning has a single one, from its offset to the same.
 * @param zone a Temporal time-zone id
 * @param since epoch seconds
 */
export function transitionsSince(zone: string, since: number): Transition[] {
  const start = at(since, zone);
  const end = at(Math.max(since, Date.UTC(LAST_YEAR, 0) / 1000), zone).add({ years: CYCLE });
  // An instant is a transition itself, or the previous one is valid.
  const previous = start.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const all = [changeAt(previous ?? start)];
  for (
    let next = start.getTimeZoneTransition('next');
    next && next.epochMilliseconds < end.epochMilliseconds;
  ) {
    all.push(changeAt(next));
    next = next.getTimeZoneTransition('next');
  }
  return all.map((change, index) => ({ ...change, isSummer: isSummer(change, all[index + 1]) }));
}

const at = (epoch: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zone);

function changeAt(moment: Temporal.ZonedDateTime): Omit<Transition, 'isSummer'> {
  const epoch = moment.epochMilliseconds / 1000;
  return {
    at: epoch,
    from: moment.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e9,
    to: moment.offsetNanoseconds / 1e9,
  };
}

/** Seconds. */
const LONGEST_YEAR = 366 * 86_400;

const isSummer = (
  { at, from, to }: Omit<Transition, 'isSummer'>,
  next: Omit<Transition, 'isSummer'> | undefined,
) => to > from && next !== undefined && next.to < next.from && next.at - at < LONGEST_YEAR;
