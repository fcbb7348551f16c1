import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { makeStore, startChild } from './child.ts';
import { basic, caller, eventOf, eventually, type Sending } from './client.ts';
import { startService } from './service.ts';

const by = (client: string, sending: Sending = {}): Sending => ({
  ...sending,
  headers: { ...sending.headers, 'x-forwarded-for': client },
});

describe('Rate limits of clients', async () => {
  const service = await startService({
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT: '6',
    RATE_LIMIT_WINDOW: '3600',
  });
  after(() => service[Symbol.asyncDispose]());
  const { site, accounts } = service;
  const call = caller(service.base);
  const lines = [
    'GET /events',
    'GET /tags?x=1',
    'GET /events/999999',
    'POST /events',
    'OPTIONS /events',
    'GET /nothing',
    'GET /%ff',
    ...[`GET ${site}/images/0123456789abcdef01234567/a.png`, 'GET /events?_jsonp=f', 'HEAD /events'],
  ];

  test('Every answer has the rate limit headers', async () => {
    for (const [at, line] of lines.entries()) {
      const client = `198.51.100.${at}`;
      const { headers } = await call(line, by(client));
      assert.equal(headers.get('ratelimit-policy'), '"default";q=6;w=3600', line);
      assert.match(headers.get('ratelimit') ?? '', /^"default";r=5;t=(3600|35\d\d)$/, line);
      const { headers: again } = await call(
        'GET /tags?x=1',
        by(client, { headers: { 'if-none-match': '*' } }),
      );
      assert.match(again.get('ratelimit') ?? '', /^"default";r=4;t=(3600|35\d\d)$/, line);
      assert.match(
        again.get('access-control-expose-headers') ?? '',
        /RateLimit, RateLimit-Policy, Retry-After/,
      );
    }
  });

  test('Requests beyond the limit are refused with 429 and Retry-After', async () => {
    for (let count = 0; count < 6; count++)
      assert.equal((await call('GET /events', by('203.0.113.1'))).status, 200);
    for (const line of lines) {
      const { status, headers, body } = await call(line, by('203.0.113.1'));
      assert.equal(status, 429, line);
      assert.ok(Number(headers.get('retry-after')) > 3500, line);
      assert.equal(headers.get('ratelimit'), `"default";r=0;t=${headers.get('retry-after')}`, line);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      if (line.startsWith('HEAD')) continue;
      assert.deepEqual([body.code, body.data.status], ['rest_too_many_requests', 429], line);
    }
    assert.equal((await call('GET /events', by('203.0.113.2'))).status, 200);
    assert.equal((await call(`GET ${site}/healthz`, by('203.0.113.1'))).status, 200);
  });

  test('The refusal of a request beyond the limit is in the requested language', async () => {
    const messageOf = async (line: string) => (await call(line, by('203.0.113.1'))).body.message;
    const [path, parameter] = [`${site}/fr/cal/events/v1`, 'i18n_language=es'];
    for (const method of ['GET', 'POST']) {
      assert.match(await messageOf(`${method} ${path}/events`), /^Trop de requêtes .* \d+ secondes/);
      assert.match(await messageOf(`${method} ${path}/events?${parameter}`), /^Se han recibido demasiadas/);
      assert.match(await messageOf(`${method} /events`), /^There were too many requests/);
    }
  });

  test('Requests beyond the limit change nothing', async () => {
    const { total } = (await call('GET /tags?hide_empty=0', by('203.0.113.3'))).body;
    const write = by('203.0.113.1', { as: accounts.editor, json: { name: 'Never' } });
    assert.equal((await call('POST /tags', write)).status, 429);
    assert.equal((await call('GET /tags?hide_empty=0', by('203.0.113.3'))).body.total, total);
  });

  test('Answers have no rate limit headers without a limit', async () => {
    await using free = await startService();
    const { headers } = await caller(free.base)('GET /events');
    assert.deepEqual([headers.get('ratelimit'), headers.get('ratelimit-policy')], [null, null]);
  });
});

