import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GroupedMatches, groupedMatches } from './grouped-matches.ts';
import { listedMatches } from './matches.ts';
import { SeriesPositions } from './series-positions.ts';

const COUNT = 3_000_000;
const SERIES = 20_000;

/** Milliseconds of processor time of the longest work in which nothing else has a turn, and how many turns there were. */
async function longestStretch(work: () => Promise<unknown>): Promise<{ longest: number; turns: number }> {
  let [longest, turns, isDone] = [0, 0, false];
  let since = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(since);
    longest = Math.max(longest, (user + system) / 1000);
    since = process.threadCpuUsage();
    if (isDone) return;
    turns++;
    setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  turn();
  return { longest, turns };
}

test('Others have their turn while millions of matches are put together by series', async () => {
  const numbers = new Uint32Array(COUNT).map((_, at) => (at * 7919) % (SERIES + 1));
  const ids = Array.from({ length: SERIES }, (_, at) => at + 1);
  const all = new Uint32Array(COUNT).map((_, at) => at);
  const found = { ...listedMatches([]), total: COUNT, positions: () => all };
  const series = new SeriesPositions({ numbers, ids }, COUNT);
  let groups: GroupedMatches | undefined;
  const { longest, turns } = await longestStretch(async () => {
    groups = await groupedMatches({ found, pending: [] }, series);
  });
  const { singles, series: others } = groups!;
  let count = singles.positions.length;
  assert.ok(singles.positions.every(position => numbers[position] === 0));
  for (const { positions } of others) count += positions.length;
  assert.equal(count, COUNT);
  assert.ok(turns > 1, `${turns} turns`);
  assert.ok(longest < 50, `${longest} ms`);
});
