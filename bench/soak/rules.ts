import { median } from '../figures.ts';
import type { Sample } from './service.ts';
import type { Group } from './traffic.ts';

/** The figures at the end of an interval. */
export interface Row {
  /** Seconds since the load began. */
  at: number;
  sample: Sample;
  answers: number;
  /** Milliseconds of the responses of the interval. */
  times: ReadonlyMap<Group, readonly number[]>;
  /** Records created so far, and other writes. */
  written: { records: number; changes: number };
}

/** A figure that must not grow from the middle third of the rows to the last one. The first third is for warming up. */
interface Rule {
  name: string;
  /** Undefined if there is nothing to judge. */
  of(row: Row): number | undefined;
  /** The highest acceptable median of the last third, given that of the middle third. */
  most(before: number): number;
  unit: string;
}

const MB = 1e6;

const grows = (factor: number, most: number) => (before: number) => before * factor + most;

const rules: readonly Rule[] = [
  { name: 'resident memory', unit: 'MB', of: ({ sample }) => sample.resident / MB, most: grows(1.1, 10) },
  { name: 'heap', unit: 'MB', of: ({ sample }) => sample.heap / MB, most: grows(1.1, 3) },
  { name: 'open files', unit: '', of: ({ sample }) => sample.files, most: grows(1, 10) },
  { name: 'handles', unit: '', of: ({ sample }) => sample.handles, most: grows(1, 10) },
  { name: 'indexes', unit: 'MB', of: ({ sample }) => sample.indexes / MB, most: grows(1.5, 10) },
  {
    ...{ name: 'processor time of an answer', unit: 'ms', most: grows(1.3, 0.5) },
    of: ({ sample, answers }) => (answers > 0 ? sample.busy / answers : undefined),
  },
  ...(['read', 'search', 'write', 'picture'] as const).flatMap(group => [
    { name: `${group}, median`, unit: 'ms', of: timeOf(group, 0.5), most: grows(1.5, 2) },
    { name: `${group}, 99 of 100`, unit: 'ms', of: timeOf(group, 0.99), most: grows(2, 30) },
  ]),
];

function timeOf(group: Group, part: number) {
  return ({ times }: Row): number | undefined => quantile(times.get(group) ?? [], part);
}

/** The quantile of the values at this share. */
export function quantile(values: readonly number[], part: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];
}

export interface Verdict {
  name: string;
  unit: string;
  before: number;
  after: number;
  most: number;
}

export const holds = ({ after, most }: Verdict): boolean => after <= most;

/** The verdict on each rule. Rules without data are left out. */
export function judge(rows: readonly Row[]): Verdict[] {
  const third = Math.floor(rows.length / 3);
  const [middle, last] = [rows.slice(third, 2 * third), rows.slice(2 * third)];
  const creeping = rules.flatMap(({ name, unit, of, most }) => {
    const [before, after] = [middle, last].map(some => some.flatMap(row => of(row) ?? []));
    if (!before?.length || !after?.length) return [];
    return { name, unit, before: median(before), after: median(after), most: most(median(before)) };
  });
  return [...creeping, storeVerdict(rows[third - 1]!, rows.at(-1)!), walVerdict(rows)];
}

/** Whether no more handles are open after the load than before. Some files are opened when they are first needed. */
export function judgeRest(before: Sample, after: Sample): Verdict[] {
  return (['files', 'handles'] as const).flatMap(name => {
    const [was, is] = [before[name], after[name]];
    if (was === undefined || is === undefined) return [];
    return { name: `${name} at rest`, unit: '', before: was, after: is, most: was + 10 };
  });
}

/** The store grows only with what is written. */
function storeVerdict(first: Row, last: Row): Verdict {
  const [records, changes] = (['records', 'changes'] as const).map(
    of => last.written[of] - first.written[of],
  ) as [number, number];
  const [before, after] = [first.sample.store / MB, last.sample.store / MB];
  return {
    name: 'store',
    unit: 'MB',
    before,
    after,
    most: before + records * PER_RECORD + changes * PER_CHANGE + SLACK,
  };
}

/** Megabytes of the store per created record, per other write, and in partly filled pages. */
const PER_RECORD = 0.008;
const PER_CHANGE = 0.001;
const SLACK = 4;

/** The log is checkpointed at 16 MB. It grows further while somebody reads an older state. */
const walVerdict = (rows: readonly Row[]): Verdict => {
  const sizes = rows.map(({ sample }) => sample.wal / MB);
  return {
    name: 'log of the store, largest',
    unit: 'MB',
    before: median(sizes),
    after: Math.max(...sizes),
    most: 64,
  };
};
