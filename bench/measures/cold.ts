import { setTimeout } from 'node:timers/promises';
import { get } from '../connection.ts';
import { measured } from '../cost.ts';
import type { DataSet } from '../data.ts';
import { atLeast, atMost, type Goal, median, spread } from '../figures.ts';
import { EVENTS } from '../kinds.ts';
import { load, type Next } from '../load.ts';
import { metered } from '../meter.ts';
import { startBare, startService } from '../processes.ts';
import { pick, random, shuffled } from '../random.ts';
import { againstBare, type Pair, ratioOf } from '../ratio.ts';
import { varied } from '../varied.ts';
import { type Measure, type Run, size } from './measure.ts';
import { typical } from './rates.ts';

/** Reads that hardly anybody asks for twice. */
interface Rare {
  name: string;
  /** Requests of which none asks for what an earlier one asked for. */
  once(set: DataSet): Next;
  /** How many of them a fresh process is sent. */
  count: number;
  /** Requests for a process that has answered many. */
  often(set: DataSet): Next;
  goals: {
    /** The part of the bare server's rate, of a fresh process and later. */
    cold(set: DataSet): Goal | undefined;
    warm: Goal;
    /** Milliseconds of processor time for an answer. */
    cpu(set: DataSet): Goal | undefined;
    /** The same of the largest calendar against the smallest. */
    growth: Goal | undefined;
  };
}

const isLarge = ({ calendar }: DataSet): boolean => calendar.size >= 1_000_000;

const rare: readonly Rare[] = [
  {
    ...{ name: 'varied', count: 2_000 },
    once: set => varied(set, true),
    often: set => varied(set, true),
    goals: {
      ...{ cold: () => undefined, warm: atLeast(0.2), growth: atMost(2) },
      cpu: set => (isLarge(set) ? atMost(1) : undefined),
    },
  },
  {
    ...{ name: 'single', count: 8_000 },
    once: eachEvent,
    often: anyEvent,
    goals: {
      ...{ warm: atLeast(0.6), cpu: () => undefined, growth: undefined },
      cold: set => (isLarge(set) ? undefined : atLeast(0.3)),
    },
  },
];

/** Each public event once, in a random order. */
function eachEvent({ readable }: DataSet): Next {
  const ids = shuffled(random(5, 1), readable);
  let sent = 0;
  return () => get(`${EVENTS}/${ids[sent++ % ids.length]}`);
}

/** A random public event. */
function anyEvent({ readable }: DataSet): Next {
  const draw = random(5);
  return () => get(`${EVENTS}/${pick(draw, readable)}`);
}

/** Answers that no process has ready: by processes that have just started, and by one that has answered many others. */
export const coldAndWarm: readonly Measure[] = rare.map(read => ({
  name: read.name,
  async run(run) {
    const times: Record<State, number[][]> = { cold: [], warm: [] };
    for (const set of run.sets)
      for (const [state, pairs] of Object.entries(await measureSet(run, read, set)))
        times[state as State].push(pairs.map(({ service }) => service.cpu));
    if (run.sets.length < 2 || !metered) return;
    for (const [state, [smallest, ...others]] of Object.entries(times)) {
      const ratios = others.at(-1)!.map((cpu, round) => cpu / smallest![round]!);
      run.report({
        measure: `${read.name}, ${state}: processor time`,
        events: `${size(run.sets.at(-1)!)} : ${size(run.sets[0]!)}`,
        ...{ unit: '', goal: read.goals.growth, value: spread(ratios), context: '' },
      });
    }
  },
}));

type State = 'cold' | 'warm';

/** A service loads what it needs for writes a second after its start. */
const SETTLED = 1_500;

async function measureSet(run: Run, read: Rare, set: DataSet): Promise<Record<State, Pair[]>> {
  const { rounds, seconds } = run.rounds;
  const recorded = await recordedBy(read, set);
  const cold: Pair[] = [];
  {
    await using bare = await startBare(recorded);
    await load(bare.port, read.often(set), { seconds });
    for (let round = 0; round < rounds; round++) {
      const before = await measured(bare, read.often(set), { seconds });
      await using service = await startService(set);
      await setTimeout(SETTLED);
      const count = Math.min(run.quick ? read.count / 4 : read.count, set.readable.length);
      cold.push({ bare: before, service: await measured(service, read.once(set), { count }) });
    }
  }
  tell(run, read, set, 'cold', cold, read.goals.cold(set), recorded);
  await using service = await startService(set);
  const next = read.often(set);
  await load(service.port, next, run.quick ? { seconds: 1 } : { count: 50_000, seconds: 8 });
  const warm = await againstBare(service, recorded, next, run.rounds);
  tell(run, read, set, 'warm', warm, read.goals.warm, recorded);
  return { cold, warm };
}

/** A typical response, from a process that is not measured. It also fills the runtime's cache of compiled code. */
async function recordedBy(read: Rare, set: DataSet) {
  await using service = await startService(set);
  return await typical(service, read.often(set));
}

function tell(
  run: Run,
  { name, goals }: Rare,
  set: DataSet,
  state: State,
  pairs: readonly Pair[],
  goal: Goal | undefined,
  recorded: Parameters<typeof ratioOf>[1],
): void {
  const measure = `${name}, ${state}`;
  const answers = Math.round(median(pairs.map(({ service }) => service.answers)));
  const asked =
    state === 'cold' ? `the first ${answers.toLocaleString('en')} answers of a process` : 'sustained';
  const told = ratioOf(pairs, recorded, goal);
  run.report({ measure, events: size(set), ...told, context: `${asked}: ${told.context}` });
  if (!metered) return;
  run.report({
    ...{ measure: `${measure}: processor time`, events: size(set), unit: 'ms', goal: goals.cpu(set) },
    value: spread(pairs.map(({ service }) => service.cpu)),
    context: 'an answer',
  });
}
