import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { SHARED_READ } from '../src/db/changes.ts';
import { openStore } from '../src/db/open.ts';
import type { Account } from './account.ts';
import { type Child, makeStore, startChild } from './child.ts';
import { type Call, caller, eventOf, eventually, type Sending } from './client.ts';
import { configOf } from './crash/service.ts';
import { startBeside } from './memory/beside.ts';
import { administer, databaseUrl, SERVER } from './store.ts';

// Several processes on one store act as one service.

describe('Several processes on one store', () => {
  let store: Place;
  let children: Child[] = [];
  let calls: Call[];
  let as: Account;
  // They start together on a store in which nothing has been made yet.
  before(async () => {
    store = await emptyStore();
    children = await Promise.all([1, 2, 3].map(() => startChild(store)));
    calls = children.map(child => caller(child.base));
    const printed =
      (
        await eventually(
          async () => secrets(),
          found => found.length > 0,
        )
      )[0] ?? '';
    as = { id: 1, user: 'admin', app_password: printed };
  });
  after(async () => {
    await Promise.all(children.map(child => child[Symbol.asyncDispose]()));
    await store[Symbol.asyncDispose]();
  });
  /** The passwords that they have printed. */
  const secrets = () =>
    children.flatMap(child => /application password +(\S+)/.exec(child.output().join('\n'))?.[1] ?? []);

  it('Processes that start together migrate the schema once and make one administrator', async () => {
    assert.equal(secrets().length, 1);
    const { status, body } = await calls[0]!('POST /events', { as, json: eventOf('First') });
    assert.equal(status, 201);
    for (const call of calls) assert.equal((await call(`GET /events/${body.id}`)).status, 200);
  });

  it('Several processes give each record its own slug, count terms exactly and lose no update', async () => {
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        calls[at % 3]!('POST /events', {
          as,
          json: eventOf('Same title', { categories: ['Same category'], venue: { venue: 'Same hall' } }),
        }),
      ),
    );
    assert.deepEqual([...new Set(made.map(({ status }) => status))], [201]);
    assert.equal(new Set(made.map(({ body }) => body.slug)).size, 30);
    const [category] = (await calls[0]!('GET /categories')).body.categories;
    assert.deepEqual([category!.name, category!.count], ['Same category', 30]);
    assert.equal((await calls[1]!('GET /venues')).body.total, 1);

    const { id } = made[0]!.body;
    const fields = {
      title: 'New',
      description: '<p>New</p>',
      website: 'https://new.example/',
      featured: true,
      cost: '5',
    };
    const changes = Object.entries(fields).map(([name, value], at) =>
      calls[at % 3]!(`PATCH /events/${id}`, { as, json: { [name]: value } }),
    );
    assert.deepEqual([...new Set((await Promise.all(changes)).map(({ status }) => status))], [200]);
    for (const call of calls) {
      const { body } = await call(`GET /events/${id}`);
      assert.deepEqual(
        [body.title, body.description.trim(), body.website, body.featured, body.cost],
        ['New', '<p>New</p>', 'https://new.example/', true, '$5'],
      );
    }
  });

  it('Anonymous readers share a read of the change log for 5 ms; an account and the process that wrote see changes at once', async () => {
    let now = 0;
    const clock = () => now;
    await using ours = await startBeside({ config: configOf(store) }, {}, clock);
    const call = caller(ours.base);
    const theirs = calls[0]!;
    const { id } = (await theirs('POST /events', { as, json: eventOf('Title 0') })).body;
    const read = async (sending: Sending = {}) => await call(`GET /events/${id}`, sending);
    const titleOf = async (sending?: Sending) => (await read(sending)).body.title;
    let title = 'Title 0';

    let changes = 0;
    /** Another process changes the event after a read of ours; resolves to the etag from before. */
    const change = async (tries = 5): Promise<string> => {
      now += 1000;
      const before = await read();
      assert.equal(before.body.title, title);
      const next = `Title ${++changes}`;
      await theirs(`PATCH /events/${id}`, { as, json: { title: next } });
      now += SHARED_READ - 0.1;
      const shown = await titleOf();
      const etag = before.headers.get('etag')!;
      const { status } = await read({ headers: { 'if-none-match': etag } });
      // The embedded store is asked each time. Elsewhere, a job of ours may have looked after the change.
      if (SERVER && tries > 1 && (shown !== title || status !== 304)) {
        title = next;
        return await change(tries - 1);
      }
      assert.deepEqual([shown, status], SERVER ? [title, 304] : [next, 200]);
      title = next;
      return etag;
    };

    const etag = await change();
    now += 0.1;
    assert.equal((await read({ headers: { 'if-none-match': etag } })).status, 200);
    assert.equal(await titleOf(), title, '5 ms later');

    await change();
    assert.equal(await titleOf({ as }), title, 'for a client that signs in');

    // Nobody knows of their change, but our own write is shown, and with it everything before. The sign-in may be noted
    // in the store meanwhile, which is a write of our own, too.
    now += 1000;
    assert.equal(await titleOf(), title);
    await theirs(`PATCH /events/${id}`, { as, json: { title: 'Last title' } });
    const own = (await call('POST /events', { as, json: eventOf('Own') })).body;
    assert.equal((await call(`GET /events/${own.id}`)).body.title, 'Own', 'after a write of our own');
    assert.equal(await titleOf(), 'Last title');
    for (const round of [1, 2, 3]) {
      await call(`PATCH /events/${own.id}`, { as, json: { title: `Own ${round}` } });
      assert.equal((await call(`GET /events/${own.id}`)).body.title, `Own ${round}`);
    }
  });

  it('Several processes publish scheduled events once', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        calls[at % 3]!('POST /events', {
          as,
          json: eventOf(`At ${at}`, { date_utc: '2040-01-01 00:00:00', tags: ['Scheduled'] }),
        }),
      ),
    );
    assert.deepEqual([...new Set(made.map(({ status }) => status))], [201]);
    const db = await openStore({
      DATA_DIR: store.folder,
      DATABASE_URL: store.url,
      DATABASE_POOL: 3,
      DATABASE_TIMEOUT: 10,
    });
    // At the same time in all processes, each of which finds them due.
    const now = Math.floor(Date.now() / 1000);
    await db.updateTable('events').set({ date_at: now }).where('status', '=', 'future').execute();
    await db.destroy();
    const count = async () => (await calls[0]!('GET /tags')).body.tags[0]?.count;
    assert.equal(await eventually(count, found => found === 12), 12);
    // Reported a moment later.
    const logged = async () =>
      children
        .flatMap(child => child.output())
        .flatMap(line => /"published":(\d+)/.exec(line)?.[1] ?? [])
        .reduce((sum, said) => sum + Number(said), 0);
    assert.equal(await eventually(logged, count => count >= 12), 12);
  });
});

