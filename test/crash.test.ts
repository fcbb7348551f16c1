import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { say } from '../src/i18n/say.ts';
import type { Account } from './account.ts';
import { type Child, startChild } from './child.ts';
import { type Call, caller, eventOf, eventually } from './client.ts';
import { assertFiles } from './crash/check.ts';
import { type Engine, openEngine } from './crash/engine.ts';
import { crashRounds } from './crash/rounds.ts';
import { makeEditor, openBeside, untilItAnswers } from './crash/service.ts';
import { type Gallery, openGallery, picture } from './pictures.ts';
import { administer, SERVER } from './store.ts';

// The short form of `npm run crashtest`, and cases that the long form has found.

const store = SERVER === undefined ? 'sqlite' : 'postgres';

describe('A service killed while it writes', () => {
  it('A killed service loses no acknowledged write and keeps no partial one', async () => {
    const seed = Math.floor(Math.random() * 1e6);
    const { acknowledged, unsure } = await crashRounds({ store, rounds: 2, seed, events: 0 }).catch(error => {
      throw new Error(`with seed ${seed}`, { cause: error });
    });
    assert.ok(acknowledged > 0 && unsure > 0);
  });
});

describe('A killed database', { skip: SERVER === undefined }, () => {
  let gallery: Gallery;
  let engine: Engine;
  let child: Child;
  let as: Account;
  let call: Call;

  before(async () => {
    gallery = await openGallery();
    engine = await openEngine('postgres');
    child = await startChild(engine, { FETCH_ALLOW: gallery.host });
    as = await makeEditor(engine, child);
    call = caller(child.base);
  });
  after(async () => {
    await child?.[Symbol.asyncDispose]();
    await engine?.[Symbol.asyncDispose]();
    await gallery?.[Symbol.asyncDispose]();
  });

  const set = (setting: string, value: string) =>
    administer(engine.url, `alter system set ${setting} = '${value}'`);
  const reload = () => administer(engine.url, 'select pg_reload_conf()');

  /** Kills the database. It knows of rolled-back transactions still if another one has been committed after them. */
  const forgetsTransactions = async () => {
    const forgotten = await transactionsInVain(engine.url);
    // The service knows of them, too. After a first try, its connections are broken.
    await untilItAnswers(child);
    await engine.kill();
    await engine.start();
    const [{ next }] = (await administer(engine.url, NEXT)) as [{ next: number }];
    return next < forgotten;
  };

  it('A database that reuses transaction ids after a crash is followed correctly', async () => {
    // Rolled-back transactions are noted in the log with the next commit.
    await set('wal_writer_delay', '10s');
    await reload();
    const { id } = (await call('POST /events', { as, json: eventOf('Before') })).body;
    assert.ok(await eventually(forgetsTransactions, Boolean), 'it gives the same numbers again');
    const change = () => call(`PATCH /events/${id}`, { as, json: { title: 'After' } });
    assert.equal((await eventually(change, ({ status }) => status === 200)).status, 200);
    assert.equal((await call(`GET /events/${id}`)).body.title, 'After');
  });

  it('Records committed before a crash keep their pictures although the client got a 503', async () => {
    // Commits are on disk, but wait for a standby that does not exist.
    await set('synchronous_standby_names', 'nobody');
    await reload();
    const pending = Promise.all([
      call('POST /events', { as, json: eventOf('Shown', { image: `http://${gallery.host}/shown.png` }) }),
      caller(child.site)('POST /images', {
        ...{ as, body: await picture(200, 160), headers: { 'content-type': 'image/png' } },
      }),
    ]);
    const waiting = async () => (await administer(engine.url, WAITING)).length;
    assert.equal(await eventually(waiting, count => count === 2), 2);
    await set('synchronous_standby_names', '');
    await engine.kill();
    for (const { status, body } of await pending) {
      assert.deepEqual([status, body.code], [503, 'service_unavailable']);
      assert.equal(body.message, say('write_in_doubt', 'en'));
    }
    await engine.start();
    await untilItAnswers(child);
    const list = await call('GET /events?start_date=2031-01-01&end_date=2031-12-31&search=shown');
    assert.equal((await call(`GET ${list.body.events[0]!.image.url}`)).status, 200);
    await using beside = await openBeside(engine, child);
    assert.equal(await assertFiles(engine.folder, beside.db), 2);
  });
});

const NEXT = 'select pg_snapshot_xmax(pg_current_snapshot())::text::int as next';
// Others wait as well, such as the update of a password's last use.
const WAITING = `select pid from pg_stat_activity join pg_locks using (pid)
  where wait_event = 'SyncRep' and relation = 'images'::regclass and pg_locks.mode = 'RowExclusiveLock'`;

/** Makes transactions that are rolled back; resolves to the number of the next one. */
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
