import { Connection } from '../connection.ts';
import { type DataSet, dataSet } from '../data.ts';
import { atMost, median, shown, spread } from '../figures.ts';
import { fromToday, type Kind, kinds, requestOf, totalOf } from '../kinds.ts';
import { type Running, startService } from '../processes.ts';
import { type Measure, type Run, size } from './measure.ts';
import { residentOf } from './memory.ts';
import { timesOf } from './start.ts';

const REQUESTS = 30;

const hidden: Kind = {
  name: 'each series once',
  goal: 2,
  query: i => ({ ...fromToday(i), hide_subsequent_recurrences: 'true' }),
};

/** A calendar in which most events are occurrences of series, against one of as many single events. */
export const series: Measure = {
  name: 'series',
  async run(run) {
    const single = run.sets.at(-1)!;
    const repeating = await dataSet(run.store, single.calendar.size, true);
    {
      await using ofSingle = await startService(single);
      await using ofSeries = await startService(repeating);
      const places = [
        { set: single, service: ofSingle },
        { set: repeating, service: ofSeries },
      ] as const;
      for (const kind of kinds) await compare(run, kind, kind, places);
      await compare(run, kinds[0]!, hidden, [places[1], places[1]]);
      const resident = residentOf(ofSeries.pid);
      if (resident !== undefined)
        run.report({
          ...{ measure: 'series: memory', events: size(repeating), unit: 'MB', goal: atMost(330) },
          ...{ value: spread([resident]), context: 'after these lists' },
        });
    }
    run.report({
      ...{ measure: 'series: start', events: size(repeating), unit: 's', goal: atMost(0.5) },
      ...{ value: spread(await timesOf(repeating)), context: '' },
    });
  },
};

interface Place {
  readonly set: DataSet;
  readonly service: Running;
}

/** A small calendar has few series, so that a rare combination may find nothing in it. */
const finds = (run: Run, kind: Kind, { set, service }: Place): Promise<boolean> =>
  totalOf(kind, set, service.port).then(
    () => true,
    ({ message }: Error) => {
      run.tell(`series: ${message}`);
      return false;
    },
  );

let asked = 0;

/** The time of a list of one place against a list of another one, round by round. */
async function compare(run: Run, base: Kind, kind: Kind, [first, second]: readonly [Place, Place]) {
  if (!(await finds(run, base, first)) || !(await finds(run, kind, second))) return;
  const pairs: [number, number][] = [];
  for (let round = 0; round <= run.rounds.rounds; round++) {
    const pair: [number, number] = [await time(base, first), await time(kind, second)];
    if (round > 0) pairs.push(pair);
  }
  const [without, withSeries] = [0, 1].map(at => shown(median(pairs.map(pair => pair[at]!))));
  run.report({
    ...{ measure: `series: ${kind.name}`, events: size(second.set), unit: '', goal: atMost(kind.goal) },
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
