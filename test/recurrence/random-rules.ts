import fc from 'fast-check';

/** The parts of a rule, as they are written. */
export interface RuleParts {
  readonly FREQ: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly INTERVAL?: number | undefined;
  readonly COUNT?: number;
  /** A date. */
  readonly UNTIL?: string;
  readonly BYMONTH?: readonly number[];
  readonly BYYEARDAY?: readonly number[];
  readonly BYMONTHDAY?: readonly number[];
  readonly BYDAY?: readonly string[];
  readonly BYSETPOS?: readonly number[];
  readonly WKST?: string;
}

export const written = (rule: RuleParts): string =>
  Object.entries({ ...rule, UNTIL: rule.UNTIL?.replaceAll('-', '') })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

const signed = (most: number) =>
  fc.oneof(
    fc.integer({ min: 1, max: most }),
    fc.integer({ min: -most, max: -1 }),
    // The ends are where mistakes are.
    fc.constantFrom(1, -1, most, -most),
  );

const some = <Item>(item: fc.Arbitrary<Item>, maxLength = 4) =>
  fc.uniqueArray(item, { minLength: 1, maxLength });
const maybe = <Item>(item: fc.Arbitrary<Item>) => fc.option(item, { nil: undefined, freq: 2 });

const weekday = fc.constantFrom(...WEEKDAYS);
const nthWeekday = (most: number) =>
  fc.tuple(signed(most), weekday).map(([ordinal, name]) => `${ordinal}${name}`);
const weekdays = (most: number) => some(fc.oneof(weekday, weekday, nthWeekday(most)));

const common = (interval: number) => ({
  INTERVAL: maybe(fc.integer({ min: 1, max: interval })),
  BYMONTH: fc.option(some(fc.integer({ min: 1, max: 12 })), { nil: undefined, freq: 2 }),
  BYSETPOS: fc.option(some(signed(6), 2), { nil: undefined, freq: 2 }),
});

const byFrequency = [
  fc.record({
    FREQ: fc.constant('DAILY' as const),
    ...common(40),
    BYMONTHDAY: maybe(some(signed(31))),
    BYDAY: maybe(some(weekday)),
  }),
  fc.record({
    FREQ: fc.constant('WEEKLY' as const),
    ...common(9),
    BYDAY: maybe(some(weekday)),
    WKST: maybe(weekday),
  }),
  fc.record({
    FREQ: fc.constant('MONTHLY' as const),
    ...common(14),
    BYMONTHDAY: maybe(some(signed(31))),
    BYDAY: maybe(weekdays(5)),
  }),
  fc.record({
    FREQ: fc.constant('YEARLY' as const),
    ...common(4),
    BYYEARDAY: fc.option(some(signed(366)), { nil: undefined, freq: 2 }),
    BYMONTHDAY: maybe(some(signed(31))),
    BYDAY: maybe(weekdays(53)),
  }),
] as const;

const ends = fc.oneof(
  fc.constant({}),
  fc.record({ COUNT: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ UNTIL: dateIn(2025, 2036) }),
);

/** A rule that RFC 5545 allows, which may give no date. */
export const anyRule: fc.Arbitrary<RuleParts> = fc
  .tuple(fc.oneof(...byFrequency), ends)
  .map(([parts, end]) => selectable({ ...parts, ...end }));

/** A date of these years. */
export function dateIn(first: number, last: number): fc.Arbitrary<string> {
  const [min, max] = [Date.UTC(first, 0, 1) / 864e5, Date.UTC(last, 11, 31) / 864e5];
  return fc.integer({ min, max }).map(day => new Date(day * 864e5).toISOString().slice(0, 10));
}

/** Without `BYSETPOS` where nothing is there to select from. */
function selectable({ BYSETPOS, ...rule }: RuleParts): RuleParts {
  const { BYMONTH, BYYEARDAY, BYMONTHDAY, BYDAY } = rule;
  return BYSETPOS && (BYMONTH ?? BYYEARDAY ?? BYMONTHDAY ?? BYDAY) ? { ...rule, BYSETPOS } : rule;
}
