import assert from 'node:assert/strict';
import type { Child } from './child.ts';
import { eventually, exactly } from './client.ts';

/** The metrics of a service that was started with METRICS_PORT=0. */
export function metricsOf(child: Child): Promise<string> {
  const said = async () => /"address":"(http:\S+)\/metrics"/.exec(child.output().join('\n'))?.[1] ?? '';
  return eventually(said, found => found !== '');
}

export async function scrapeOf(site: string): Promise<Scrape> {
  const { status, headers, text } = await exactly(site, '/metrics');
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; version=0.0.4; charset=utf-8']);
  return new Scrape(text);
}

/** Metrics as a scraper reads them: values by name and labels, as text. */
export class Scrape {
  readonly types = new Map<string, string>();
  readonly samples = new Map<string, number>();

  /** Parses Prometheus' text format, version 0.0.4, strictly. */
  constructor(text: string) {
    assert.ok(text.endsWith('\n'), 'the last line ends');
    let family = '';
    const described = new Set<string>();
    for (const line of text.slice(0, -1).split('\n')) {
      const [, help] = /^# HELP (\S+) \S.*$/.exec(line) ?? [];
      const [, typed, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
      if (help !== undefined) {
        assert.ok(!described.has(help), `${help} is told once, in one piece`);
        described.add(help);
        family = help;
      } else if (type !== undefined) {
        assert.equal(typed, family, 'the type follows the help');
        this.types.set(family, type);
      } else this.#take(line, family);
    }
    for (const [name, type] of this.types) if (type === 'histogram') this.#assertHistogram(name);
  }

  /** The value of a sample; 0 if it is missing. */
  of(sample: string): number {
    return this.samples.get(sample) ?? 0;
  }

  /** The values of a label of the samples of this name. */
  labels(name: string, label: string): Set<string> {
    const found = [...this.samples.keys()].filter(key => key.startsWith(`${name}{`));
    return new Set(found.map(key => new RegExp(`[{,]${label}="([^"]*)"`).exec(key)?.[1] ?? ''));
  }

  #take(line: string, family: string): void {
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    assert.notEqual(name, '', `no sample: ${line}`);
    const type = this.types.get(family);
    const suffix = type === 'histogram' ? /_(bucket|sum|count)$/ : /$/;
    assert.equal(name.replace(suffix, ''), family, `${line} belongs to ${family}`);
    if (type === 'counter') assert.match(name, /_total$/);
    const names = [...labels.matchAll(/([\w]+)="/g)].map(([, label]) => label);
    assert.equal(new Set(names).size, names.length, `labels come once: ${line}`);
    assert.ok(!this.samples.has(name + labels), `${name}${labels} is told once`);
    const number = Number(value);
    assert.ok(Number.isFinite(number) && (number >= 0 || type === 'gauge'), line);
    this.samples.set(name + labels, number);
  }

  /** Checks that buckets grow with their bounds, and that the last one counts everything. */
  #assertHistogram(name: string): void {
    const series = new Map<string, { bound: number; count: number }[]>();
    for (const [key, count] of this.samples) {
      const [, labels = '', bound = ''] = new RegExp(`^${name}_bucket{(.*?),?le="([^"]+)"}$`).exec(key) ?? [];
      if (bound === '') continue;
      const buckets = series.get(labels) ?? [];
      buckets.push({ bound: bound === '+Inf' ? Infinity : Number(bound), count });
      series.set(labels, buckets);
    }
    assert.ok(series.size > 0, `${name} has buckets`);
    for (const [labels, buckets] of series) {
      const suffix = labels === '' ? '' : `{${labels}}`;
      for (const [at, { bound, count }] of buckets.entries()) {
        const before = buckets[at - 1];
        assert.ok(!before || (before.bound < bound && before.count <= count), `${name}${suffix} ${bound}`);
      }
      assert.equal(buckets.at(-1)!.bound, Infinity);
      assert.equal(this.samples.get(`${name}_count${suffix}`), buckets.at(-1)!.count);
      assert.ok(this.samples.has(`${name}_sum${suffix}`));
    }
  }
}

const LABEL = String.raw`[a-z_]+="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(
  String.raw`^([a-z_]+)(\{${LABEL}(?:,${LABEL})*\})? ([-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?))$`,
);
