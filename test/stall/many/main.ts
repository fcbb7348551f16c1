import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeServer } from '../../postgres.ts';
import { openClone, openEmbedded, prepareTemplate } from '../../store.ts';
import { HEAD, line } from './report.ts';
import { further, known, nameOf } from './rows.ts';
import { type Plan, run } from './run.ts';
import { type Planted, plantStore, type StoreName } from './stores.ts';

// Sends many ordinary requests at once, beside clients who want something small: `npm run stall -- --many --only rss`.

const { values } = parseArgs({
  options: {
    many: { type: 'boolean' },
    known: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    container: { type: 'boolean', default: false },
    store: { type: 'string', default: 'sqlite' },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '15' },
    workers: { type: 'string', default: '1' },
    memory: { type: 'string' },
    town: { type: 'string', default: '48000' },
    country: { type: 'string', default: '115000' },
  },
});

function whole(name: 'times' | 'seconds' | 'workers' | 'memory' | 'town' | 'country'): number {
  const value = values[name] ?? '';
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new TypeError(`--${name}: expected a whole number, not "${value}"`);
}

if (!['sqlite', 'postgres'].includes(values.store))
  throw new TypeError(`--store: expected sqlite or postgres, not "${values.store}"`);
const plan: Plan = {
  ...{ times: whole('times'), seconds: whole('seconds'), workers: whole('workers') },
  memory: values.memory === undefined ? undefined : whole('memory'),
  isContained: values.container,
};
const events = { town: whole('town'), country: whole('country') };
const only = new RegExp(values.only, 'i');
const rows = [...known, ...(values.known ? [] : further(values.all))];
const wanted = rows.filter(row => only.test(nameOf(row, plan.times)));

await using stack = new AsyncDisposableStack();
const open = values.store === 'postgres' ? await postgres() : openEmbedded;
console.log(HEAD);
const failed: string[] = [];
// Rows of a store follow one another, and it is removed after the last one.
for (const [name, its] of Map.groupBy(wanted, ({ kind }) => kind.store)) await runOn(name, its);
console.log(`\n${failed.length} of ${wanted.length} rows fail\n${failed.join('\n')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runOn(name: StoreName, its: typeof wanted): Promise<void> {
  await using planted: Planted = await plantStore(name, events, open);
  // Also if a signal ends this process.
  process.once('exit', () => rmSync(planted.folder, { recursive: true, force: true }));
  for (const row of its) {
    const seen = await run(row, planted, plan);
    console.log(line(row, plan.times, seen));
    if (seen.faults.length > 0) failed.push(nameOf(row, plan.times));
  }
}

/** A server for the stores of the run. */
async function postgres() {
  const server = stack.use(await makeServer({ fsync: 'off', max_connections: '50' }));
  await server.start();
  const address = `${server.socket}/postgres`;
  await prepareTemplate(address);
  return () => openClone(address);
}
