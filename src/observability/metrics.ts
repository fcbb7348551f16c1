import type { Combination, Samples } from '../lib/metric-samples.ts';

/**
 * A number. Code increments `value`, which costs next to nothing, or sets `read`, which is called when metrics are
 * exported.
 */
export class MetricValue {
  value = 0;
  /** May return undefined if there is no value at the moment. */
  read: (() => number | undefined) | undefined;

  *samples(name: string, labels: string): Generator<[string, number]> {
    const value = this.read ? this.read() : this.value;
    if (value !== undefined) yield [`${name}${labels}`, value];
  }
}

/** Counts values by buckets. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;

  /** @param bounds upper bounds of the buckets, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > bounds[at]!) at++;
    this.#counts[at]!++;
    this.#sum += value;
  }

  *samples(name: string, labels: string): Generator<[string, number]> {
    let count = 0;
    for (const [at, some] of this.#counts.entries()) {
      count += some;
      const bound = `le="${this.#bounds[at] ?? '+Inf'}"`;
      yield [`${name}_bucket${labels ? `${labels.slice(0, -1)},${bound}}` : `{${bound}}`}`, count];
    }
    yield [`${name}_sum${labels}`, this.#sum];
    yield [`${name}_count${labels}`, count];
  }
}

type Metric = MetricValue | Histogram;
type MetricType = 'counter' | 'gauge' | 'histogram';

/** Metrics with one name and different labels. Label values come from a small fixed set, never from a request. */
class Family<Member extends Metric = Metric> {
  readonly #name: string;
  readonly #head: string;
  readonly #labels: readonly string[];
  readonly #make: () => Member;
  readonly #members = new Map<string, Member>();
  #combination: Combination = 'sum';

  constructor(type: MetricType, name: string, help: string, labels: readonly string[], make: () => Member) {
    this.#name = name;
    this.#head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}`;
    this.#labels = labels;
    this.#make = make;
    families.push(this);
  }

  /** The metric with these label values, in the order of the labels. */
  of(...values: string[]): Member {
    const pairs = this.#labels.map((label, at) => `${label}=${JSON.stringify(values[at])}`);
    const labels = pairs.length > 0 ? `{${pairs.join()}}` : '';
    return this.#members.getOrInsertComputed(labels, () => this.#make());
  }

  /** Says how the metrics of several workers become one. */
  combinedBy(combination: Combination): this {
    this.#combination = combination;
    return this;
  }

  get samples(): Samples {
    const values = [...this.#members].flatMap(([labels, member]) => [...member.samples(this.#name, labels)]);
    return { head: this.#head, combination: this.#combination, values };
  }
}

const families: { readonly samples: Samples }[] = [];

/** Values that only increase. */
export const counters = (name: string, help: string, ...labels: string[]): Family<MetricValue> =>
  new Family('counter', name, help, labels, () => new MetricValue());

/** Values that increase and decrease. */
export const gauges = (name: string, help: string, ...labels: string[]): Family<MetricValue> =>
  new Family('gauge', name, help, labels, () => new MetricValue());

export const histograms = (
  name: string,
  help: string,
  bounds: readonly number[],
  ...labels: string[]
): Family<Histogram> => new Family('histogram', name, help, labels, () => new Histogram(bounds));

/** All metrics of this process. */
export const samplesOfProcess = (): Samples[] =>
  families.map(({ samples }) => samples).filter(({ values }) => values.length > 0);

/** Metrics in Prometheus' text format, version 0.0.4. */
export const exposition = (samples: readonly Samples[]): string =>
  samples
    .map(({ head, values }) => `${head}\n${values.map(([series, value]) => `${series} ${value}\n`).join('')}`)
    .join('');
