import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzz } from './fuzz/run.ts';
import { openTestStore, SERVER } from './store.ts';

// Every run sends other requests; the printed seed repeats them.

const seed = Math.floor(Math.random() * 2 ** 31);
/**
 * Requests per run, divided among all readers. On PostgreSQL two chapters, one of everybody and one of twins. `npm run
 * fuzz` sends 100,000 by default.
 */
const count = SERVER ? 500 : 2250;
const again = `npm run fuzz -- --seed ${seed} --count ${count} --store ${SERVER ? 'postgres' : 'sqlite'}`;

it('Generated requests are answered as documented and reveal nothing that is not public to their reader', async t => {
  const { requests, findings, seen } = await fuzz({ seed, count }, openTestStore);
  t.diagnostic(again);
  assert.equal(findings.join('\n'), '', again);
  assert.equal(requests, count);
  // The generator does not depend on the store.
  if (SERVER) return;
  const succeeded = [...seen.keys()].filter(name => / 2\d\d$/.test(name)).map(name => name.split(' ', 1)[0]);
  for (const one of ['list', 'read', 'create', 'update', 'delete'])
    assert.ok(succeeded.filter(name => name?.startsWith(one)).length >= 5, `hardly any ${one}: ${again}`);
});
