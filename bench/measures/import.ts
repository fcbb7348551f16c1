import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exported } from '../exported.ts';
import { atMost, type Figure, type Goal, median, shown, spread } from '../figures.ts';
import { metered, usedBy } from '../meter.ts';
import { storeServer } from '../postgres.ts';
import { almanac, settingsOf } from '../processes.ts';
import { emptyStore } from '../scratch.ts';
import type { Measure, Run } from './measure.ts';

/**
 * Makes a process print at its end: its processor time in microseconds, the kilobytes of memory that it had at most,
 * and the bytes that it has handed to the disk.
 */
const METER = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    let io = '';
    try { io = readFileSync('/proc/self/io', 'utf8'); } catch {}
    const written = Number(/^write_bytes: (\\d+)/m.exec(io)?.[1] ?? 0);
    console.log('\\n' + JSON.stringify({ cpu: userCPUTime + systemCPUTime, memory: maxRSS, written }));
  });
`)}`;

/** An empty store imports the export of another one. */
export const imports: Measure = {
  name: 'import',
  run: run =>
    run.quick
      ? measure(run, 5_000, undefined, 1)
      : measure(run, 100_000, atMost(run.store === 'sqlite' ? 16 : 20), 3),
};

/** The same with a million events: it takes minutes, so it runs only when it is named. */
export const largeImport: Measure = {
  name: 'million',
  onlyNamed: true,
  run: run => measure(run, 1_000_000, run.store === 'sqlite' ? atMost(200) : undefined, 1),
};

async function measure(run: Run, events: number, goal: Goal | undefined, rounds: number): Promise<void> {
  const file = await exported(events);
  const taken: Taken[] = [];
  for (let round = 0; round < rounds; round++) taken.push(await importOnce(run, file));
  const tell = (
    measure: string,
    of: (one: Taken) => number,
    more: Pick<Figure, 'unit' | 'goal' | 'context'>,
  ) =>
    run.report({
      ...{ measure: `import, ${measure}`, events: events.toLocaleString('en') },
      ...{ ...more, value: spread(taken.map(of)) },
    });
  const middle = (of: (one: Taken) => number) => median(taken.map(of));
  const rate = `${shown(events / middle(({ seconds }) => seconds))} events/s`;
  tell('time', ({ seconds }) => seconds, { unit: 's', goal, context: rate });
  const server =
    run.store === 'postgres' ? `${shown(middle(({ storeCpu }) => storeCpu))} s of the server beside` : '';
  tell('processor time', ({ cpu }) => cpu, { unit: 's', goal, context: server });
  tell('memory', ({ memory }) => memory, { unit: 'MB', goal: atMost(400), context: 'at most at any time' });
  // The server of PostgreSQL writes for itself, and a store of a few events is mostly empty pages.
  if (!metered || run.store === 'postgres') return;
  tell('written against the store', ({ written, stored }) => written / stored, {
    ...{ unit: '', goal: goal && atMost(8) },
    context: `${shown(middle(({ written }) => written / 1e6))} MB for a store of ${shown(middle(({ stored }) => stored / 1e6))} MB`,
  });
}

interface Taken {
  seconds: number;
  /** Seconds of processor time of the import, and of the PostgreSQL server. */
  cpu: number;
  storeCpu: number;
  /** Most megabytes of memory. */
  memory: number;
  /** Bytes handed to the disk, and bytes of the store afterwards. */
  written: number;
  stored: number;
}

async function importOnce({ store }: Run, file: string): Promise<Taken> {
  await using scratch = await emptyStore(store);
  const before = usedBy(storeServer()).cpu;
  const began = performance.now();
  const child = almanac(['import', file], settingsOf(scratch), 'pipe', ['--import', METER]);
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
  });
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - began) / 1000;
  if (code !== 0) throw new Error(`almanac import ended with ${code}: ${printed}`);
  const used = JSON.parse(printed.trimEnd().split('\n').at(-1)!) as Record<
    'cpu' | 'memory' | 'written',
    number
  >;
  return {
    ...{ seconds, cpu: used.cpu / 1e6, memory: used.memory / 1024, written: used.written },
    storeCpu: usedBy(storeServer()).cpu - before,
    stored: sum(globSync(join(scratch.folder, 'almanac.sqlite*')).map(name => statSync(name).size)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
