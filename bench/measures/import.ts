import { once } from 'node:events';
import { exported } from '../exported.ts';
import { atMost, type Figure, median, shown, spread } from '../figures.ts';
import { almanac, settingsOf } from '../processes.ts';
import { emptyStore } from '../scratch.ts';
import type { Measure, Run } from './measure.ts';

/** Makes a process print its processor time at the end, in microseconds. */
const METER =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.log("\\n"+(user+system))})';

/** Seconds in which an empty store imports the export of another one. */
export const imports: Measure = {
  name: 'import',
  async run(run) {
    const events = run.quick ? 5_000 : 100_000;
    const file = await exported(events);
    const taken: Taken[] = [];
    for (let round = 0; round < (run.quick ? 1 : 3); round++) taken.push(await importOnce(run, file));
    const wall = taken.map(({ seconds }) => seconds);
    const figure: Pick<Figure, 'events' | 'unit' | 'goal'> = {
      ...{ events: events.toLocaleString('en'), unit: 's' },
      goal: run.quick ? undefined : atMost(20),
    };
    const rate = `${shown(events / median(wall))} events/s`;
    run.report({ measure: 'import, time', ...figure, value: spread(wall), context: rate });
    const cpu = taken.map(({ cpu }) => cpu);
    run.report({ measure: 'import, processor time', ...figure, value: spread(cpu), context: '' });
  },
};

interface Taken {
  seconds: number;
  cpu: number;
}

async function importOnce({ store }: Run, file: string): Promise<Taken> {
  await using scratch = await emptyStore(store);
  const began = performance.now();
  const child = almanac(['import', file], settingsOf(scratch), 'pipe', ['--import', METER]);
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
  });
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - began) / 1000;
  if (code !== 0) throw new Error(`almanac import ended with ${code}: ${printed}`);
  return { seconds, cpu: Number(printed.trimEnd().split('\n').at(-1)) / 1e6 };
}
