import { dataSet } from '../data.ts';
import { atMost, spread } from '../figures.ts';
import { fromToday, type Kind, kinds } from '../kinds.ts';
import { residentOf } from '../meter.ts';
import { startService } from '../processes.ts';
import { compare } from './compare.ts';
import { type Measure, size } from './measure.ts';
import { startOf } from './start.ts';

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
    const repeating = await dataSet(run.store, single.calendar.size, 'series');
    {
      await using ofSingle = await startService(single);
      await using ofSeries = await startService(repeating);
      const places = [
        { set: single, service: ofSingle },
        { set: repeating, service: ofSeries },
      ] as const;
      for (const kind of kinds) await compare(run, 'series', kind, kind, places);
      await compare(run, 'series', kinds[0]!, hidden, [places[1], places[1]]);
      const resident = residentOf(ofSeries.pid);
      if (resident !== undefined)
        run.report({
          ...{ measure: 'series: memory', events: size(repeating), unit: 'MB', goal: atMost(330) },
          ...{ value: spread([resident]), context: 'after these lists' },
        });
    }
    run.report({ measure: 'series: start', events: size(repeating), ...(await startOf(repeating)) });
  },
};
