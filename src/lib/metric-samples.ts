/** How the metrics of several processes become one: their sum, the largest or least, or one for each process. */
export type Combination = 'sum' | 'most' | 'least' | 'each';

/** The values of metrics with one name. */
export interface Samples {
  /** `# HELP` and `# TYPE` */
  readonly head: string;
  readonly combination: Combination;
  /** `name{label="value"}` and the value. */
  readonly values: readonly (readonly [series: string, value: number])[];
}

export interface ProcessSamples {
  /** The number of the worker; undefined if its metrics are of a process that has ended, or the only one. */
  readonly worker: number | undefined;
  readonly samples: readonly Samples[];
}

/** The metrics of several processes as those of one. */
export function combine(processes: readonly ProcessSamples[]): Samples[] {
  const combined = new Map<string, { combination: Combination; values: Map<string, number> }>();
  for (const { worker, samples } of processes)
    for (const { head, combination, values } of samples) {
      const family = combined.getOrInsertComputed(head, () => ({ combination, values: new Map() }));
      for (const [series, value] of values) {
        const name = combination === 'each' ? labelled(series, worker) : series;
        const before = family.values.get(name);
        family.values.set(name, before === undefined ? value : BOTH[combination](before, value));
      }
    }
  return [...combined].map(([head, { combination, values }]) => ({ head, combination, values: [...values] }));
}

const sum = (one: number, other: number): number => one + other;
const BOTH = { sum, most: Math.max, least: Math.min, each: sum };

/** What is added to the metrics of others although the process has ended: counters must never decrease. */
export const lasting = (samples: readonly Samples[]): Samples[] =>
  samples.filter(({ head, combination }) => combination === 'sum' && !head.endsWith(' gauge'));

function labelled(series: string, worker: number | undefined): string {
  if (worker === undefined) return series;
  const label = `worker="${worker}"`;
  return series.endsWith('}') ? `${series.slice(0, -1)},${label}}` : `${series}{${label}}`;
}
