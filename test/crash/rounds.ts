import { between, pick, random } from '../../bench/random.ts';
import { openGallery, picture } from '../pictures.ts';
import { openEngine, type Store } from './engine.ts';
import { beginTrial, killFirstStart, type Victim } from './trial.ts';
import { Writer } from './writer.ts';

export interface Plan {
  store: Store;
  rounds: number;
  /** Determines the writes. Their outcome also depends on timing. */
  seed: number;
  /** Events that exist before. With more than 2,000, their index is kept on disk. */
  events: number;
  /** The number of processes that serve. */
  workers?: number;
  /** Called with the number of each passed round. */
  passed?: (round: number, report: Report) => void;
}

export interface Report {
  acknowledged: number;
  /** Writes that were not acknowledged. */
  unsure: number;
  /** How often each victim was killed. */
  killed: Map<Victim, number>;
}

/** Kills a service, or its database, during writes, again and again; fails if anything is lost. */
export async function crashRounds(plan: Plan): Promise<Report> {
  await using gallery = await openGallery();
  await using engine = await openEngine(plan.store);
  const { few, many } = await makeWriters(plan, gallery.host);
  const chance = random(plan.seed);
  const service = { engine, gallery: gallery.host, workers: plan.workers ?? 1 };
  await killFirstStart(service, chance);
  await using trial = await beginTrial(service, chance);
  if (many.length > 0) await trial.fill(many);
  const writers = [...few, ...many];
  const victims = service.workers > 1 ? [...VICTIMS[plan.store], ...WORKERS] : VICTIMS[plan.store];
  const killed = new Map<Victim, number>();
  for (let round = 1; round <= plan.rounds; round++) {
    const victim = pick(chance, victims);
    killed.set(victim, (killed.get(victim) ?? 0) + 1);
    await trial.crash(victim, writers, between(chance, 0, MOST));
    await trial.check(writers);
    plan.passed?.(round, reportOf(writers, killed));
  }
  return reportOf(writers, killed);
}

const VICTIMS: Record<Store, readonly Victim[]> = {
  sqlite: ['service', 'service', 'service', 'start'],
  postgres: ['service', 'database', 'both', 'start', 'database'],
};

/** More victims, of a service with several processes. */
const WORKERS: readonly Victim[] = ['worker', 'worker', 'worker'];

/** Most writes of a round. */
const MOST = 60;

/** Numbers of writers with a few records each, and of writers with many events. */
const [FEW, MANY] = [5, 2];

async function makeWriters({ seed, events }: Plan, gallery: string) {
  const file = { bytes: await picture(200, 160), picture: '200x160' };
  const make = (count: number, first: number, most: number) =>
    Array.from({ length: count }, (_, at) => new Writer(first + at, seed, most, { gallery, file }));
  return { few: make(FEW, 1, 8), many: events > 0 ? make(MANY, 101, Math.ceil(events / MANY)) : [] };
}

const reportOf = (writers: readonly Writer[], killed: Report['killed']): Report => ({
  acknowledged: writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
  unsure: writers.reduce((sum, { unsure }) => sum + unsure, 0),
  killed,
});
