import { Connection, get } from '../connection.ts';
import { atMost, median, shown, spread } from '../figures.ts';
import { pathOf } from '../kinds.ts';
import { startService } from '../processes.ts';
import { type Measure, size } from './measure.ts';

const EVENTS = 1000;
const REQUESTS = 10;
const DAY = 86_400;

/** The time of a calendar of a thousand events that nobody has asked for before. */
export const calendar: Measure = {
  name: 'ics',
  async run({ sets, rounds, report }) {
    for (const set of sets) {
      await using service = await startService(set);
      const connection = await Connection.open(service.port);
      const seconds = await windowOf(connection);
      let asked = 0;
      let bytes = 0;
      const medians: number[] = [];
      for (let round = 0; round <= rounds.rounds; round++) {
        const times: number[] = [];
        for (let i = 0; i < REQUESTS; i++) {
          const request = get(pathFor(seconds, ++asked));
          const began = performance.now();
          const { body } = await connection.ask(request, true);
          times.push(performance.now() - began);
          bytes = Buffer.byteLength(body, 'latin1');
        }
        if (round > 0) medians.push(median(times));
      }
      connection.close();
      report({
        ...{ measure: 'ics', events: size(set), unit: 'ms', goal: atMost(250) },
        value: spread(medians),
        context: `${shown(bytes / 1e6)} MB, ${shown((median(medians) * 1000) / EVENTS)} µs an event`,
      });
    }
  },
};

const today = (): number => Math.floor(Date.now() / 1000 / DAY) * DAY;

/** A window that moves by seconds, so that no cached answer can help. */
const pathFor = (seconds: number, i: number): string =>
  pathOf({ start_date: today() + i, end_date: today() + seconds, strict_dates: 1 }, '/events.ics');

/** The length in seconds of a window with a thousand events, or of the longest one if there are fewer. */
async function windowOf(connection: Connection): Promise<number> {
  let [short, long] = [0, 1200 * DAY];
  while (long - short > 60) {
    const middle = Math.floor((short + long) / 2);
    const { head } = await connection.ask(
      get(pathOf({ start_date: today(), end_date: today() + middle, strict_dates: 1, per_page: 1 })),
    );
    const total = Number(/x-tec-total: (\d+)/i.exec(head)?.[1]);
    if (total === EVENTS) return middle;
    if (total < EVENTS) short = middle;
    else long = middle;
  }
  return long;
}
