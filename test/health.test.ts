import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { dialectOf, sqliteDialect } from '../src/db/dialect.ts';
import * as first from '../src/db/migrations/0001-calendar.ts';
import { connectPostgres } from '../src/db/postgres/postgres.ts';
import { exclusive } from '../src/db/sqlite/driver.ts';
import type { Db } from '../src/db/tables.ts';
import { makeStore, startChild, startListening } from './child.ts';
import { caller, eventually, exactly, seconds } from './client.ts';
import { metricsOf, scrapeOf } from './exposition.ts';
import { startService } from './service.ts';
import { OF_NO_STORE, SERVER } from './store.ts';

// The probes for supervisors and load balancers, in good times and bad.

/** Status and body of both probes. */
async function probes(site: string) {
  const [live, ready] = await Promise.all(['/healthz', '/readyz'].map(path => exactly(site, path)));
  return [live!.status, ready!.status, ready!.body.status] as const;
}

const WELL = [200, 200, 'ready'] as const;

/** The probes once the service is ready, or no longer so. */
const settled = (site: string, isReady: boolean) =>
  eventually(
    () => probes(site),
    ([, status]) => (status === 200) === isReady,
  );

describe('A healthy service', { concurrency: true }, () => {
  it('The health probes answer at each of their paths, without credentials', OF_NO_STORE, async () => {
    await using service = await startService({ SITE_URL: 'https://www.example.test/agenda' });
    const headers = { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' };
    for (const path of [
      '/healthz',
      '/healthz/',
      '/HealthZ?verbose',
      '/agenda/healthz',
      '/readyz',
      '/agenda/readyz/',
      '/up',
      '/agenda/up',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await exactly(service.site, path, headers, method);
        assert.equal(answer.status, 200, `${method} ${path}`);
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.match(String(answer.headers['x-request-id']), /^[\da-f-]{36}$/);
        if (method === 'GET') assert.match(answer.body.status, /^(ok|ready)$/);
      }
    }
    for (const [method, path] of [
      ['POST', '/healthz'],
      ['GET', '/healthz/x'],
      ['GET', '/readyzz'],
      ['GET', '/upp'],
    ] as const)
      assert.equal((await exactly(service.site, path, {}, method)).status, 404, `${method} ${path}`);
    const ready = async () => JSON.parse((await exactly(service.site, '/readyz')).text);
    const state = { status: 'ready', index: 'ready', words: 'none' };
    assert.deepEqual(await eventually(ready, ({ index }) => index === 'ready'), state);
  });

  it('The readiness probe fails once the store is unreachable', async () => {
    await using service = await startService();
    assert.deepEqual(await probes(service.site), WELL);
    await service.db.destroy();
    assert.deepEqual(await settled(service.site, false), [200, 503, 'store unreachable']);
  });
});

/** At SIGUSR2 the process says so, and then blocks until this file exists. */
const stuckUntil = (file: string) => `process.on('SIGUSR2', () => {
  const { existsSync, writeSync } = process.getBuiltinModule('fs');
  writeSync(2, 'stuck');
  while (!existsSync(${JSON.stringify(file)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
})`;

describe('An unhealthy service', { concurrency: true }, () => {
  it('The liveness probe does not answer while the event loop is stuck', OF_NO_STORE, async () => {
    await using store = await makeStore();
    const go = join(store.folder, 'go');
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(stuckUntil(go))}`;
    await using child = await startChild(store, { NODE_OPTIONS, METRICS_PORT: '0' });
    const metrics = await metricsOf(child);
    const late = async () => (await scrapeOf(metrics)).of('almanac_event_loop_delay_seconds{quantile="1"}');
    assert.deepEqual(await probes(child.site), WELL);
    // A delay is the time between two samples: the first must have been taken.
    await eventually(late, seconds => seconds > 0);
    const began = performance.now();
    child.process.kill('SIGUSR2');
    await eventually(() => child.errors() === 'stuck');
    const asking = exactly(child.site, '/healthz');
    assert.equal(await Promise.race([asking, seconds(0.5)]), undefined, 'nothing is said while it is stuck');
    await writeFile(go, '');
    assert.equal((await asking).status, 200, 'it lives again');
    const most = (performance.now() - began) / 1000;
    const latest = await eventually(late, seconds => seconds > 0.4);
    assert.ok(latest > 0.4 && latest < most + 0.1, `it was late by ${latest} s`);
  });

  it('The service is not ready while the schema of its store is migrated', async () => {
    await using store = SERVER === undefined ? await olderStore() : await makeStore();
    const release = await hold(store);
    await using child = await startListening(store);
    const call = caller(child.base);
    assert.deepEqual(await probes(child.site), [200, 503, 'starting']);
    const reply = await call('GET /events?i18n_language=ca');
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '5']);
    assert.match(reply.body.message, /^El servei no està disponible/);
    const signed = await call('POST /tags', {
      headers: { authorization: 'Basic YTpi' },
      json: { name: 'A' },
    });
    assert.equal(signed.status, 503);
    await seconds(0.3);
    assert.deepEqual(await probes(child.site), [200, 503, 'starting']);
    assert.ok(!child.output().some(line => line.includes('Almanac is at')));
    await release();
    assert.deepEqual(await settled(child.site, true), WELL);
    assert.equal((await call('GET /events')).status, 200);
    assert.equal(child.errors(), '');
  });

  it('The service is not ready while its database is unreachable', {
    skip: SERVER === undefined,
  }, async () => {
    await using store = await makeStore();
    await using way = await openWay(new URL(store.url));
    way.set('shut');
    await using child = await startListening({ ...store, url: way.url });
    const call = caller(child.base);
    assert.deepEqual(await probes(child.site), [200, 503, 'starting']);
    assert.equal((await call('GET /events')).status, 503);
    way.set('open');
    assert.deepEqual(await settled(child.site, true), WELL);
    for (const state of ['shut', 'silent'] as const) {
      way.set(state);
      // A probe's result is cached for a second.
      await seconds(1.1);
      const began = performance.now();
      assert.deepEqual(await probes(child.site), [200, 503, 'store unreachable'], state);
      assert.ok(performance.now() - began < 8000, `${state}: it is told before the store is given up`);
      way.set('open');
      assert.deepEqual(await settled(child.site, true), WELL);
    }
    assert.equal((await call('GET /events')).status, 200);
  });

  it('Connections that fall silent, as of a server that another one replaces, are given up', {
    skip: SERVER === undefined,
  }, async () => {
    await using store = await makeStore();
    await using way = await openWay(new URL(store.url));
    await using child = await startChild({ ...store, url: way.url }, { DATABASE_TIMEOUT: '1' });
    const write = async () => {
      const json = { name: 'Late' };
      return (await caller(child.base)('POST /tags', { as: store.accounts.editor, json })).status;
    };
    assert.equal(await write(), 201);
    way.set('silent');
    way.set('open', false);
    assert.equal(await eventually(write, status => status !== 503), 400, 'the name is taken');
  });

  it('A transaction may take as long as it needs', { skip: SERVER === undefined }, async () => {
    await using store = await makeStore();
    await using db = connectPostgres(store.url, { statementTimeout: 200 });
    const sleep = (db: Db) => sql`select pg_sleep(1)`.execute(db);
    await assert.rejects(sleep(db), /statement timeout/);
    const patient = db.transaction().execute(async db => {
      await dialectOf(db).takeTime(db);
      await sleep(db);
    });
    await assert.doesNotReject(patient);
  });

  it(
    'The service is not ready after a stop signal, and still answers other requests',
    OF_NO_STORE,
    async () => {
      await using store = await makeStore();
      await using child = await startChild(store, { DRAIN_SECONDS: '3' });
      assert.deepEqual(await probes(child.site), WELL);
      const began = performance.now();
      child.process.kill('SIGTERM');
      assert.deepEqual(await settled(child.site, false), [200, 503, 'draining']);
      const as = store.accounts.editor;
      const created = await caller(child.base)('POST /tags', { as, json: { name: 'Late' } });
      assert.equal(created.status, 201);
      assert.equal((await caller(child.base)(`GET /tags/${created.body.id}`)).status, 200);
      assert.equal(await child.ended, 0);
      assert.ok(performance.now() - began >= 3000);
    },
  );
});

/** An embedded store as an earlier version left it. */
async function olderStore() {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-older-'));
  const database = new DatabaseSync(join(folder, 'almanac.sqlite'));
  database.exec('pragma journal_mode = wal');
  const db = new Kysely<unknown>({ dialect: exclusive(database) });
  const up = (db: Kysely<unknown>) => first.up(db, sqliteDialect);
  const provider = { getMigrations: async () => ({ '0001-calendar': { up } }) };
  assert.equal((await new Migrator({ db, provider }).migrateToLatest()).error, undefined);
  database.close();
  return { folder, url: '', [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Locks the schema, like a migrating process; returns a function that releases the lock. */
async function hold({ folder, url }: { folder: string; url: string }): Promise<() => Promise<unknown>> {
  if (url === '') {
    const other = new DatabaseSync(join(folder, 'almanac.sqlite'));
    other.exec('begin immediate');
    return async () => other.close();
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table kysely_migration in access exclusive mode');
  return () => client.end();
}

/** A proxy to a server that can be closed, or can stop forwarding. */
async function openWay(to: URL) {
  let state: 'open' | 'shut' | 'silent' = 'open';
  const pairs = new Set<readonly [Socket, Socket]>();
  const attend = (pair: readonly [Socket, Socket]) => {
    const [near, far] = pair;
    if (state === 'shut') for (const end of pair) end.destroy();
    else if (state === 'open') near.pipe(far).pipe(near);
    else for (const end of pair) end.unpipe().pause();
  };
  const server = createServer(near => {
    const pair = [near, connect(portOf(to))] as const;
    pairs.add(pair);
    for (const end of pair)
      end
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair);
          for (const end of pair) end.destroy();
        });
    attend(pair);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const set = (next: typeof state, ofAll = true) => {
    state = next;
    if (ofAll) for (const pair of pairs) attend(pair);
  };
  return {
    url: url.href,
    set,
    async [Symbol.asyncDispose]() {
      set('shut');
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Where a server listens: a socket in a folder, or a port. */
function portOf({ hostname, port }: URL) {
  const folder = decodeURIComponent(hostname);
  return folder.startsWith('/')
    ? { path: join(folder, `.s.PGSQL.${port}`) }
    : { host: hostname, port: Number(port) };
}
