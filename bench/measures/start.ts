import { once } from 'node:events';
import type { DataSet } from '../data.ts';
import { atMost, spread } from '../figures.ts';
import { EVENTS } from '../kinds.ts';
import { spawnService, untilAnswers } from '../processes.ts';
import { type Measure, size } from './measure.ts';

const STARTS = 5;

/** Seconds from the start of the process to its first list, on the largest calendar. */
export const start: Measure = {
  name: 'start',
  async run({ sets, report }) {
    const set = sets.at(-1)!;
    report({
      ...{ measure: 'start', events: size(set), unit: 's', goal: atMost(0.5) },
      ...{ value: spread(await timesOf(set)), context: '' },
    });
  },
};

/** The times of some starts, in seconds. */
export async function timesOf(set: DataSet): Promise<number[]> {
  const times: number[] = [];
  // The first start fills the compile cache, and does not count.
  for (let round = 0; round <= STARTS; round++) {
    const began = performance.now();
    const { child, port } = await spawnService(set);
    await untilAnswers(port, child, EVENTS);
    if (round > 0) times.push((performance.now() - began) / 1000);
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return times;
}
