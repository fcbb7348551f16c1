import { parseArgs } from 'node:util';
import { makeServer } from '../postgres.ts';
import { openClone, openEmbedded, prepareTemplate } from '../store.ts';
import type { Candidate } from './candidate.ts';
import { candidates } from './candidates.ts';
import { FULL } from './planting.ts';
import { HEAD, isStall, line, type Plan, type Result, run, waitOf } from './run.ts';
import { Stage } from './stage.ts';

// Sends every request that may block others, together with requests to /healthz: `npm run stall -- --store postgres
// --bound 100`. With --wall the whole wait of others counts, on an idle machine; otherwise the work of the service's
// own thread counts.

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    bound: { type: 'string', default: '50' },
    limit: { type: 'string', default: '10' },
    wall: { type: 'boolean', default: false },
    only: { type: 'string' },
    events: { type: 'string', default: String(FULL.events) },
    venues: { type: 'string', default: String(FULL.venues) },
    organizers: { type: 'string', default: String(FULL.organizers) },
    terms: { type: 'string', default: String(FULL.terms) },
    series: { type: 'string', default: String(FULL.series) },
  },
});

function whole(name: Exclude<keyof typeof values, 'wall'>): number {
  const value = values[name] ?? '';
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new TypeError(`--${name}: expected a whole number, not "${value}"`);
}

if (!['sqlite', 'postgres'].includes(values.store))
  throw new TypeError(`--store: expected sqlite or postgres, not "${values.store}"`);
const sizes = {
  events: whole('events'),
  venues: whole('venues'),
  organizers: whole('organizers'),
  terms: whole('terms'),
  series: whole('series'),
};
const plan: Plan = {
  bound: whole('bound'),
  limit: whole('limit') * 1000,
  waitOf: values.wall ? ({ waited }) => waited : waitOf,
};
const only = new RegExp(values.only ?? '', 'i');
const isWanted = ({ operation, as, about }: Candidate) =>
  only.test(`${operation} ${as ?? 'anonymous'} ${about}`);

// Tables without statistics, like those of a calendar that was just imported.
const FLAGS = { fsync: 'off', autovacuum: 'off', max_connections: '50' };
await using server = values.store === 'postgres' ? await makeServer(FLAGS) : undefined;
await server?.start();
const address = server && `${server.socket}/postgres`;
if (address) await prepareTemplate(address);
console.log(
  `Planting ${sizes.events} events, ${sizes.venues} venues, ${sizes.organizers} organizers, ${sizes.terms} terms`,
);
await using stage = await Stage.open(sizes, address ? () => openClone(address) : openEmbedded);
const wanted = candidates({ body: 4_900_000, picture: 19_000_000, whole: true }).filter(isWanted);
const began = performance.now();
console.log(HEAD);
const print = (result: Result) => {
  if (isStall(result, plan)) console.log(line(result));
};
const { results, skipped } = await run(stage, wanted, plan, { tell: print });
const worst = results.toSorted((one, other) => other.wait - one.wait).slice(0, 20);
const stalls = results.filter((result: Result) => isStall(result, plan));
const seconds = Math.round((performance.now() - began) / 1000);
console.log(
  `\nThe worst ${worst.length} of ${results.length} requests, ${values.store}, ${seconds} s:\n${HEAD}`,
);
for (const result of worst) console.log(line(result));
console.log(
  `${stalls.length} keep others waiting for more than ${plan.bound} ms, or were given up; ${skipped} not sent`,
);
process.exitCode = stalls.length > 0 ? 1 : 0;
