import { once } from 'node:events';
import type { DataSet } from '../data.ts';
import { atMost, type Figure, median, shown, spread } from '../figures.ts';
import { readThrough } from '../file-cache.ts';
import { EVENTS } from '../kinds.ts';
import { ALMANAC, node, spawnService, untilAnswers } from '../processes.ts';
import { type Measure, size } from './measure.ts';

const STARTS = 5;

/** Seconds from the start of the process to its first list, on the largest calendar. */
export const start: Measure = {
  name: 'start',
  async run({ sets, report }) {
    const set = sets.at(-1)!;
    report({ measure: 'start', events: size(set), ...(await startOf(set)) });
  },
};

/** The times of some starts, and how much of them the runtime and the modules take by themselves. */
export async function startOf(set: DataSet): Promise<Pick<Figure, 'unit' | 'goal' | 'value' | 'context'>> {
  await readThrough(set);
  const lists: number[] = [];
  const runtimes: number[] = [];
  const modules: number[] = [];
  // The first start fills the cache of compiled code, and does not count.
  for (let round = 0; round <= STARTS; round++) {
    const [runtime, module, list] = [
      await secondsOf('-e', '0'),
      await secondsOf(ALMANAC, 'serve', '--help'),
      await firstList(set),
    ];
    if (round === 0) continue;
    runtimes.push(runtime);
    modules.push(module);
    lists.push(list);
  }
  const runtime = median(runtimes);
  const own = median(modules) - runtime;
  return {
    ...{ unit: 's', goal: atMost(0.5), value: spread(lists) },
    context: `a runtime that does nothing takes ${shown(runtime)} s, loading the modules ${shown(own)} s`,
  };
}

async function firstList(set: DataSet): Promise<number> {
  const began = performance.now();
  const { child, port } = await spawnService(set);
  await untilAnswers(port, child, EVENTS);
  const seconds = (performance.now() - began) / 1000;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return seconds;
}

/** Seconds until a process with these arguments has ended by itself. */
async function secondsOf(...args: string[]): Promise<number> {
  const began = performance.now();
  await once(node(args, {}), 'exit');
  return (performance.now() - began) / 1000;
}
