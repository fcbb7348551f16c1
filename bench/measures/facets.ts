import { Connection, get } from '../connection.ts';
import { atMost, median, shown, spread } from '../figures.ts';
import { fromToday, kinds, pathOf, type Query, today } from '../kinds.ts';
import { startService } from '../processes.ts';
import { type Measure, size } from './measure.ts';

const REQUESTS = 40;
const DAY = 86_400;

/** A list whose facets are asked for, with its i-th query. No two are equal, so that no cached response can help. */
interface Faceted {
  readonly name: string;
  readonly facets: Query;
  query(i: number): Query;
}

const FORM = 'categories,tags,venue,organizer,city,month,cost';
const queryOf = (name: string) => kinds.find(kind => kind.name === name)!.query as (i: number) => Query;

const asked: readonly Faceted[] = [
  { name: 'filter form', facets: { facets: FORM }, query: fromToday },
  { name: 'all of them', facets: { facets: `${FORM},day` }, query: fromToday },
  { name: 'ten values each', facets: { facets: `${FORM},day`, facet_limit: 10 }, query: fromToday },
  {
    ...{ name: 'days of a month', facets: { facets: 'day' } },
    query: i => ({ start_date: today() + i, end_date: today() + 31 * DAY, strict_dates: 1 }),
  },
  {
    ...{ name: 'sideways in a category', facets: { facets: FORM, drill_sideways: 1 } },
    query: queryOf('category'),
  },
  { name: 'search: common word', facets: { facets: FORM }, query: queryOf('search: common word') },
];

/** The time of a list with facets compared with the same list without them. */
export const facets: Measure = {
  name: 'facets',
  async run({ sets, rounds, report }) {
    const set = sets.at(-1)!;
    await using service = await startService(set);
    const connection = await Connection.open(service.port);
    let requests = 0;
    const time = async ({ query }: Faceted, more: Query) => {
      const times: number[] = [];
      for (let i = 0; i < REQUESTS; i++) {
        const request = get(pathOf({ ...query(++requests), ...more }));
        const began = performance.now();
        await connection.ask(request);
        times.push(performance.now() - began);
      }
      return median(times);
    };
    for (const one of asked) {
      const pairs: { without: number; with: number }[] = [];
      for (let round = 0; round <= rounds.rounds; round++) {
        const pair = { without: await time(one, {}), with: await time(one, one.facets) };
        if (round > 0) pairs.push(pair);
      }
      report({
        ...{ measure: `facets: ${one.name}`, events: size(set), unit: '', goal: atMost(2) },
        value: spread(pairs.map(pair => pair.with / pair.without)),
        context: `${shown(median(pairs.map(pair => pair.with)))} ms against ${shown(median(pairs.map(pair => pair.without)))} ms`,
      });
    }
    connection.close();
  },
};
