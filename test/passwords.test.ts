import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { PasswordScope } from '../src/db/tables.ts';
import { rotatePassword } from '../src/users/rotate.ts';
import { addPassword, listPasswords, revokePassword } from '../src/users/store.ts';
import { makeStore, startChild } from './child.ts';
import { type Call, caller, eventOf, type Sending, sendSlowly } from './client.ts';
import { configOf } from './crash/service.ts';
import { startBeside } from './memory/beside.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

// Scope and expiry of application passwords, and when a change takes effect.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { accounts, db, site } = service;
const call = caller(service.base);
const now = () => Math.floor(Date.now() / 1000);
const bearing = (secret: string): Sending => ({ headers: { authorization: `Bearer ${secret}` } });
const made = async (user: { id: number }, scope: PasswordScope, expires_at: number | null = null) =>
  bearing((await addPassword(db, user.id, scope, 1, { scope, expires_at })).secret);

describe('Read-only application passwords', () => {
  it('A read-only password changes nothing, whatever its account and the request', async () => {
    const { body } = await call('POST /events', { as: accounts.editor, json: eventOf('Event') });
    const image = await picture(10, 10);
    const requests: [line: string, sending?: Sending][] = [
      ['POST /events', { json: eventOf('Never') }],
      ['POST /events', { json: {} }],
      ['POST /venues', { json: { venue: 'Never' } }],
      ['POST /organizers', { form: { organizer: 'Never' } }],
      ['POST /categories', { json: { name: 'Never' } }],
      ['POST /tags', { json: { name: 'Never' } }],
      ...['POST', 'PUT', 'PATCH'].map((method): [string, Sending] => [
        `${method} /events/${body.id}`,
        { json: { title: 'Never' } },
      ]),
      [`DELETE /events/${body.id}`],
      [`POST /events/${body.id}?_method=DELETE`],
      [`POST /events/${body.id}`, { headers: { 'x-http-method-override': 'DELETE' } }],
      [`POST ${site}/?rest_route=/tribe/events/v1/events/${body.id}&_method=PATCH`, { json: { title: 'x' } }],
      [`POST ${site}/images`, { body: image, headers: { 'content-type': 'image/png' } }],
      ['DELETE /nothing'],
    ];
    const before = await call('GET /events?status=any', { as: accounts.editor });
    for (const account of Object.values(accounts)) {
      const { headers: authorization } = await made(account, 'read');
      for (const [line, sending] of requests) {
        const headers = { ...sending?.headers, ...authorization };
        const { status, body } = await call(line, { ...sending, headers });
        assert.deepEqual([status, body.code], [403, 'insufficient_scope'], `${account.user}: ${line}`);
      }
    }
    assert.equal((await call('GET /events?status=any', { as: accounts.editor })).text, before.text);
    assert.equal((await db.selectFrom('images').selectAll().execute()).length, 0);
  });

  it('A read-only password reads what its account may read', async () => {
    const { body } = await call('POST /events', {
      as: accounts.author,
      json: eventOf('Draft', { status: 'draft' }),
    });
    for (const [account, status] of [
      [accounts.administrator, 200],
      [accounts.editor, 200],
      [accounts.author, 200],
      [accounts.contributor, 403],
      [accounts.subscriber, 403],
    ] as const) {
      const reading = await made(account, 'read');
      assert.equal((await call(`GET /events/${body.id}`, reading)).status, status, account.user);
      assert.equal((await call(`POST /events/${body.id}?_method=GET`, reading)).status, status);
    }
    const { headers } = await call(`OPTIONS /events/${body.id}`, await made(accounts.editor, 'read'));
    assert.equal(headers.get('allow'), 'GET');
  });
});

describe('Application passwords that may write', () => {
  it('A password that may write does what its account may do, and no more', async () => {
    const statusOf = async (line: string, json: unknown, sending: Sending) =>
      (await call(line, { ...sending, json })).status;
    for (const scope of ['write', 'administer'] as const) {
      const [editor, author, subscriber] = await Promise.all(
        [accounts.editor, accounts.author, accounts.subscriber].map(account => made(account, scope)),
      );
      const { body } = await call('POST /events', { ...editor!, json: eventOf('By an editor') });
      assert.equal(body.author, String(accounts.editor.id));
      assert.equal(await statusOf(`PATCH /events/${body.id}`, { title: 'x' }, author!), 403);
      assert.equal(await statusOf('POST /events', eventOf('x'), author!), 201);
      assert.equal(await statusOf('POST /tags', { name: 'x' }, author!), 403);
      assert.equal(await statusOf('POST /events', eventOf('x'), subscriber!), 403);
      assert.equal(await statusOf(`DELETE /events/${body.id}`, undefined, editor!), 200);
    }
  });
});

