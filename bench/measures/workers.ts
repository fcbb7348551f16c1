import { type Cost, measured } from '../cost.ts';
import type { DataSet } from '../data.ts';
import { atLeast, median, shown, spread } from '../figures.ts';
import { load } from '../load.ts';
import { ALL_CORES, freeLoad, startService } from '../processes.ts';
import { varied } from '../varied.ts';
import { type Measure, type Run, size } from './measure.ts';

/** The lists that two processes answer against those of one. Nothing is bound to a core, not even the load generator. */
export const workers: Measure = {
  name: 'workers',
  async run(run) {
    using _free = freeLoad();
    for (const set of new Set([run.sets[0]!, run.sets.at(-1)!])) await measureSet(run, set);
  },
};

async function measureSet(run: Run, set: DataSet): Promise<void> {
  await using one = await startService(set, { workers: 1, cores: ALL_CORES });
  await using two = await startService(set, { workers: 2, cores: ALL_CORES });
  const next = varied(set, true);
  const { rounds, seconds } = run.rounds;
  for (const { port } of [one, two]) await load(port, next, { seconds: seconds * 2 });
  const pairs: { one: Cost; two: Cost }[] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push({
      one: await measured(one, next, { seconds }),
      two: await measured(two, next, { seconds }),
    });
  const told = (of: 'one' | 'two') => {
    const middle = (figure: (cost: Cost) => number) => shown(median(pairs.map(pair => figure(pair[of]))));
    const cores = middle(({ cpu, rate }) => (cpu * rate) / 1000);
    return `${middle(({ rate }) => rate)} lists/s on ${cores} cores, the load generator on ${middle(({ busy }) => busy)} of one`;
  };
  run.report({
    ...{ measure: 'workers: varied lists, two against one', events: size(set), unit: '', goal: atLeast(1.7) },
    value: spread(pairs.map(pair => pair.two.rate / pair.one.rate)),
    context: `one: ${told('one')}; two: ${told('two')}`,
  });
}
