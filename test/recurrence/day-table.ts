/** A calendar that is written down day by day, for tests. It shares no code with the engine. */
export interface TableDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly date: string;
  readonly year: number;
  readonly month: number;
  readonly monthDay: number;
  readonly weekday: string;
  /** Its position in the month and year, from the start and, negative, from the end. */
  readonly monthDays: readonly number[];
  readonly yearDays: readonly number[];
  /** Which of its weekday it is in the month and year. */
  readonly inMonth: readonly number[];
  readonly inYear: readonly number[];
}

const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

type Plain = Pick<TableDay, 'day' | 'date' | 'year' | 'month' | 'monthDay' | 'weekday'>;

/** All days of these years. */
export function dayTable(firstYear: number, lastYear: number): TableDay[] {
  const days = plainDays(firstYear, lastYear);
  const [months, years] = [
    Map.groupBy(days, ({ year, month }) => year * 12 + month),
    Map.groupBy(days, ({ year }) => year),
  ];
  return [...years].flatMap(([year, ofYear]) =>
    ofYear.map(day => {
      const ofMonth = months.get(year * 12 + day.month)!;
      return {
        ...day,
        monthDays: positions(ofMonth, day),
        yearDays: positions(ofYear, day),
        inMonth: positions(ofMonth.filter(same(day)), day),
        inYear: positions(ofYear.filter(same(day)), day),
      };
    }),
  );
}

function plainDays(firstYear: number, lastYear: number): Plain[] {
  const days: Plain[] = [];
  for (const date = new Date(Date.UTC(firstYear, 0, 1)); date.getUTCFullYear() <= lastYear; ) {
    const weekday = NAMES[date.getUTCDay()]!;
    const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    days.push({
      day: date.getTime() / 86_400_000,
      date: date.toISOString().slice(0, 10),
      year,
      month,
      monthDay,
      weekday,
    });
    date.setUTCDate(monthDay + 1);
  }
  return days;
}

const same = (one: Plain) => (other: Plain) => other.weekday === one.weekday;

const positions = (days: readonly Plain[], day: Plain): number[] => {
  const index = days.indexOf(day);
  return [index + 1, index - days.length];
};
