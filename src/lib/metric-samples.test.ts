import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combine, lasting, type Samples } from './metric-samples.ts';

const of = (combination: Samples['combination'], type: string, value: number): Samples => ({
  head: `# TYPE ${combination}_${type} ${type}`,
  combination,
  values: [[`${combination}{a="b"}`, value]],
});
const all = (value: number): Samples[] => [
  of('sum', 'counter', value),
  of('sum', 'gauge', value),
  ...(['most', 'least', 'each'] as const).map(combination => of(combination, 'gauge', value)),
];

describe('Metrics of several processes', () => {
  it('They are added, compared, or labelled with the worker', () => {
    const combined = combine([
      { worker: 1, samples: all(3) },
      { worker: 2, samples: all(5) },
    ]);
    assert.deepEqual(
      combined.flatMap(({ values }) => values),
      [
        ['sum{a="b"}', 8],
        ['sum{a="b"}', 8],
        ['most{a="b"}', 5],
        ['least{a="b"}', 3],
        ['each{a="b",worker="1"}', 3],
        ['each{a="b",worker="2"}', 5],
      ],
    );
  });

  it('Only counters outlast a process', () => {
    assert.deepEqual(lasting(all(1)), [of('sum', 'counter', 1)]);
  });
});
