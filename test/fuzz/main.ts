import { parseArgs } from 'node:util';
import { makeServer } from '../postgres.ts';
import { openClone, openEmbedded, prepareTemplate } from '../store.ts';
import { fuzz, type Plan } from './run.ts';

// Sends thousands of generated requests: `npm run fuzz -- --seed 7 --count 10000 --store postgres`. The same seed sends
// the same requests.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    count: { type: 'string', default: '100000' },
    store: { type: 'string', default: 'sqlite' },
    chapter: { type: 'string' },
  },
});

function whole(name: string, value: string): number {
  if (/^\d{1,10}$/.test(value)) return Number(value);
  throw new TypeError(`--${name}: expected a whole number, not "${value}"`);
}

if (!['sqlite', 'postgres'].includes(values.store))
  throw new TypeError(`--store: expected sqlite or postgres, not "${values.store}"`);
const plan: Plan = {
  seed: whole('seed', values.seed),
  count: whole('count', values.count),
  chapter: values.chapter === undefined ? undefined : whole('chapter', values.chapter),
};
console.log(`--seed ${plan.seed} --count ${plan.count} --store ${values.store}`);
const began = performance.now();
await using server =
  values.store === 'postgres' ? await makeServer({ fsync: 'off', max_connections: '50' }) : undefined;
await server?.start();
const address = server && `${server.socket}/postgres`;
if (address) await prepareTemplate(address);
const { requests, findings, seen, slowest } = await fuzz(
  plan,
  address ? () => openClone(address) : openEmbedded,
  line => console.log(line),
);
const seconds = (performance.now() - began) / 1000;
for (const [what, count] of [...seen].sort()) console.log(`${String(count).padStart(7)} ${what}`);
console.log(
  `${requests} requests in ${Math.round(seconds)} s, the slowest answered after ${Math.round(slowest)} ms: ${findings.length} findings`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