describe('Busy databases', { skip: SERVER === undefined }, () => {
  it('A request to a locked database gets 503 in time, also when no connection is free', async () => {
    await using store = await makeStore();
    await using child = await startChild(store, { DATABASE_POOL: '2', DATABASE_TIMEOUT: '2' });
    const call = caller(child.base);
    const json = eventOf('Read', { start_date: 'tomorrow 18:00', end_date: 'tomorrow 19:00' });
    assert.equal((await call('POST /events', { as: store.accounts.editor, json })).status, 201);
    const locking = new pg.Client({ connectionString: store.url });
    await locking.connect();
    try {
      await locking.query('begin');
      await locking.query('lock table events in access exclusive mode');
      // The read model needs no table, but the texts of few events are read in the store.
      const answers = await Promise.all(Array.from({ length: 12 }, () => call('GET /events?search=x')));
      for (const { status, headers, body } of answers) {
        assert.deepEqual([status, body.code], [503, 'service_unavailable']);
        assert.ok(Number(headers.get('retry-after')) > 0);
      }
      const overdue = async () => {
        await locking.query(SEE_ANEW);
        const { rows } = await locking.query(
          `select count(*)::int as waiting from pg_stat_activity where application_name = 'almanac' and wait_event_type = 'Lock' and datname = current_database() and now() - query_start > interval '3 seconds'`,
        );
        return rows[0].waiting;
      };
      assert.equal(await eventually(overdue, count => count === 0), 0, 'what took too long is cancelled');
      await locking.query('rollback');
      assert.equal((await call('GET /events?search=x')).status, 200);
    } finally {
      await locking.end();
    }
  });

  it('A read whose connection breaks is answered over another one', async () => {
    await using store = await makeStore();
    await using service = await startBeside({ config: configOf(store) });
    const call = caller(service.base);
    const locking = new pg.Client({ connectionString: store.url });
    await locking.connect();
    try {
      for (const as of [undefined, store.accounts.editor]) {
        await locking.query('begin; lock table venues in access exclusive mode');
        const reading = call('GET /venues', { as });
        const end = async () => {
          await locking.query(SEE_ANEW);
          const { rows } = await locking.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'almanac' and wait_event_type = 'Lock' and datname = current_database()`,
          );
          return rows.length;
        };
        assert.ok((await eventually(end, count => count > 0)) > 0);
        await locking.query('rollback');
        assert.equal((await reading).status, 200);
      }
    } finally {
      await locking.end();
    }
  });
});

/** Otherwise a transaction sees only the sessions that there were when it first asked. */
const SEE_ANEW = 'select pg_stat_clear_snapshot()';

type Place = Awaited<ReturnType<typeof emptyStore>>;

/** A new folder, or a new database. */
async function emptyStore() {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-processes-'));
  const name = `almanac_empty_${randomBytes(6).toString('hex')}`;
  if (SERVER) await administer(SERVER, `create database ${name}`);
  return {
    folder,
    url: SERVER ? databaseUrl(SERVER, name) : '',
    async [Symbol.asyncDispose]() {
      if (SERVER) await administer(SERVER, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
