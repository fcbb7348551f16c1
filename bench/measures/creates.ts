import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { post } from '../connection.ts';
import type { DataSet } from '../data.ts';
import { atLeast, type Goal, median, shown, spread } from '../figures.ts';
import { categoryOf } from '../generate.ts';
import { EVENTS } from '../kinds.ts';
import { load, type Next } from '../load.ts';
import { node, startService } from '../processes.ts';
import { copyOf, type Scratch } from '../scratch.ts';
import { type Measure, type Run, size } from './measure.ts';

/** Bytes of an event's row as `creates` sends it. */
const ROW_BYTES = 400;
const RAW = fileURLToPath(new URL('../raw-commits.ts', import.meta.url));

/** Creates of events, compared with bare commits of one row each, to the same store on the same disk. */
export const creates: Measure = {
  name: 'creates',
  async run(run) {
    const set = run.sets.findLast(({ calendar }) => calendar.size <= 100_000) ?? run.sets[0]!;
    await using scratch = await copyOf(set);
    await compare(run, set, scratch, 1, atLeast(0.5));
    await compare(run, set, scratch, 16, run.store === 'sqlite' ? atLeast(2) : undefined);
  },
};

async function compare(
  run: Run,
  set: DataSet,
  scratch: Scratch,
  clients: number,
  goal: Goal | undefined,
): Promise<void> {
  await using service = await startService(scratch);
  const next = newEvents(set);
  const { rounds, seconds } = run.rounds;
  const pairs: { raw: number; created: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const raw = await rawCommits(scratch, seconds);
    const { rate } = await load(service.port, next, { seconds, connections: clients });
    if (round > 0) pairs.push({ raw, created: rate });
  }
  const created = shown(median(pairs.map(pair => pair.created)));
  run.report({
    ...{ measure: `creates${clients}`, events: size(set), unit: '', goal },
    value: spread(pairs.map(pair => pair.created / pair.raw)),
    context: `${created} creates/s against ${shown(median(pairs.map(pair => pair.raw)))} commits/s`,
  });
}

/** Requests that each create an event. */
export function newEvents({ administrator, calendar }: DataSet): Next {
  let created = 0;
  return () => {
    const start = new Date((calendar.anchor + (created % 500) * 86_400) * 1000).toISOString().slice(0, 10);
    const body = {
      title: `Concert de primavera ${created++}`,
      start_date: `${start} 19:00:00`,
      end_date: `${start} 21:00:00`,
      categories: [categoryOf(created % 10)],
    };
    return post(EVENTS, { authorization: administrator }, body);
  };
}

async function rawCommits({ folder, url }: Scratch, seconds: number): Promise<number> {
  const args = [RAW, join(folder, 'raw.sqlite'), url, String(seconds), String(ROW_BYTES)];
  const child = node(args, {}, ['ignore', 'pipe', 'inherit']);
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
  });
  await once(child, 'close');
  return Number(printed);
}
