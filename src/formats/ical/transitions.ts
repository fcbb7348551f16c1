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
const YEAR = 366 * 86_400;

const isSummer = (
  { at, from, to }: Omit<Transition, 'isSummer'>,
  next: Omit<Transition, 'isSummer'> | undefined,
) => to > from && next !== undefined && next.to < next.from && next.at - at < YEAR;
