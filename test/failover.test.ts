import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { followChanges } from '../src/db/changes.ts';
import { changedSince, type LogMark, markAt } from '../src/db/marks.ts';
import { connectPostgres, openPostgres } from '../src/db/postgres/postgres.ts';
import { type FollowedReads, openReads } from '../src/db/prepared.ts';
import { addPassword, addUser } from '../src/users/store.ts';
import { type Child, startChild } from './child.ts';
import { caller, eventOf, eventually, type Reply, seconds } from './client.ts';
import { makeServer, type Server } from './postgres.ts';
import { administer, SERVER } from './store.ts';

// Two processes on a primary and a standby that follows it, both named by DATABASE_URL; then the servers fail.

describe('A primary and a standby', { skip: SERVER === undefined }, () => {
  let [primary, follower]: Server[] = [];
  let [first, second]: Child[] = [];
  let editor: { id: number; user: string; app_password: string };
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-failover-'));
    primary = await makeServer();
    follower = await primary.follower();
    await Promise.all([primary.start(), follower.start()]);
    await acknowledgedBy('follower');
    await administer(`${primary.address}/postgres`, 'create database almanac');
    const db = await openPostgres(`${primary.address}/almanac`);
    const { id } = (await addUser(db, { login: 'editor', email: null, role: 'editor' }, 1))!;
    editor = { id, user: 'editor', app_password: (await addPassword(db, id, 'test', 1)).secret };
    await db.destroy();
    const hosts = [primary, follower].map(({ address }) => address.split('@')[1]).join(',');
    const url = `${primary.address.split('@')[0]}@${hosts}/almanac`;
    const store = { folder, url };
    [first, second] = await Promise.all([1, 2].map(() => startChild(store, { DATABASE_TIMEOUT: '3' })));
  });

  after(async () => {
    await Promise.all([first, second].map(child => child?.[Symbol.asyncDispose]()));
    await Promise.all([primary, follower].map(server => server?.[Symbol.asyncDispose]()));
    await rm(folder, { recursive: true, force: true });
  });

  /** Makes writes wait for confirmation by this server. */
  async function acknowledgedBy(name: string) {
    const server = `${primary!.address}/postgres`;
    await administer(server, `alter system set synchronous_standby_names = '${name}'`);
    await administer(server, 'select pg_reload_conf()');
  }

  const on = (child: Child | undefined) => caller(child!.base);
  const create = (child: Child | undefined, title: string) =>
    on(child)('POST /events', { as: editor, json: eventOf(title) });
  /** Queries a server directly. */
  async function rows(server: Server | undefined, query: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: `${server!.address}/almanac` });
    await client.connect();
    return client
      .query(query)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }
  /** Writes and reads on both processes while something happens to the servers; no acknowledged write is lost. */
  async function through(happens: (seen: Map<number, number>) => Promise<unknown>) {
    const acknowledged: number[] = [];
    /** The number of responses by status. */
    const seen = new Map<number, number>();
    let over = false;
    const client = async (child: Child | undefined) => {
      while (!over) {
        const replies: (Reply | undefined)[] = [
          await create(child, 'Through').catch(() => undefined),
          await on(child)('GET /events').catch(() => undefined),
        ];
        for (const reply of replies) {
          assert.ok(reply, 'the process answers');
          assert.ok([200, 201, 503].includes(reply.status), reply.text);
          if (reply.status === 503) assert.ok(Number(reply.headers.get('retry-after')) > 0);
          if (reply.status === 201) acknowledged.push(reply.body.id);
          seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
        }
        await seconds(0.05);
      }
    };
    const clients = Promise.all([client(first), client(second)]);
    const written = async () => acknowledged.length;
    assert.ok(await eventually(written, Boolean), 'something is acknowledged');
    await happens(seen);
    const again = async () =>
      (await Promise.all([first, second].map(child => create(child, 'After')))).map(({ status }) => status);
    assert.deepEqual(await eventually(again, found => found.join() === '201,201'), [201, 201]);
    over = true;
    await clients;
    for (const id of acknowledged)
      assert.equal((await on(first)(`GET /events/${id}`, { as: editor })).status, 200);
    assert.deepEqual(
      [first?.process.exitCode, second?.process.exitCode],
      [null, null],
      'no process had to be started again',
    );
    return seen;
  }

  it('Broken connections to both servers lose no acknowledged write', async () => {
    await through(async () => {
      for (let round = 0; round < 5; round++) {
        for (const server of [primary, follower])
          await rows(
            server,
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'almanac'`,
          );
        await seconds(0.1);
      }
    });
  });

  it('A restart of the primary loses no acknowledged write', async () => {
    await through(async seen => {
      await primary!.stop();
      const refused = async () => seen.get(503);
      assert.ok(await eventually(refused, Boolean), 'meanwhile writes have to wait');
      await primary!.start();
    });
  });

  it('Requests are answered while the standby is away', async () => {
    await acknowledgedBy('');
    const seen = await through(async () => {
      await follower!.stop();
      await seconds(1);
    });
    assert.equal(seen.get(503), undefined);
    await follower!.start();
  });

  it('A failover to the standby loses no acknowledged write', async () => {
    await acknowledgedBy('follower');
    const before = await markOn(primary!);
    assert.deepEqual(await sinceOn(primary!, before), new Set());
    await through(async () => {
      await primary!.kill();
      await administer(`${follower!.address}/postgres`, 'select pg_promote()');
    });
    assert.equal(await sinceOn(follower!, before), undefined, 'what was read of the first one is read again');
    assert.deepEqual(await sinceOn(follower!, await markOn(follower!)), new Set());
  });

  const markOn = (server: Server) =>
    onReads(server, async reads => (await markAt(reads, (await followChanges(reads)).confirmedPosition()))!);
  const sinceOn = (server: Server, mark: LogMark) => onReads(server, reads => changedSince(reads, mark));

  async function onReads<Result>({ address }: Server, use: (reads: FollowedReads) => Promise<Result>) {
    const db = connectPostgres(`${address}/almanac`, { poolSize: 1 });
    try {
      return await use(await openReads(db));
    } finally {
      await db.destroy();
    }
  }
});
