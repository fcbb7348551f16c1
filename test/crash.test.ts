import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { startChild } from './child.ts';
import { caller, eventOf, eventually } from './client.ts';
import { openEngine } from './crash/engine.ts';
import { crashRounds } from './crash/rounds.ts';
import { makeEditor } from './crash/service.ts';
import { administer, SERVER } from './store.ts';

// The short form of `npm run crashtest`.

const store = SERVER === undefined ? 'sqlite' : 'postgres';

describe('a service that is killed while it writes', () => {
  it('loses nothing that it has acknowledged, and keeps nothing in part', async () => {
    const seed = Math.floor(Math.random() * 1e6);
    const { acknowledged, unsure } = await crashRounds({ store, rounds: 3, seed, events: 0 }).catch(error => {
      throw new Error(`with seed ${seed}`, { cause: error });
    });
    assert.ok(acknowledged > 0 && unsure > 0);
  });
});

describe('a database that is killed', { skip: SERVER === undefined }, () => {
  it('is not taken for the one that it was before, whose last transactions it forgot', async () => {
    await using engine = await openEngine('postgres');
    // It writes down what has come to nothing at the next commit.
    await administer(engine.url, `alter system set wal_writer_delay = '10s'`);
    await administer(engine.url, 'select pg_reload_conf()');
    await using child = await startChild(engine);
    const as = await makeEditor(engine, child);
    const call = caller(child.base);
    const { id } = (await call('POST /events', { as, json: eventOf('Before') })).body;
    const forgotten = await transactionsInVain(engine.url);
    assert.equal((await call(`GET /events/${id}`)).body.title, 'Before');
    await engine.kill();
    await engine.start();
    const [{ next }] = (await administer(engine.url, NEXT)) as [{ next: number }];
    assert.ok(next < forgotten, 'it gives the same numbers again');
    const change = () => call(`PATCH /events/${id}`, { as, json: { title: 'After' } });
    assert.equal((await eventually(change, ({ status }) => status === 200)).status, 200);
    assert.equal((await call(`GET /events/${id}`)).body.title, 'After');
  });
});

const NEXT = 'select pg_snapshot_xmax(pg_current_snapshot())::text::int as next';

/** Has transactions come to nothing; resolves to the number of the next one. */
async function transactionsInVain(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let number = 0; number < 50; number++)
      await client.query('begin; select pg_current_xact_id(); rollback');
    return (await client.query(NEXT)).rows[0].next;
  } finally {
    await client.end();
  }
}
