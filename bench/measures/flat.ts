import { Connection } from '../connection.ts';
import type { DataSet } from '../data.ts';
import { atMost, median, shown, spread } from '../figures.ts';
import { type Kind, kinds, requestOf, totalOf } from '../kinds.ts';
import { type Running, startService } from '../processes.ts';
import { type Measure, type Run, size } from './measure.ts';

/** The time of one response to a single client, in the largest calendar and in the smallest. */
export const flat: Measure = {
  name: 'flat',
  async run(run) {
    await using stack = new AsyncDisposableStack();
    const places: Place[] = [];
    // All run at once and are measured in turn: an idle service costs nothing.
    for (const set of run.sets) places.push({ set, service: stack.use(await startService(set)), asked: 0 });
    for (const kind of kinds) await measure(run, kind, places);
  },
};

interface Place {
  set: DataSet;
  service: Running;
  /** How many requests it has received, so that no two are equal. */
  asked: number;
}

async function measure(run: Run, kind: Kind, places: readonly Place[]): Promise<void> {
  for (const { set, service } of places) await totalOf(kind, set, service.port);
  const times = places.map((): number[] => []);
  for (let round = 0; round <= run.rounds.rounds; round++) {
    for (const [index, place] of places.entries()) {
      const taken = await ask(kind, place, budgetOf(run));
      if (round > 0) times[index]!.push(median(taken));
    }
  }
  const ratios = times.at(-1)!.map((time, round) => time / times[0]![round]!);
  const milliseconds = places.map(({ set }, index) => `${size(set)}: ${shown(median(times[index]!))} ms`);
  for (const [index, { set }] of places.entries())
    run.series({ kind: kind.name, events: set.calendar.size, milliseconds: median(times[index]!) });
  run.report({
    measure: `flat: ${kind.name}`,
    events: `${size(places.at(-1)!.set)} : ${size(places[0]!.set)}`,
    unit: '',
    // With a single calendar there is no comparison.
    goal: places.length > 1 ? atMost(kind.goal) : undefined,
    value: places.length > 1 ? spread(ratios) : undefined,
    context: milliseconds.join(', '),
  });
}

/** Milliseconds per calendar and round. */
const budgetOf = ({ quick }: Run): number => (quick ? 60 : 300);
const LEAST = 2;

/** Times of single requests one after the other, in milliseconds. */
async function ask(kind: Kind, place: Place, budget: number): Promise<number[]> {
  const connection = await Connection.open(place.service.port);
  const until = performance.now() + budget;
  const times: number[] = [];
  while (times.length < LEAST || performance.now() < until) {
    const request = requestOf(kind, ++place.asked, place.set);
    const began = performance.now();
    await connection.ask(request);
    times.push(performance.now() - began);
  }
  connection.close();
  return times;
}
