import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cost, cpuShown, measured } from '../cost.ts';
import type { DataSet } from '../data.ts';
import { atLeast, atMost, type Figure, median, quantile, shown, spread } from '../figures.ts';
import { metered } from '../meter.ts';
import { type Brings, newEvents } from '../new-events.ts';
import { node, type Running, startService } from '../processes.ts';
import { copyOf, type Scratch } from '../scratch.ts';
import { type Measure, type Run, size } from './measure.ts';

/** Bytes of an event's row as `creates` sends it. */
const ROW_BYTES = 400;
const RAW = fileURLToPath(new URL('../raw-commits.ts', import.meta.url));

const KINDS: Record<Brings, string> = {
  little: '',
  ids: ', with text and links',
  names: ', with text and links by name',
};
const CLIENTS = [1, 16];

/** Creates of events, compared with bare commits of one row each, to the same store on the same disk. */
export const creates: Measure = {
  name: 'creates',
  async run(run) {
    for (const set of new Set([run.sets[0]!, run.sets.at(-1)!])) {
      await using scratch = await copyOf(set);
      await using service = await startService(scratch);
      await measureSet(run, set, scratch, service);
    }
  },
};

/** One round: the commits of a process that does nothing else, and the creates of each kind by so many clients. */
interface Round {
  raw: number;
  created: Map<string, Cost>;
}

async function measureSet(run: Run, set: DataSet, scratch: Scratch, service: Running): Promise<void> {
  const { rounds, seconds } = run.rounds;
  const kinds = (Object.keys(KINDS) as Brings[]).map(brings => ({ brings, next: newEvents(set, brings) }));
  const done: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const raw = await rawCommits(scratch, seconds);
    const created = new Map<string, Cost>();
    for (const { brings, next } of kinds)
      for (const connections of CLIENTS)
        created.set(brings + connections, await measured(service, next, { seconds, connections }));
    if (round > 0) done.push({ raw, created });
  }
  for (const { brings } of kinds) for (const clients of CLIENTS) tell(run, set, done, brings, clients);
}

function tell(run: Run, set: DataSet, done: readonly Round[], brings: Brings, clients: number): void {
  const costs = done.map(({ created }) => created.get(brings + clients)!);
  const middle = (figure: (cost: Cost) => number) => median(costs.map(figure));
  const head: Pick<Figure, 'measure' | 'events'> = {
    ...{ measure: `creates${clients}${KINDS[brings]}`, events: size(set) },
  };
  const goals = { 1: atLeast(0.5), 16: run.store === 'sqlite' ? atLeast(2) : undefined };
  const told = cpuShown({ cpu: middle(({ cpu }) => cpu), storeCpu: middle(({ storeCpu }) => storeCpu) });
  run.report({
    ...{ ...head, unit: '', goal: brings === 'little' ? goals[clients as 1 | 16] : undefined },
    value: spread(costs.map(({ rate }, round) => rate / done[round]!.raw)),
    context: `${shown(middle(({ rate }) => rate))} creates/s against ${shown(median(done.map(({ raw }) => raw)))} commits/s, ${told}`,
  });
  if (brings === 'little') return;
  if (metered)
    run.report({
      ...{ ...head, measure: `${head.measure}: processor time`, unit: 'ms', goal: atMost(1) },
      ...{ value: spread(costs.map(({ cpu }) => cpu)), context: 'a create' },
    });
  if (clients === 1) return;
  const at = (part: number) => `${shown(middle(({ times }) => quantile(times, part)))} ms`;
  run.report({
    ...{ ...head, measure: `${head.measure}: 99th percentile against the median`, unit: '', goal: atMost(5) },
    value: spread(costs.map(({ times }) => quantile(times, 0.99) / quantile(times, 0.5))),
    context: `median ${at(0.5)}, 99 of 100 within ${at(0.99)}, the longest ${at(1)}`,
  });
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
