/** The median of several values, and their range. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export interface Goal {
  /** Whether the bound is a minimum or a maximum. */
  is: 'at least' | 'at most';
  bound: number;
}

export const atLeast = (bound: number): Goal => ({ is: 'at least', bound });
export const atMost = (bound: number): Goal => ({ is: 'at most', bound });

/** One line of the report. */
export interface Figure {
  store: string;
  measure: string;
  /** Number of events in the calendar, or a list of them. */
  events: string;
  unit: '' | 's' | 'ms' | 'MB';
  goal: Goal | undefined;
  value: Spread | undefined;
  /** Absolute figures, or why there is no value. */
  context: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this part of all values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!;
}

export const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

export const isMet = ({ goal, value }: Figure): boolean | undefined =>
  goal && value && (goal.is === 'at least' ? value.median >= goal.bound : value.median <= goal.bound);

/** Three significant digits, with separators between thousands. */
export const shown = (value: number): string =>
  value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(value >= 100 ? 3 : value >= 0.1 ? 3 : 2)));
