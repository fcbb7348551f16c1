import { Connection } from '../connection.ts';
import type { DataSet } from '../data.ts';
import { atMost, median, shown, spread } from '../figures.ts';
import { type Kind, requestOf, totalOf } from '../kinds.ts';
import type { Running } from '../processes.ts';
import { type Run, size } from './measure.ts';

const REQUESTS = 30;

/** A calendar that a service serves. */
export interface Place {
  readonly set: DataSet;
  readonly service: Running;
}

/** A small calendar has few series, so that a rare combination may find nothing in it. */
const finds = (run: Run, kind: Kind, { set, service }: Place): Promise<boolean> =>
  totalOf(kind, set, service.port).then(
    () => true,
    ({ message }: Error) => {
      run.tell(`${kind.name}: ${message}`);
      return false;
    },
  );

let asked = 0;

/** The time of a list of one place against a list of another one, round by round. */
export async function compare(
  run: Run,
  name: string,
  base: Kind,
  kind: Kind,
  [first, second]: readonly [Place, Place],
): Promise<void> {
  if (!(await finds(run, base, first)) || !(await finds(run, kind, second))) return;
  const pairs: [number, number][] = [];
  for (let round = 0; round <= run.rounds.rounds; round++) {
    const pair: [number, number] = [await time(base, first), await time(kind, second)];
    if (round > 0) pairs.push(pair);
  }
  const [without, withSeries] = [0, 1].map(at => shown(median(pairs.map(pair => pair[at]!))));
  run.report({
    ...{ measure: `${name}: ${kind.name}`, events: size(second.set), unit: '', goal: atMost(kind.goal) },
    value: spread(pairs.map(([one, other]) => other / one)),
    context: `${withSeries} ms against ${without} ms`,
  });
}

async function time(kind: Kind, { set, service }: Place): Promise<number> {
  const connection = await Connection.open(service.port);
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const request = requestOf(kind, ++asked, set);
    const began = performance.now();
    await connection.ask(request);
    times.push(performance.now() - began);
  }
  connection.close();
  return median(times);
}
