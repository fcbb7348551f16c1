import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrange, type EventDays, totalsOf } from './arrange.ts';

const span = (id: number, first: number, last = first): EventDays => ({ id, first, last });
const WEEK = { from: 10, to: 16 };
const LIMITS = { perDay: 3, running: 2, lanes: 2 };

const arranged = (spans: readonly EventDays[]) => arrange(spans, totalsOf(spans, WEEK), WEEK, LIMITS);
const idsOf = (spans: readonly EventDays[]) => spans.map(({ id }) => id);

test('an event is on each of its days', () => {
  const { days } = arranged([span(1, 8, 11), span(2, 11)]);
  assert.deepEqual(
    days.map(({ spans }) => idsOf(spans)),
    [[1], [1, 2], [], [], [], [], []],
  );
  assert.deepEqual(
    days.map(({ total, more }) => [total, more]),
    [[1, 0], [2, 0], ...Array.from({ length: 5 }, () => [0, 0])],
  );
});

test('an event of several days is a bar of each week, and bars that overlap have lanes', () => {
  const of = [span(1, 8, 11), span(2, 11, 13), span(3, 12, 18), span(4, 11, 14), span(5, 12)];
  const { bars, days } = arranged(of);
  assert.deepEqual(
    [...bars].map(([monday, lanes]) => [
      monday,
      lanes.map(lane => lane.map(({ span, from, to }) => [span.id, from, to])),
    ]),
    [
      [4, [[[1, 10, 10]]]],
      [
        11,
        [
          [
            [1, 11, 11],
            [3, 12, 16],
          ],
          [[4, 11, 14]],
        ],
      ],
    ],
  );
  // What finds no lane is one more of its days.
  assert.deepEqual(
    days.slice(0, 4).map(({ spans, more }) => [idsOf(spans), more]),
    [
      [[1], 0],
      [[1, 4], 1],
      [[3, 4], 2],
      [[3, 4], 1],
    ],
  );
});

test('a full day keeps a line for how many more there are, and bars stay', () => {
  const [ten] = arranged([span(1, 9, 10), span(2, 10), span(3, 10), span(4, 10)]).days;
  assert.deepEqual([idsOf(ten!.spans), ten!.more], [[1, 2], 2]);
  const [just] = arranged([span(1, 9, 10), span(2, 10), span(3, 10)]).days;
  assert.deepEqual([idsOf(just!.spans), just!.more], [[1, 2, 3], 0]);
});

test('an event of more than two weeks is apart, and on its first and its last day', () => {
  const { days, running, hasMoreRunning } = arranged([span(1, -20, 99), span(2, -5, 12), span(3, 11, 40)]);
  assert.deepEqual(idsOf(running), [2, 3]);
  assert.ok(hasMoreRunning);
  assert.deepEqual(
    days.slice(0, 4).map(({ spans }) => idsOf(spans)),
    [[], [3], [2], []],
  );
  // The one that there is no space for is one more on each day.
  assert.ok(days.every(({ more }) => more === 1));
});

test('what a day has beyond the events that are known is more', () => {
  const { days } = arrange([span(1, 10)], new Map([[10, 500]]), WEEK, LIMITS);
  assert.deepEqual([idsOf(days[0]!.spans), days[0]!.more], [[1], 499]);
});
