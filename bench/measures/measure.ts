import type { DataSet, StoreName } from '../data.ts';
import type { Figure } from '../figures.ts';
import type { Rounds } from '../ratio.ts';

/** The time of one kind of list in a calendar of this size. */
export interface Point {
  kind: string;
  events: number;
  milliseconds: number;
}

export interface Run {
  store: StoreName;
  /** The calendars of this store, the smallest first. */
  sets: readonly DataSet[];
  rounds: Rounds;
  quick: boolean;
  /** Adds a line to the report. */
  report(figure: Omit<Figure, 'store'>): void;
  /** Adds a point to the chart. */
  series(point: Point): void;
  /** Prints the progress. */
  tell(text: string): void;
}

export interface Measure {
  name: string;
  /** Whether it runs only if `--only` names it. */
  onlyNamed?: boolean;
  run(run: Run): Promise<void>;
}

/** The number of events as reports show it. */
export const size = ({ calendar }: DataSet): string => calendar.size.toLocaleString('en');
