import { setTimeout } from 'node:timers/promises';
import { Connection, get } from '../connection.ts';
import { measured } from '../cost.ts';
import type { DataSet } from '../data.ts';
import { atLeast, atMost, median, shown, spread } from '../figures.ts';
import { categoryOf } from '../generate.ts';
import { EVENTS, pathOf, type Query } from '../kinds.ts';
import type { Next } from '../load.ts';
import { metered } from '../meter.ts';
import { startBare, startService } from '../processes.ts';
import { pick, random, shuffled } from '../random.ts';
import { varied } from '../varied.ts';
import { type Measure, type Run, size } from './measure.ts';
import { eventPages } from './town.ts';

const HTML = { accept: 'text/html' };
/** A service loads what it needs for writes a second after its start. */
const SETTLED = 1_500;

/** A page that visitors open, each address once. */
interface Visit {
  readonly name: string;
  readonly paths: (set: DataSet) => Promise<readonly string[]>;
  /** The first answers of a process, and those that follow. */
  readonly young: number;
  readonly old: number;
  /** Milliseconds of processor time for an answer of an old process, and of a young one. */
  readonly goals: Readonly<Record<'young' | 'old', number>>;
}

const pages: readonly Visit[] = [
  { name: 'event', paths: eventPaths, young: 500, old: 2_500, goals: { young: 2, old: 1.2 } },
  { name: 'month', paths: async () => monthPaths(), young: 50, old: 500, goals: { young: 2.5, old: 2.5 } },
];

/** What visitors open that nobody has opened before, in a young process and in an old one; single events between other traffic. */
export const visits: Measure = {
  name: 'visits',
  async run(run) {
    for (const set of run.sets) {
      if (metered) for (const page of pages) await measurePage(run, set, page);
      await singlesBetween(run, set);
    }
  },
};

async function measurePage(run: Run, set: DataSet, { name, paths, young, old, goals }: Visit): Promise<void> {
  const all = await paths(set);
  const costs = { young: [] as number[], old: [] as number[] };
  const longest = { young: 0, old: 0 };
  for (let round = 0; round < run.rounds.rounds; round++) {
    const once = shuffled(random(21, round), all);
    let at = 0;
    const next: Next = () => get(once[at++ % once.length]!, HTML);
    await using service = await startService(set);
    await setTimeout(SETTLED);
    for (const [age, count] of [
      ['young', young],
      ['old', old],
    ] as const) {
      const { cpu, times } = await measured(service, next, { count, connections: 1 });
      costs[age].push(cpu);
      longest[age] = Math.max(longest[age], ...times);
    }
  }
  for (const age of ['young', 'old'] as const)
    run.report({
      ...{ measure: `visits: ${name}, ${age} process: processor time`, events: size(set), unit: 'ms' },
      ...{ goal: atMost(goals[age]), value: spread(costs[age]) },
      context: `${age === 'young' ? `the first ${young} answers` : `the next ${old}`}; the longest answer ${shown(longest[age])} ms`,
    });
}

/** The addresses of public events. */
async function eventPaths(set: DataSet): Promise<string[]> {
  await using service = await startService(set);
  return (await eventPages(service.port, 60)).map(path => `${path}/`);
}

/** Each month of some years with each of some categories. */
function monthPaths(): string[] {
  const first = Temporal.Now.plainDateISO().with({ day: 1 }).subtract({ months: 24 });
  return Array.from({ length: 600 }, (_, i) => {
    const month = String(first.add({ months: i % 50 })).slice(0, 7);
    const filter: Query = i < 50 ? {} : { categories: categoryOf(Math.floor(i / 50)) };
    return pathOf(filter, `/events/month/${month}/`);
  });
}

/** How many other requests stand between two single events. */
const BETWEEN = 9;

/** The time of a single event between lists, months and pages, as a part of that of the bare server for the same bytes. */
async function singlesBetween(run: Run, set: DataSet): Promise<void> {
  const draw = random(22);
  const paths = [...(await eventPaths(set)), ...monthPaths()];
  const lists = varied(set, true);
  const other: Next = () => (draw() < 0.5 ? lists() : get(pick(draw, paths), HTML));
  await using service = await startService(set);
  const connection = await Connection.open(service.port);
  const single = () => get(`${EVENTS}/${pick(draw, set.readable.slice(0, 300))}`);
  const recorded = await connection.ask(single(), true);
  await using bare = await startBare(recorded);
  const bareConnection = await Connection.open(bare.port);
  const timed = async (to: Connection, request: string) => {
    const began = performance.now();
    await to.ask(request);
    return performance.now() - began;
  };
  const rounds: { bare: number; service: number }[] = [];
  for (let round = 0; round <= run.rounds.rounds; round++) {
    const [own, bareOnes]: [number[], number[]] = [[], []];
    for (let i = 0; i < (run.quick ? 100 : 400); i++) {
      for (let between = 0; between < BETWEEN; between++) await connection.ask(other());
      own.push(await timed(connection, single()));
      bareOnes.push(await timed(bareConnection, single()));
    }
    if (round > 0) rounds.push({ bare: median(bareOnes), service: median(own) });
  }
  connection.close();
  bareConnection.close();
  run.report({
    ...{ measure: 'visits: single event between others', events: size(set), unit: '', goal: atLeast(0.3) },
    value: spread(rounds.map(({ bare, service }) => bare / service)),
    context: `${shown(median(rounds.map(({ service }) => service)))} ms against ${shown(median(rounds.map(({ bare }) => bare)))} ms of the bare server; 300 events, one of ${BETWEEN + 1} requests`,
  });
}
