import { Connection, get } from '../connection.ts';
import type { DataSet } from '../data.ts';
import { atLeast, atMost, type Goal, median, shown, spread } from '../figures.ts';
import { EVENTS, pathOf, today } from '../kinds.ts';
import { type Running, startService } from '../processes.ts';
import { pick, random } from '../random.ts';
import { againstBare, ratioOf } from '../ratio.ts';
import { type Measure, type Run, size } from './measure.ts';

const REQUESTS = 40;
const DAY = 86_400;

/** A page, and the requests for the same events as JSON. Those with another `i` are other requests. */
interface Page {
  readonly name: string;
  readonly goal: Goal | undefined;
  page(i: number): string;
  json(i: number): readonly string[];
}

const iso = (epoch: number): string => new Date(epoch * 1000).toISOString().slice(0, 19);

const windowFrom = (i: number) => ({ overlaps: `${iso(today() + i)}Z/${iso(today() + 730 * DAY)}Z` });

/** As many events as a page with a list has. */
const LISTED = { per_page: 20 };

/** The counts that such a page shows beside the events. */
const COUNTED = {
  ...{ drill_sideways: 'true', facet_limit: 12 },
  facets: 'categories,tags,city,venue,organizer,cost,language',
};

/** `2031-05`, this month or one of those after it. */
const monthOf = (i: number): string =>
  String(Temporal.PlainDate.from(iso(today()).slice(0, 10)).add({ months: i % 12 })).slice(0, 7);

/** A number that no page knows, so that no answer is in the cache. */
const unknown = (i: number) => ({ n: i });

const lists: readonly Page[] = [
  {
    ...{ name: 'home', goal: atMost(2) },
    page: i => pathOf(unknown(i), '/'),
    json: i => [pathOf({ ...windowFrom(i), ...LISTED })],
  },
  {
    ...{ name: 'list', goal: atMost(2) },
    page: i => pathOf(windowFrom(i), '/events/'),
    json: i => [pathOf({ ...windowFrom(i), ...LISTED })],
  },
  {
    ...{ name: 'list, against JSON with the same counts', goal: atMost(2) },
    page: i => pathOf(windowFrom(i), '/events/'),
    json: i => [pathOf({ ...windowFrom(i), ...LISTED, ...COUNTED })],
  },
  {
    ...{ name: 'month', goal: atMost(2) },
    page: i => pathOf(unknown(i), `/events/month/${monthOf(i)}/`),
    json: i =>
      [1, 2].map(page => {
        const month = monthOf(i);
        const next = String(Temporal.PlainDate.from(`${month}-01`).add({ months: 1 }));
        const overlaps = `${month}-01T00:00:00Z/${next}T00:00:00Z`;
        return pathOf({ overlaps, per_page: 50, page, ...unknown(i) });
      }),
  },
];

/** Events by their addresses, each asked for once. */
async function eventPage({ readable }: DataSet, { port }: Running): Promise<Page> {
  const draw = random(11);
  const found: { id: number; path: string }[] = [];
  const connection = await Connection.open(port);
  for (let i = 0; i < 400; i++) {
    const id = pick(draw, readable);
    const { body } = await connection.ask(get(`${EVENTS}/${id}`), true);
    found.push({ id, path: new URL((JSON.parse(body) as { url: string }).url).pathname });
  }
  connection.close();
  const at = (i: number) => found[i % found.length]!;
  return {
    ...{ name: 'event', goal: undefined },
    page: i => pathOf(unknown(i), at(i).path),
    json: i => [pathOf(unknown(i), `${EVENTS}/${at(i).id}`)],
  };
}

/** Pages for people: against the same events as JSON if nobody has asked for them, and against bare if somebody has. */
export const people: Measure = {
  name: 'pages',
  async run(run) {
    for (const set of run.sets) {
      await using service = await startService(set);
      const pages = [...lists, await eventPage(set, service)];
      for (const page of pages) await fresh(run, set, page, service);
      for (const page of pages.filter(({ name }) => !name.includes(','))) await kept(run, set, page, service);
    }
  },
};

let asked = 0;

async function fresh(
  run: Run,
  set: DataSet,
  { name, goal, page, json }: Page,
  { port }: Running,
): Promise<void> {
  const connection = await Connection.open(port);
  const time = async (pathsOf: (i: number) => readonly string[]) => {
    const times: number[] = [];
    for (let i = 0; i < REQUESTS; i++) {
      const paths = pathsOf(++asked);
      const began = performance.now();
      for (const path of paths) await connection.ask(get(path));
      times.push(performance.now() - began);
    }
    return median(times);
  };
  const pairs: { html: number; json: number }[] = [];
  for (let round = 0; round <= run.rounds.rounds; round++) {
    const pair = { html: await time(i => [page(i)]), json: await time(json) };
    if (round > 0) pairs.push(pair);
  }
  connection.close();
  run.report({
    ...{ measure: `pages: ${name}`, events: size(set), unit: '', goal },
    value: spread(pairs.map(pair => pair.html / pair.json)),
    context: `${shown(median(pairs.map(pair => pair.html)))} ms against ${shown(median(pairs.map(pair => pair.json)))} ms`,
  });
}

async function kept(run: Run, set: DataSet, { name, page }: Page, service: Running): Promise<void> {
  const request = get(page(0));
  const connection = await Connection.open(service.port);
  const recorded = await connection.ask(request, true).finally(() => connection.close());
  const pairs = await againstBare(service, recorded, () => request, run.rounds);
  run.report({
    ...{ measure: `pages: kept ${name}`, events: size(set) },
    ...ratioOf(pairs, recorded, atLeast(0.7)),
  });
}
