import { dataSet } from '../data.ts';
import { type Kind, kinds } from '../kinds.ts';
import { startService } from '../processes.ts';
import { compare } from './compare.ts';
import type { Measure } from './measure.ts';

const GOAL = 1.1;

/** The same list in a language into which half of the events are translated. */
const inFrench = (kind: Kind): Kind => ({
  ...kind,
  goal: GOAL,
  query: (i, set) => ({ ...kind.query(i, set), i18n_language: 'fr' }),
});

/** Lists in a second language against the same lists in the language of the events, in one calendar. */
export const inLanguages: Measure = {
  name: 'languages',
  async run(run) {
    const set = await dataSet(run.store, run.sets.at(-1)!.calendar.size, 'translated');
    await using service = await startService(set);
    const place = { set, service };
    for (const kind of kinds) await compare(run, 'languages', kind, inFrench(kind), [place, place]);
    const french: Kind = {
      name: 'has_language',
      goal: GOAL,
      query: (i, of) => ({ ...kinds[0]!.query(i, of), has_language: 'fr' }),
    };
    await compare(run, 'languages', kinds[0]!, french, [place, place]);
  },
};