describe('Expired application passwords', () => {
  it('An expired password is refused on every route with a code of its own', async () => {
    const over = await made(accounts.editor, 'administer', now());
    for (const line of [
      'GET /events',
      'GET ',
      'GET /doc',
      'POST /events',
      `GET ${site}/categories/`,
      'GET /nothing',
    ]) {
      const { status, headers, body } = await call(line, over);
      assert.deepEqual([status, body.code], [401, 'expired_password'], line);
      assert.ok(headers.get('www-authenticate'));
    }
    const current = await made(accounts.editor, 'administer', now() + 100);
    assert.equal((await call('GET /events', current)).status, 200);
  });
});

describe('Application passwords that end while a body arrives', () => {
  it('A password that is revoked meanwhile writes nothing, and a role that is lower then counts', async () => {
    const { author } = accounts;
    const post = async (meanwhile: (id: number) => Promise<unknown>) => {
      const { id, secret } = await addPassword(db, author.id, 'slow', 1);
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
      const body = JSON.stringify(eventOf('Slowly'));
      return sendSlowly(`${service.base}/events`, headers, body, () => meanwhile(id));
    };
    const give = (role: 'author' | 'subscriber') =>
      db.updateTable('users').set({ role }).where('id', '=', author.id).execute();
    const statuses = await Promise.all([
      post(id => revokePassword(db, author.id, id)),
      post(async () => undefined),
    ]);
    assert.deepEqual(statuses, [401, 201]);
    assert.equal(await post(() => give('subscriber')), 403);
    await give('author');
  });
});

describe('Notes of the last use', () => {
  it('Writing the last use of a password does not delay reads', async () => {
    const { id, secret } = await addPassword(db, accounts.editor.id, 'unused', 1);
    const release = await holdUp(id);
    try {
      const began = performance.now();
      const pending = Array.from({ length: 5 }, () => call('GET /events', bearing(secret)));
      for (const { status } of await Promise.all(pending)) assert.equal(status, 200);
      // By now the service has tried to store the last use.
      await setTimeout(1100);
      assert.equal((await call('GET /events', bearing(secret))).status, 200);
      const took = performance.now() - began;
      assert.ok(took < 8000, `${Math.round(took)} ms: writing is given up after 10 s`);
      const [unused] = (await listPasswords(db, accounts.editor.id)).filter(listed => listed.id === id);
      assert.equal(unused?.last_used_at, null, 'the store was held up');
    } finally {
      await release();
    }
  });
});

/** Locks the row of this password; returns a function that releases it. */
async function holdUp(password: number): Promise<() => Promise<void>> {
  if (service.config.DATABASE_URL) {
    const other = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await other.connect();
    await other.query('begin');
    await other.query('select 1 from app_passwords where id = $1 for update', [password]);
    return () => other.end();
  }
  const other = new DatabaseSync(join(service.config.DATA_DIR, 'almanac.sqlite'));
  other.exec('begin immediate');
  return async () => other.close();
}

describe('Application passwords on several processes', () => {
  it('A revocation, rotation or new role is effective on every process with the next request', async () => {
    await using store = await makeStore();
    await using here = await startBeside({ config: configOf(store) });
    await using child = await startChild(store);
    const calls = [here, child].map(({ base }) => caller(base));
    const db = await store.open();
    const { editor } = store.accounts;
    try {
      const statuses = (secret: string, line = 'GET /events', json?: unknown) =>
        Promise.all(calls.map(async (call: Call) => (await call(line, { ...bearing(secret), json })).status));
      for (let turn = 0; turn < 5; turn++) {
        const { id, secret } = await addPassword(db, editor.id, '', 1);
        assert.deepEqual(await statuses(secret), [200, 200]);
        const rotation = { now: now(), overlap: 3600, expires_at: undefined };
        const rotated = await rotatePassword(db, editor.id, id, rotation);
        assert.ok(typeof rotated === 'object');
        assert.deepEqual(await statuses(secret), [200, 200]);
        assert.deepEqual(await statuses(rotated.made.secret), [200, 200]);
        await revokePassword(db, editor.id, id);
        assert.deepEqual(await statuses(secret), [401, 401]);
        assert.deepEqual(await statuses(rotated.made.secret), [200, 200]);
        const atOnce = { ...rotation, overlap: 0 };
        assert.ok(typeof (await rotatePassword(db, editor.id, rotated.made.id, atOnce)) === 'object');
        assert.deepEqual(await statuses(rotated.made.secret), [401, 401]);
      }
      const { secret } = await addPassword(db, editor.id, '', 1);
      const creating = async (role: 'editor' | 'subscriber') => {
        await db.updateTable('users').set({ role }).where('id', '=', editor.id).execute();
        return statuses(secret, 'POST /events', eventOf('x'));
      };
      assert.deepEqual(await creating('editor'), [201, 201]);
      assert.deepEqual(await creating('subscriber'), [403, 403]);
    } finally {
      await db.destroy();
    }
  });
});
