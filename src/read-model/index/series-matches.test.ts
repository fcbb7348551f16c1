import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { listedMatches } from './matches.ts';
import { type GroupedMatches, groupedMatches } from './series-matches.ts';
import { SeriesPositions } from './series-positions.ts';

const COUNT = 3_000_000;
const SERIES = 20_000;

/** How often other work has a turn, if a millisecond passes whenever anything asks for the time. */
async function turnsDuring(t: TestContext, work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone, now] = [0, false, performance.now()];
  t.mock.method(performance, 'now', () => ++now);
  const turn = () => {
    if (isDone) return;
    turns++;
    setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  return turns;
}

test('Others have their turn while millions of matches are put together by series', async t => {
  const numbers = new Uint32Array(COUNT).map((_, at) => (at * 7919) % (SERIES + 1));
  const ids = Array.from({ length: SERIES }, (_, at) => at + 1);
  const all = new Uint32Array(COUNT).map((_, at) => at);
  const found = { ...listedMatches([]), total: COUNT, positions: () => all };
  const series = new SeriesPositions({ numbers, ids }, COUNT);
  let groups: GroupedMatches | undefined;
  const turns = await turnsDuring(t, async () => {
    groups = await groupedMatches({ found, pending: [] }, series);
  });
  const { singles, series: others } = groups!;
  let count = singles.positions.length;
  assert.ok(singles.positions.every(position => numbers[position] === 0));
  for (const { positions } of others) count += positions.length;
  assert.equal(count, COUNT);
  // A thousand steps, of which each is some memory accesses, take less than a millisecond; slices last five.
  assert.ok(turns > (2 * COUNT) / 10_000, `${turns} turns`);
});
