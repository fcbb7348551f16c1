import { setTimeout } from 'node:timers/promises';
import { between, pick, type Random, random } from '../../bench/random.ts';
import type { Child } from '../child.ts';
import { openGallery, picture } from '../pictures.ts';
import type { Account } from '../service.ts';
import { check } from './check.ts';
import { openEngine, type Store } from './engine.ts';
import { makeEditor, type Service, start, startInVain, untilItAnswers } from './service.ts';
import { Writer } from './writer.ts';

export interface Plan {
  store: Store;
  rounds: number;
  /** What happens follows from it, but for what the clocks of the processes make of it. */
  seed: number;
  /** Events that are there before: with more than 2,000 their index is kept on disk. */
  events: number;
  /** Is told the number of each round that has been passed. */
  passed?: (round: number, report: Report) => void;
}

export interface Report {
  acknowledged: number;
  /** Writes that were not acknowledged. */
  unsure: number;
  /** How often each was killed. */
  killed: Record<Victim, number>;
}

/** What is killed; a start is one of the service that is to end another one's work. */
export type Victim = 'service' | 'database' | 'both' | 'start';

/** Writers who keep a few records each, and who keep many events. */
const [FEW, MANY] = [5, 2];

/** Milliseconds for which writers write before the end, and in which a service may start. */
const WRITING = [20, 400] as const;
const STARTING = [50, 700] as const;

/** Kills a service, or its database, while writers write, again and again; fails where anything is lost. */
export async function crashRounds(plan: Plan): Promise<Report> {
  const { store, seed, rounds, events } = plan;
  const chance = random(seed);
  await using gallery = await openGallery();
  await using engine = await openEngine(store);
  const service = { engine, gallery: gallery.host };
  const file = { bytes: await picture(200, 160), picture: '200x160' };
  const number = (at: number, most: number) => new Writer(at, seed, most, { gallery: gallery.host, file });
  const few = Array.from({ length: FEW }, (_, at) => number(at + 1, 8));
  const many = Array.from({ length: MANY }, (_, at) => number(at + 101, Math.ceil(events / MANY)));
  const writers = events > 0 ? [...few, ...many] : few;
  const report: Report = {
    acknowledged: 0,
    unsure: 0,
    killed: { service: 0, database: 0, both: 0, start: 0 },
  };

  // Nothing has ever been made here.
  await startInVain(service, between(chance, ...STARTING));
  let child = await start(service);
  try {
    const as = await makeEditor(engine, child);
    if (events > 0) await Promise.all(many.map(writer => writer.fill({ site: child.site, as })));
    for (let round = 1; round <= rounds; round++) {
      const victim = pick(chance, VICTIMS[store]);
      report.killed[victim]++;
      child = await crash(service, child, { writers, as, victim, chance });
      await check(engine, child, { writers, as, random: chance });
      for (const name of ['acknowledged', 'unsure'] as const)
        report[name] = writers.reduce((sum, writer) => sum + writer[name], 0);
      plan.passed?.(round, report);
    }
  } finally {
    await child[Symbol.asyncDispose]();
  }
  return report;
}

const VICTIMS: Record<Store, readonly Victim[]> = {
  sqlite: ['service', 'service', 'service', 'start'],
  postgres: ['service', 'database', 'both', 'start', 'database'],
};

interface Round {
  writers: readonly Writer[];
  as: Account;
  victim: Victim;
  chance: Random;
}

/** Has writers write until something is killed; resolves to the process that serves afterwards. */
async function crash(service: Service, child: Child, { writers, as, victim, chance }: Round): Promise<Child> {
  const { engine } = service;
  const writing = Promise.all(writers.map(writer => writer.write({ site: child.site, as })));
  // It is waited for later; until then nobody has to hear of it.
  writing.catch(() => {});
  await setTimeout(between(chance, ...WRITING));
  if (victim !== 'database') child.process.kill('SIGKILL');
  if (victim !== 'service' && victim !== 'start') await engine.kill();
  await writing;
  if (victim === 'database') {
    await engine.start();
    await untilItAnswers(child);
    return child;
  }
  await child.ended;
  if (victim === 'both') await engine.start();
  await engine.quiet();
  if (victim === 'start') await startInVain(service, between(chance, ...STARTING));
  return start(service);
}
