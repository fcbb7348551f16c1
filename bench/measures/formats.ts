import { Connection, get } from '../connection.ts';
import { atMost, type Goal, median, shown, spread } from '../figures.ts';
import { EVENTS as API, kinds, pathOf } from '../kinds.ts';
import { startService } from '../processes.ts';
import { type Measure, type Run, size } from './measure.ts';

const EVENTS = 1000;
const REQUESTS = 10;
const DAY = 86_400;

/** Formats of the whole list. */
const WHOLE = [
  { suffix: 'ics', goal: atMost(250) },
  { suffix: 'csv', goal: undefined },
];

/** Formats of a page of the list. */
const PAGED = ['rss', 'atom', 'json', 'jsonld'];

/** Documents in other formats than the JSON of the interface, each requested only once. */
export const formats: readonly Measure[] = [
  ...WHOLE.map(({ suffix, goal }) => ({ name: suffix, run: (run: Run) => wholeLists(run, suffix, goal) })),
  { name: 'feeds', run: pages },
];

/** The time of a document with a thousand events. */
async function wholeLists({ sets, rounds, report }: Run, suffix: string, goal: Goal | undefined) {
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
        const request = get(pathFor(seconds, ++asked, suffix));
        const began = performance.now();
        const { body } = await connection.ask(request, true);
        times.push(performance.now() - began);
        bytes = Buffer.byteLength(body, 'latin1');
      }
      if (round > 0) medians.push(median(times));
    }
    connection.close();
    report({
      ...{ measure: suffix, events: size(set), unit: 'ms', goal },
      value: spread(medians),
      context: `${shown(bytes / 1e6)} MB, ${shown((median(medians) * 1000) / EVENTS)} µs an event`,
    });
  }
}

/** The time of a page of a feed against a page of as many other events in the JSON of the interface. */
async function pages({ sets, rounds, report }: Run): Promise<void> {
  const { query } = kinds[0]!;
  for (const set of sets) {
    await using service = await startService(set);
    const connection = await Connection.open(service.port);
    let asked = 0;
    const time = async (path: string) => {
      const times: number[] = [];
      for (let i = 0; i < REQUESTS; i++) {
        const request = get(pathOf(query(++asked, set), path));
        const began = performance.now();
        await connection.ask(request);
        times.push(performance.now() - began);
      }
      return median(times);
    };
    for (const suffix of PAGED) {
      const pairs: { json: number; feed: number }[] = [];
      for (let round = 0; round <= rounds.rounds; round++) {
        const pair = { json: await time(API), feed: await time(`/events.${suffix}`) };
        if (round > 0) pairs.push(pair);
      }
      const middle = (of: 'json' | 'feed') => shown(median(pairs.map(pair => pair[of])));
      report({
        ...{ measure: `feeds: ${suffix}`, events: size(set), unit: '', goal: undefined },
        value: spread(pairs.map(({ feed, json }) => feed / json)),
        context: `${middle('feed')} ms against ${middle('json')} ms as JSON of the interface`,
      });
    }
    connection.close();
  }
}

const today = (): number => Math.floor(Date.now() / 1000 / DAY) * DAY;

/** A window that moves by seconds, so that no cached answer can help. */
const pathFor = (seconds: number, i: number, suffix: string): string =>
  pathOf({ start_date: today() + i, end_date: today() + seconds, strict_dates: 1 }, `/events.${suffix}`);

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
