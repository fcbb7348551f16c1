import { Connection, get } from '../connection.ts';
import { atMost, median, shown, spread } from '../figures.ts';
import { fromToday, pathOf } from '../kinds.ts';
import { startService } from '../processes.ts';
import { type Measure, size } from './measure.ts';

const REQUESTS = 40;

/** The time of a page of fifty compared with a page of ten. */
export const pages: Measure = {
  name: 'page50',
  async run({ sets, rounds, report }) {
    for (const set of sets) {
      await using service = await startService(set);
      const connection = await Connection.open(service.port);
      let asked = 0;
      const time = async (per_page: number) => {
        const times: number[] = [];
        for (let i = 0; i < REQUESTS; i++) {
          const request = get(pathOf({ ...fromToday(++asked), per_page }));
          const began = performance.now();
          await connection.ask(request);
          times.push(performance.now() - began);
        }
        return median(times);
      };
      const pairs: { ten: number; fifty: number }[] = [];
      for (let round = 0; round <= rounds.rounds; round++) {
        const pair = { ten: await time(10), fifty: await time(50) };
        if (round > 0) pairs.push(pair);
      }
      connection.close();
      report({
        ...{ measure: 'page50', events: size(set), unit: '', goal: atMost(4) },
        value: spread(pairs.map(({ ten, fifty }) => fifty / ten)),
        context: `${shown(median(pairs.map(({ fifty }) => fifty)))} ms against ${shown(median(pairs.map(({ ten }) => ten)))} ms`,
      });
    }
  },
};