describe('Failed sign-ins', async () => {
  const service = await startService({ TRUSTED_PROXIES: '127.0.0.1', SIGN_IN_FAILURES: '3' });
  after(() => service[Symbol.asyncDispose]());
  const { user, app_password } = service.accounts.editor;
  const call = caller(service.base);
  const attempt = (client: string, authorization: string, line = 'GET /events') =>
    call(line, by(client, { headers: { authorization } }));
  const right = basic(user, app_password);
  /** Concurrent failures, so that none of them has to wait. */
  const failing = (client: string, authorization: (count: number) => string) =>
    Promise.all(Array.from({ length: 8 }, (_, count) => attempt(client, authorization(count))));

  test('A client with too many failed sign-ins is refused with 429 whatever it requests', async () => {
    await failing('198.51.100.1', count => basic(user, `wrong ${count}`));
    for (const line of ['GET /events', 'POST /events', 'GET /nothing', 'GET /events?i18n_language=ca']) {
      const { status, headers, body } = await attempt('198.51.100.1', basic(user, 'wrong'), line);
      assert.deepEqual([status, body.code], [429, 'rest_too_many_failures'], line);
      assert.ok(Number(headers.get('retry-after')) >= 1, line);
      assert.match(
        body.message,
        line.includes('=ca') ? /^Hi ha hagut massa intents/ : /^There were too many/,
      );
    }
  });

  test('Failed sign-ins affect neither other clients nor other accounts of the client', async () => {
    await failing('198.51.100.2', count => basic(user, `wrong ${count}`));
    assert.equal((await attempt('198.51.100.2', right)).status, 429);
    assert.equal((await attempt('198.51.100.3', right)).status, 200);
    assert.equal(
      (await attempt('198.51.100.2', basic('author', service.accounts.author.app_password))).status,
      200,
    );
    assert.equal((await call('GET /events', by('198.51.100.2'))).status, 200, 'nor to who does not sign in');
  });

  test('A client that waits, or whose password was right before, may sign in again', async t => {
    let now = performance.now();
    t.mock.method(performance, 'now', () => now);
    for (let count = 0; count < 3; count++)
      assert.equal((await attempt('198.51.100.4', 'Bearer wrong')).status, 401);
    const bearer = `Bearer ${service.accounts.subscriber.app_password}`;
    assert.equal((await attempt('198.51.100.4', bearer)).status, 429);
    // A millisecond more than a second, because of rounding.
    now += 1001;
    assert.equal((await attempt('198.51.100.4', bearer)).status, 200);
    await failing('198.51.100.4', count => `Bearer wrong${count}`);
    assert.equal((await attempt('198.51.100.4', 'Bearer wrong')).status, 429);
    assert.equal((await attempt('198.51.100.4', bearer)).status, 200);
  });
});

test('The log shows the address of the client, which only trusted proxies may set', async () => {
  await using store = await makeStore();
  const addresses = async (settings: Record<string, string>) => {
    await using child = await startChild(store, { RATE_LIMIT: '3', ...settings });
    const call = caller(child.base);
    for (const line of ['GET /events', 'POST /events', 'GET /nothing', 'GET /events'])
      await call(line, by('198.51.100.1', { json: line.startsWith('POST') ? eventOf('x') : undefined }));
    await call('GET /events', { headers: { forwarded: 'for="[2001:db8::17]:4711";proto=https' } });
    const answered = () => child.output().filter(line => line.includes('"answered"'));
    const lines = await eventually(
      async () => answered(),
      ({ length }) => length === 5,
    );
    return lines.map(line => JSON.parse(line)).map(({ address, status }) => `${address} ${status}`);
  };
  const [first, second, third] = ['198.51.100.1 200', '198.51.100.1 401', '198.51.100.1 404'];
  assert.deepEqual(await addresses({ TRUSTED_PROXIES: '127.0.0.0/8' }), [
    ...[first, second, third, '198.51.100.1 429', '2001:db8::17 200'],
  ]);
  const statuses = [200, 401, 404, 429, 429].map(status => `127.0.0.1 ${status}`);
  assert.deepEqual(await addresses({ TRUSTED_PROXIES: '10.0.0.0/8' }), statuses);
});
