import { get } from '../connection.ts';
import type { DataSet } from '../data.ts';
import { atMost, spread } from '../figures.ts';
import { EVENTS, kinds, requestOf } from '../kinds.ts';
import { load, type Next } from '../load.ts';
import { residentOf } from '../meter.ts';
import { startService } from '../processes.ts';
import { pick, random } from '../random.ts';
import { varied } from '../varied.ts';
import { type Measure, size } from './measure.ts';

/** Longest time of each half, in seconds. */
const PATIENCE = 180;

/** Resident memory of the service after many requests of all kinds, and after twice as many. */
export const memory: Measure = {
  name: 'memory',
  async run({ sets, quick, report, tell }) {
    const set = sets.at(-1)!;
    await using service = await startService(set);
    if (residentOf(service.pid) === undefined) return tell('memory: not measured on this system');
    const extent = quick ? { count: 2_000, seconds: 5 } : { count: 100_000, seconds: PATIENCE };
    const next = mixed(set);
    const first = (await load(service.port, next, extent)).answers;
    const early = residentOf(service.pid)!;
    const second = (await load(service.port, next, extent)).answers;
    const late = residentOf(service.pid)!;
    const context = `after ${(first + second).toLocaleString('en')} requests; ${Math.round(early)} MB after ${first.toLocaleString('en')}`;
    const head = { events: size(set), context };
    report({ ...head, measure: 'memory', unit: 'MB', goal: atMost(300), value: spread([late]) });
    report({
      ...head,
      measure: 'memory, growth',
      unit: '',
      goal: atMost(1.1),
      value: spread([late / early]),
    });
  },
};

/** All kinds of reads in turn. */
function mixed(set: DataSet): Next {
  const draw = random(8);
  const lists = varied(set, true);
  let sent = 0;
  return () => {
    sent++;
    if (sent % 4 === 0) return get(EVENTS);
    if (sent % 4 === 1) return get(`${EVENTS}/${pick(draw, set.readable)}`);
    return sent % 4 === 2 ? lists() : requestOf(pick(draw, kinds), sent, set);
  };
}
