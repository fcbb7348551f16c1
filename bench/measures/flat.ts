import { Connection } from '../connection.ts';
import type { DataSet } from '../data.ts';
import { atMost, median, shown, spread } from '../figures.ts';
import { type Kind, kinds } from '../kinds.ts';
import { type Found, Scout } from '../others.ts';
import { startService } from '../processes.ts';
import { type Measure, type Run, size } from './measure.ts';

/** Requests of each kind per calendar and round. */
const REQUESTS = 8;

/**
 * The time of one response to a single client, in the largest calendar and in the smallest. Each request shows events
 * that none before it has shown.
 */
export const flat: Measure = {
  name: 'flat',
  async run(run) {
    await using stack = new AsyncDisposableStack();
    const places: Place[] = [];
    for (const set of run.sets) places.push({ set, scout: stack.use(await Scout.start(set)) });
    // A short run takes every third kind.
    for (const kind of kinds.filter((_, at) => !run.quick || at % 3 === 0)) await measure(run, kind, places);
  },
};

interface Place {
  set: DataSet;
  scout: Scout;
}

async function measure(run: Run, kind: Kind, places: readonly Place[]): Promise<void> {
  const wanted = (run.rounds.rounds + 1) * REQUESTS;
  const found: Found[][] = [];
  for (const { set, scout } of places) found.push(await scout.others(kind, set, wanted));
  const head = {
    ...{ measure: `flat: ${kind.name}`, unit: '' as const },
    events: `${size(places.at(-1)!.set)} : ${size(places[0]!.set)}`,
  };
  const each = Math.floor(Math.min(...found.map(({ length }) => length)) / (run.rounds.rounds + 1));
  if (each === 0) {
    const lists = found.map(({ length }, at) => `${size(places[at]!.set)}: ${length}`).join(', ');
    const context = `too few lists of other events each: ${lists}`;
    run.report({ ...head, goal: undefined, value: undefined, context });
    return;
  }
  const times = await measureRounds(run, places, found, each);
  for (const [index, { set }] of places.entries())
    run.series({ kind: kind.name, events: set.calendar.size, milliseconds: median(times[index]!) });
  const told = places.map(({ set }, index) => {
    const events = mean(found[index]!.slice(0, (run.rounds.rounds + 1) * each).map(one => one.events));
    return `${size(set)}: ${shown(median(times[index]!))} ms with ${shown(events)} events`;
  });
  run.report({
    ...head,
    // With a single calendar there is no comparison.
    goal: places.length > 1 ? atMost(kind.goal) : undefined,
    value:
      places.length > 1 ? spread(times.at(-1)!.map((time, round) => time / times[0]![round]!)) : undefined,
    context: `${told.join(', ')}; ${each} lists a round`,
  });
}

/** The median time of each round, for each calendar. The calendars are measured in turn, by fresh processes. */
async function measureRounds(
  run: Run,
  places: readonly Place[],
  found: readonly Found[][],
  each: number,
): Promise<number[][]> {
  await using stack = new AsyncDisposableStack();
  const connections: Connection[] = [];
  for (const { set, scout } of places) {
    const connection = await Connection.open(stack.use(await startService(set)).port);
    stack.defer(() => connection.close());
    for (const request of scout.warming) await connection.ask(request);
    connections.push(connection);
  }
  const times = places.map((): number[] => []);
  for (let round = 0; round <= run.rounds.rounds; round++)
    for (const [index, connection] of connections.entries()) {
      const requests = found[index]!.slice(round * each, (round + 1) * each);
      const taken = await timesOf(connection, requests);
      // The first round warms up what is special about this kind of list.
      if (round > 0) times[index]!.push(median(taken));
    }
  return times;
}

/** Times of single requests one after the other, in milliseconds. */
async function timesOf(connection: Connection, requests: readonly Found[]): Promise<number[]> {
  const times: number[] = [];
  for (const { request } of requests) {
    const began = performance.now();
    await connection.ask(request);
    times.push(performance.now() - began);
  }
  return times;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
