import { setTimeout } from 'node:timers/promises';
import { Connection, get } from '../connection.ts';
import { type DataSet, dataSet } from '../data.ts';
import { atMost, spread } from '../figures.ts';
import { EVENTS, kinds, pathOf, requestOf, today } from '../kinds.ts';
import { load, type Next } from '../load.ts';
import { footprintOf, metered, usedBy } from '../meter.ts';
import { ALL_CORES, running, spawnService } from '../processes.ts';
import { pick, random } from '../random.ts';
import { type Measure, size } from './measure.ts';

const EVENTS_OF_A_TOWN = 500;
const REQUESTS = 10_000;
/** A few people at once. */
const CONNECTIONS = 4;
/** Seconds in which nobody asks for anything. */
const MINUTE = 60;
const DAY = 86_400;

/** Memory and idle time of the service of a small town: default settings, all of its processes. */
export const town: Measure = {
  name: 'town',
  async run({ store, quick, report, tell }) {
    if (!metered) return tell('town: not measured on this system');
    const set = await dataSet(store, EVENTS_OF_A_TOWN);
    const { child, port } = await spawnService(set, { WORKERS: '' }, ALL_CORES);
    await using service = await running(child, port);
    const { memory: started } = footprintOf(service.pid);
    const extent = { count: quick ? REQUESTS / 10 : REQUESTS, connections: CONNECTIONS };
    const { rate, answers } = await load(port, await visits(set, port), extent);
    const { memory, processes, threads } = footprintOf(service.pid);
    report({
      ...{
        measure: 'town: memory',
        events: size(set),
        unit: 'MB',
        goal: atMost(140),
        value: spread([memory]),
      },
      context: `${processes} processes with ${threads} threads after ${answers} requests, ${Math.round(rate)} a second; ${Math.round(started)} MB after the start`,
    });
    const { cpu: before } = usedBy([service.pid]);
    await setTimeout(MINUTE * 1000);
    const idle = (usedBy([service.pid]).cpu - before) * 1000;
    report({
      ...{ measure: 'town: idle for a minute', events: size(set), unit: 'ms', goal: atMost(60) },
      ...{ value: spread([idle]), context: 'processor time of all processes' },
    });
  },
};

/** Requests of a town's visitors and of other sites: lists, months, events, searches, formats and link cards. */
async function visits(set: DataSet, port: number): Promise<Next> {
  const draw = random(12);
  // A small calendar has few pages of a list.
  const lists = kinds.filter(({ name }) => !name.startsWith('page'));
  const events = await eventPages(port);
  const kindsOfVisits: readonly ((i: number) => string)[] = [
    i => requestOf(pick(draw, lists), i, set),
    i => requestOf(pick(draw, lists), i, set),
    i => requestOf(pick(draw, lists), i, set),
    () => get(`${EVENTS}/${pick(draw, set.readable)}`),
    i => get(i % 4 === 0 ? '/' : '/events/'),
    i => get(pathOf({ search: i % 2 === 0 ? 'festa' : 'concert', n: i }, '/events/')),
    i => get(`/events/month/${monthOf(i)}/`),
    () => get(`${pick(draw, events)}/`),
    () => get(`${pick(draw, events)}/`),
    i => get(`${pick(draw, events)}.${i % 2 === 0 ? 'ics' : 'jsonld'}`),
  ];
  let sent = 0;
  return () => kindsOfVisits[sent++ % kindsOfVisits.length]!(sent);
}

/** `2031-05`, one of three years around today. */
const monthOf = (i: number): string =>
  String(Temporal.PlainDate.from(isoDay(today() - 365 * DAY)).add({ months: i % 36 })).slice(0, 7);

const isoDay = (epoch: number): string => new Date(epoch * 1000).toISOString().slice(0, 10);

/**
 * The paths of the pages of some events, without the slash at their ends.
 * @param pages of fifty events
 */
export async function eventPages(port: number, pages = 4): Promise<string[]> {
  const connection = await Connection.open(port);
  const found: string[] = [];
  for (let page = 1; page <= pages; page++) {
    const { body } = await connection.ask(
      get(pathOf({ per_page: 50, start_date: today() - 365 * DAY, page })),
      true,
    );
    const { events } = JSON.parse(body) as { events: { url: string }[] };
    found.push(...events.map(({ url }) => new URL(url).pathname.slice(0, -1)));
  }
  connection.close();
  return found;
}
