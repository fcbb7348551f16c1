// Measures the lists of the administration on the whole calendar: `npm run stall -- --admin`. How long answers take at
// p99, and the longest turn of the event loop.
import { openSession } from '../../src/users/sessions.ts';
import { FULL } from './planting.ts';
import { Stage } from './stage.ts';

const TIMES = 200;

await using stage = await Stage.open(FULL);
const { accounts } = stage.store;
const db = await stage.store.open();
const now = Math.floor(Date.now() / 1000);
const tokenOf = (role: 'editor' | 'author') =>
  openSession(db, { user: accounts[role].id, role, now, from: '127.0.0.1', device: 'stall' });
const tokens = { editor: await tokenOf('editor'), author: await tokenOf('author') };
await db.destroy();

const month = String(Temporal.Now.plainDateISO('UTC')).slice(0, 7);
const LISTS = [
  ...[
    '',
    '?when=all_times',
    '?when=all_times&page=900',
    '?when=past&sort=name',
    '?dates=each&when=all_times',
  ],
  ...['?search=concert&when=all_times', '?lacks=image&when=all_times', '?lacks=fr&when=all_times'],
  ...[`?author=${accounts.author.id}`, '?state=draft&when=all_times', `?from=${month}-01&to=${month}-28`],
  ...['?venue=1&when=all_times', '?page=99999', `?view=month&month=${month}`, '?when=all_times&all=1'],
].map(query => `/events/${query}`);

for (const path of [...LISTS, '/', '/agenda/', '/trash/', '/proposals/', '/events/bulk/?do=feature&all=1'])
  for (const role of ['editor', 'author'] as const) {
    await stage.service.turns('begin');
    const took: number[] = [];
    const statuses = new Set<number>();
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${stage.service.port}/admin${path}`, {
        headers: { cookie: `__Host-almanac=${tokens[role]}` },
        redirect: 'manual',
      });
      await response.text();
      took.push(performance.now() - began);
      statuses.add(response.status);
    }
    const turn = await stage.service.turns('end');
    took.sort((a, b) => a - b);
    const ms = (value: number) => value.toFixed(1).padStart(7);
    const [half, most] = [took[TIMES / 2]!, took[Math.floor(TIMES * 0.99)]!];
    console.log(`${ms(half)} p50 ${ms(most)} p99 ${ms(turn)} block  ${[...statuses]} ${role} ${path}`);
  }
