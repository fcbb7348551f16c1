import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { type DataSet, dataSet } from '../data.ts';
import { random } from '../random.ts';
import { copyOf } from '../scratch.ts';
import { varied } from '../varied.ts';
import { faults } from './faults.ts';
import { Load } from './load.ts';
import { head, line, verdicts } from './report.ts';
import { holds, judge, judgeRest, type Row } from './rules.ts';
import { type Observed, startObserved } from './service.ts';
import { pictures, reads, type World, writes } from './traffic.ts';

/** Events of the calendar. */
const SIZE = 10_000;
/** Rows of a short run, and the shortest and longest row in seconds. */
const ROWS = 12;
const [LEAST, MOST] = [5, 60];
/** Milliseconds after which the traces of a request have gone. */
const REST = 3000;

async function main(args: string[]): Promise<void> {
  const seconds = readMinutes(args) * 60;
  const set = await dataSet('sqlite', SIZE);
  await using scratch = await copyOf(set);
  const service = await startObserved(scratch);
  await setTimeout(REST);
  const before = await service.sample();
  const world = await worldOf(set);
  const load = new Load(service.port, world, [...reads, ...writes, ...pictures, ...faults(service.port)]);
  const rows = await watch(service, load, world, seconds);
  await load.end();
  await setTimeout(REST);
  const judged = [...judge(rows), ...judgeRest(before, await service.sample())];
  const status = await service.end();
  console.log(`\n${verdicts(judged)}`);
  const wrong = [...load.failures, ...service.errors, ...(status === 0 ? [] : [`it ended with ${status}`])];
  console.log(`${load.failed} requests were answered otherwise than expected`);
  for (const text of wrong) console.log(text);
  if (wrong.length > 0 || !judged.every(holds)) process.exitCode = 1;
}

function readMinutes(args: string[]): number {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '20' } } });
  const minutes = Number(values.minutes);
  if (minutes >= 1) return minutes;
  throw new TypeError(`--minutes: a number from 1 on is expected, not "${values.minutes}"`);
}

async function worldOf(set: DataSet): Promise<World> {
  const next = varied(set, false);
  const plain = { width: 400, height: 300, channels: 3, background: '#369' } as const;
  return {
    ...{ set, draw: random(11), sent: 0, made: [], pictures: [], written: { records: 0, changes: 0 } },
    // Only the path of the request is used.
    lists: () => next().split(' ', 2)[1]!,
    picture: await sharp({ create: plain }).png().toBuffer(),
  };
}

/** Samples a row from time to time, and prints it immediately. */
async function watch(service: Observed, load: Load, world: World, seconds: number): Promise<Row[]> {
  const every = Math.min(Math.max(seconds / ROWS, LEAST), MOST);
  const began = performance.now();
  const rows: Row[] = [];
  console.log(head());
  for (let at = every; at <= seconds + 0.001; at += every) {
    await setTimeout(Math.max(began + at * 1000 - performance.now(), 0));
    const times = load.take();
    const answers = [...times.values()].reduce((sum, { length }) => sum + length, 0);
    rows.push({ at, sample: await service.sample(), answers, times, written: { ...world.written } });
    console.log(line(rows.at(-1)!));
  }
  return rows;
}

await main(process.argv.slice(2));
