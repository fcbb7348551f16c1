import { once } from 'node:events';
import { Connection, get } from '../connection.ts';
import { type DataSet, dataSet } from '../data.ts';
import { exported } from '../exported.ts';
import { atMost, median, type Spread, shown, spread } from '../figures.ts';
import { Gaps } from '../gaps.ts';
import { EVENTS, kinds, requestOf } from '../kinds.ts';
import type { Next } from '../load.ts';
import { newEvents } from '../new-events.ts';
import { almanac, settingsOf, startService } from '../processes.ts';
import { pick, random } from '../random.ts';
import { copyOf } from '../scratch.ts';
import { type Measure, type Run, size } from './measure.ts';

const GOAL = atMost(50);
/** Requests of each kind per round. Slow kinds get fewer. */
const REQUESTS = 3;
const BUDGET = 300;

/** Milliseconds for which one request blocks all others. */
export const blocked: Measure = {
  name: 'blocked',
  async run(run) {
    await byRequests(run);
    await besideImport(run);
  },
};

async function byRequests({ sets, quick, report }: Run): Promise<void> {
  const set = sets.at(-1)!;
  const rounds = quick ? 2 : 5;
  await using service = await startService(set);
  await using gaps = await Gaps.open(service.port);
  const found: { name: string; gap: Spread }[] = [];
  for (const { name, next } of requestsOf(set)) {
    const connection = await Connection.open(service.port);
    const longest: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const gap = await gaps.during(async () => {
        const until = performance.now() + BUDGET;
        for (let i = 0; i === 0 || (i < REQUESTS && performance.now() < until); i++)
          await connection.ask(next());
      });
      if (round > 0) longest.push(gap);
    }
    connection.close();
    found.push({ name, gap: spread(longest) });
  }
  found.sort((a, b) => b.gap.median - a.gap.median);
  const others = found.slice(0, 6).map(({ name, gap }) => `${name} ${shown(gap.median)} ms`);
  const over = found.filter(({ gap }) => gap.median > GOAL.bound).length;
  report({
    measure: `blocked: ${found[0]!.name}`,
    events: size(set),
    unit: 'ms',
    goal: GOAL,
    value: found[0]!.gap,
    context: `the longest of ${found.length} kinds, ${over} of which are over the goal: ${others.join(', ')}`,
  });
}

/** Every kind of read. */
function requestsOf(set: DataSet): { name: string; next: Next }[] {
  const draw = random(9);
  const lists = kinds.map(kind => {
    let asked = 0;
    return { name: kind.name, next: () => requestOf(kind, ++asked, set) };
  });
  return [
    ...lists,
    { name: 'the same list', next: () => get(EVENTS) },
    { name: 'single', next: () => get(`${EVENTS}/${pick(draw, set.readable)}`) },
  ];
}

/** The same for reads and creates while another process imports into the store. */
async function besideImport(run: Run): Promise<void> {
  const set = await dataSet(run.store, 10_000);
  const file = await exported(run.quick ? 2_000 : 20_000);
  for (const [name, next] of [
    ['reading', () => get(EVENTS)],
    ['creating', newEvents(set)],
  ] as const) {
    await using scratch = await copyOf(set);
    await using service = await startService(scratch);
    await using gaps = await Gaps.open(service.port);
    const connection = await Connection.open(service.port);
    const child = almanac(['import', file, '--new-ids'], settingsOf(scratch), 'ignore');
    const ended = once(child, 'exit');
    const waits: number[] = [];
    while (child.exitCode === null) waits.push(await gaps.during(() => connection.ask(next())));
    await ended;
    connection.close();
    const longest = Math.max(...waits);
    run.report({
      ...{ measure: `blocked: ${name} beside an import`, events: size(set), unit: 'ms', goal: GOAL },
      value: { median: longest, least: median(waits), most: longest },
      context: `the longest of ${shown(waits.length)} requests; their median is the least`,
    });
  }
}
