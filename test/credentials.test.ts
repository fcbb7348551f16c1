import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { removeUser } from '../src/records/authors.ts';
import { hashSecret } from '../src/users/secrets.ts';
import { addPassword, addUser, listPasswords, revokePassword } from '../src/users/store.ts';
import { makeStore, startChild } from './child.ts';
import { basic, caller, eventOf, eventually, type Sending } from './client.ts';
import { picture } from './pictures.ts';
import { sampleOf } from './sample.ts';
import { startService } from './service.ts';
import { OF_NO_STORE, SERVER } from './store.ts';

const service = await startService({
  CORS_ORIGINS: 'https://www.example.org, http://localhost:5173',
  MAX_BODY_BYTES: '20000',
  SIGN_IN_FAILURES: '0',
});
after(() => service[Symbol.asyncDispose]());
const { accounts, db, site } = service;
const { administrator, editor, subscriber } = accounts;
const call = caller(service.base);
const bearing = (authorization: string): Sending => ({ headers: { authorization } });

/** Whether a request is accepted as one of a role that may create categories. */
const accepted = async (authorization: string) =>
  (await call('POST /categories', { ...bearing(authorization), json: { name: '' } })).body.code ===
    'rest_invalid_param' &&
  (await call('OPTIONS /categories', bearing(authorization))).headers.get('allow') === 'GET, POST';

describe('Valid credentials', () => {
  const { user, app_password: secret } = editor;
  const grouped = secret.match(/.{1,4}/g)!.join(' ');
  for (const [name, authorization] of [
    ['login', basic(user, secret)],
    ['login in capitals', basic('EDITOR', secret)],
    ['e-mail address', basic('editor@example.test', secret)],
    ['e-mail address in capitals', basic('Editor@EXAMPLE.Test', secret)],
    ['secret in groups', basic(user, grouped)],
    ['secret with other blanks', basic(user, ` ${grouped.replaceAll(' ', '\t\n ')} `)],
    ['scheme in lower case', basic(user, secret).replace('Basic', 'basic')],
    ['scheme in capitals', basic(user, secret).replace('Basic', 'BASIC')],
    ['several spaces', basic(user, secret).replace('Basic', 'Basic   ')],
    ['Bearer', `Bearer ${secret}`],
    ['bearer', `bearer ${secret}`],
  ] as const)
    test(`Credentials are accepted in this form: ${name}`, async () =>
      assert.equal(await accepted(authorization), true));

  test('A second password of the same account is accepted', async () => {
    const { secret: second } = await addPassword(db, editor.id, 'second', 1);
    assert.equal(await accepted(basic(user, second)), true);
    assert.equal(await accepted(`Bearer ${second}`), true);
    assert.equal(await accepted(basic(user, secret)), true);
  });

  test('The rights of an account follow its current role', async () => {
    const rising = (await addUser(db, { login: 'rising', email: null, role: 'subscriber' }, 1))!;
    const { secret: own } = await addPassword(db, rising.id, '', 1);
    assert.equal(await accepted(`Bearer ${own}`), false);
    await db.updateTable('users').set({ role: 'author' }).where('id', '=', rising.id).execute();
    assert.equal(await accepted(`Bearer ${own}`), true);
  });
});

describe('Wrong credentials', () => {
  const wrongs = [
    [basic('editor', 'x'), 'incorrect_password'],
    [basic('editor', subscriber.app_password), 'incorrect_password'],
    [basic('editor', hashSecret(editor.app_password)), 'incorrect_password'],
    [basic('editor', editor.app_password.toUpperCase()), 'incorrect_password'],
    [basic('editor', editor.app_password.slice(0, -1)), 'incorrect_password'],
    [basic('editor', `${editor.app_password}x`), 'incorrect_password'],
    [basic('editor', ' '), 'incorrect_password'],
    [basic('nobody', editor.app_password), 'invalid_username'],
    [basic('nobody@example.test', editor.app_password), 'invalid_email'],
    [basic("editor' or '1'='1", editor.app_password), 'invalid_username'],
    [basic('edit%', editor.app_password), 'invalid_username'],
    [`Bearer ${editor.app_password}x`, 'incorrect_password'],
    [`Bearer ${hashSecret(editor.app_password)}`, 'incorrect_password'],
    ['Bearer x', 'incorrect_password'],
  ] as const;
  const lines = [
    'GET ',
    'GET /doc',
    'GET /events',
    'HEAD /events',
    'GET /events/999999',
    'GET /nothing',
    'POST /events',
    ...[
      'DELETE /events/1',
      'GET /events?page=x',
      'OPTIONS /events',
      `GET ${site}/categories/`,
      `GET ${site}/wp-json/x`,
    ],
    `POST ${site}/images`,
    ...[`GET ${site}/fr/cal/events/v1/tags`, `GET ${site}/?rest_route=/tribe/events/v1/events`],
  ];

  // Of what everybody reads, a login that no account has changes nothing: see page-headers.test.ts.
  const files = [`GET ${site}/images/0123456789abcdef01234567/a.png`, `GET ${site}/nothing`];

  for (const [authorization, code] of wrongs)
    test(`The credentials ${authorization} are refused with ${code}`, async () => {
      // On PostgreSQL some: routes are the same on each store.
      const all = code === 'incorrect_password' ? [...lines, ...files] : lines;
      for (const line of sampleOf(authorization, all, SERVER ? 0.3 : 1)) {
        const { status, headers, body } = await call(line, bearing(authorization));
        assert.equal(status, 401, line);
        assert.ok(headers.get('www-authenticate'), line);
        if (!line.startsWith('HEAD')) assert.deepEqual([body.code, body.data.status], [code, 401]);
      }
    });

  test('A request with wrong credentials changes nothing', async () => {
    const before = await db.selectFrom('records').selectAll().execute();
    for (const [authorization] of wrongs)
      await call('POST /events', { ...bearing(authorization), json: eventOf('Never') });
    assert.deepEqual(await db.selectFrom('records').selectAll().execute(), before);
  });
});

test('A header that holds no credentials is anonymous', async () => {
  const malformed = [
    '',
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic =',
    'Basic bm90IGEgcGFpcg==',
    'Bearer',
    'Bearer ',
    'Digest a="b"',
    basic('', editor.app_password),
    basic('editor', ''),
    basic('', ''),
    editor.app_password,
    'Basic =====',
    `Basic ${'A'.repeat(6000)}`,
    `Basic ${editor.user}:${editor.app_password}`,
    'BasicZWRpdG9yOng=',
    'Token x',
    ...[basic('\0', 'x'), 'Basic,ZWRpdG9yOng='],
  ];
  for (const authorization of malformed) {
    const read = await call('GET /events', bearing(authorization));
    assert.equal(read.status, 200, authorization);
    assert.equal(read.headers.get('cache-control'), null);
    const write = await call('POST /events', { ...bearing(authorization), json: eventOf('Never') });
    assert.deepEqual([write.status, write.body.code], [401, 'rest_forbidden'], authorization);
    assert.ok(write.headers.get('www-authenticate'));
  }
});

test('A signed-in user without the right gets 403 without a challenge', async () => {
  const { status, headers } = await call('POST /events', { as: subscriber, json: eventOf('Never') });
  assert.deepEqual([status, headers.get('www-authenticate')], [403, null]);
});

describe('The life of a password', () => {
  test('A revoked password stops at once, and the other passwords of the account go on', async () => {
    const first = await addPassword(db, editor.id, 'first', 1);
    const second = await addPassword(db, editor.id, 'second', 1);
    assert.equal(await accepted(`Bearer ${first.secret}`), true);
    assert.equal(await revokePassword(db, subscriber.id, first.id), false);
    assert.equal(await accepted(`Bearer ${first.secret}`), true);
    assert.equal(await revokePassword(db, editor.id, first.id), true);
    for (const authorization of [`Bearer ${first.secret}`, basic('editor', first.secret)]) {
      const { status, body } = await call('GET /events', bearing(authorization));
      assert.deepEqual([status, body.code], [401, 'incorrect_password']);
    }
    assert.equal(await accepted(`Bearer ${second.secret}`), true);
  });

  test('The passwords of a removed account stop working', async () => {
    const leaving = (await addUser(db, { login: 'leaving', email: null, role: 'author' }, 1))!;
    const { secret } = await addPassword(db, leaving.id, '', 1);
    assert.equal(await accepted(`Bearer ${secret}`), true);
    await removeUser(db, leaving.id, undefined, { viewer: undefined, config: service.config, now: 1 });
    assert.equal(
      (await call('GET /events', bearing(basic('leaving', secret)))).body.code,
      'invalid_username',
    );
    assert.equal((await call('GET /events', bearing(`Bearer ${secret}`))).body.code, 'incorrect_password');
  });

  test('A user removed during a request gets 503, or 401 in a later second, and then a refusal of the credentials', async () => {
    const leave = async (kind: string) => {
      const began = Math.floor(Date.now() / 1000);
      const leaving = (await addUser(db, { login: `leaving-${kind}`, email: null, role: 'editor' }, 1))!;
      const { secret } = await addPassword(db, leaving.id, '', 1);
      const body = JSON.stringify(eventOf('Late', { venue: 'Late', name: 'Late' }));
      const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const sending = request(`${service.base}/${kind}`, options);
      sending.setHeader('authorization', `Bearer ${secret}`);
      sending.setHeader('idempotency-key', randomUUID());
      const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
      sending.flushHeaders();
      // The last use is stored after the credentials were checked.
      const noted = async () => (await listPasswords(db, leaving.id))[0]?.last_used_at;
      assert.ok(await eventually(noted, Boolean));
      await removeUser(db, leaving.id, undefined, { viewer: undefined, config: service.config, now: 1 });
      sending.end(body);
      const [{ statusCode }] = await answered;
      const isLater = Math.floor(Date.now() / 1000) > began;
      assert.ok(statusCode === 503 || (isLater && statusCode === 401), `${kind}: ${statusCode}`);
      const again = await call(`POST /${kind}`, bearing(`Bearer ${secret}`));
      assert.equal(again.body.code, 'incorrect_password');
    };
    await Promise.all(['tags', 'events', 'venues'].map(leave));
  });

  test('The last use of a password is recorded, and no failed one', async () => {
    const { id, secret } = await addPassword(db, editor.id, 'fresh', 1);
    const old = await addPassword(db, editor.id, 'old', 1);
    const lastUse = async (of = id) =>
      (await listPasswords(db, editor.id)).find(password => password.id === of)!;
    await call('GET /events', bearing(basic('subscriber', secret)));
    await call('GET /events', bearing(basic('editor', `${secret}x`)));
    await call('GET /events', { as: editor });
    const now = Math.floor(Date.now() / 1000);
    const hourAgo = { last_used_at: now - 3600, last_used_from: '192.0.2.1' };
    await db.updateTable('app_passwords').set(hourAgo).where('id', '=', old.id).execute();
    await call('GET /events', bearing(`Bearer ${old.secret}`));
    const noted = await eventually(
      () => lastUse(old.id),
      ({ last_used_at }) => (last_used_at ?? 0) >= now,
    );
    assert.ok(noted.last_used_at! >= now);
    assert.equal(noted.last_used_from, '127.0.0.1');
    const { last_used_at, last_used_from } = await lastUse();
    assert.deepEqual([last_used_at, last_used_from], [null, null]);
    await call('GET /nothing', bearing(basic('editor', secret)));
    const first = await eventually(lastUse, ({ last_used_at }) => last_used_at !== null);
    assert.ok(first.last_used_at! >= now);
  });

  test('The store holds no secret in plain text', async () => {
    const passwords = JSON.stringify(await db.selectFrom('app_passwords').selectAll().execute());
    for (const { app_password } of Object.values(accounts)) assert.ok(!passwords.includes(app_password));
    const { body } = await call('POST /events', { as: editor, json: eventOf('Locked') });
    await call(`PATCH /events/${body.id}`, { as: editor, json: { password: 'open-sesame' } });
    const rows = JSON.stringify(
      await db.selectFrom('events').selectAll().where('id', '=', body.id).execute(),
    );
    assert.ok(!rows.includes('open-sesame'));
    const read = await call(`GET /events/${body.id}`, { as: editor });
    assert.ok(!read.text.includes('sesame') && !read.text.includes('password'));
  });
});

describe('Caching of answers to users', OF_NO_STORE, () => {
  const lines = [
    ...['GET ', 'GET /events', 'HEAD /events', 'GET /events?page=x', 'GET /events/999999', 'GET /nothing'],
    ...['POST /events', 'OPTIONS /events', 'GET /events?_envelope=1', 'GET /categories?_jsonp=f', 'GET /doc'],
    ...[`GET ${site}/`, `GET ${site}/nothing`],
  ];
  test('An answer to a signed-in user is never cached', async () => {
    for (const line of lines)
      for (const account of [administrator, subscriber]) {
        const { headers } = await call(line, { as: account });
        assert.match(headers.get('cache-control') ?? '', /(?=.*no-store)(?=.*private)/, line);
      }
    const big = await call('POST /events', { as: editor, body: 'x'.repeat(30_000) });
    assert.equal(big.status, 413);
    assert.match(big.headers.get('cache-control') ?? '', /no-store/);
  });

  test('An anonymous answer may be cached if it is revalidated', async () => {
    for (const line of lines) {
      const { status, headers } = await call(line);
      // The index depends on the reader.
      const holds = status === 200 && (/^(GET|HEAD) \/./.test(line) || line === `GET ${site}/`);
      assert.equal(headers.get('cache-control'), holds ? 'public, no-cache' : null, line);
    }
  });
});

describe('Scripts of other sites', OF_NO_STORE, () => {
  const draft = call('POST /events', { as: editor, json: eventOf('Draft', { status: 'draft' }) });
  const image = picture(10, 10).then(async body =>
    call(`POST ${site}/images`, { as: editor, body, headers: { 'content-type': 'image/png' } }),
  );
  const lines = [
    'GET ',
    'GET /events',
    'HEAD /events',
    'GET /nothing',
    'POST /events',
    'GET /events?page=x',
    'OPTIONS /events',
    'OPTIONS /nothing',
    'GET /events?_jsonp=a-b',
    `GET ${site}/nothing`,
    `POST ${site}/images`,
    `GET ${site}/`,
    ...[`OPTIONS ${site}/images`, `OPTIONS ${site}/wp-json/tribe/events/v1/venues/1`, `GET ${site}/healthz`],
  ];
  const all = async () => [
    ...lines,
    `GET /events/${(await draft).body.id}`,
    `GET ${(await image).body.url}`,
    `OPTIONS /events/${(await draft).body.id}`,
  ];

  test('Scripts of any origin may read public answers without credentials', async () => {
    for (const origin of [
      'https://example.com',
      'null',
      'https://www.example.org.evil.test',
      'https://evil.test/https://www.example.org',
      'http://www.example.org',
      'https://www.example.org:8443',
      'https://example.org',
      'HTTPS://WWW.EXAMPLE.ORG',
      'https://www.example.org, http://localhost:5173',
      'http://localhost',
      '',
      '*',
      'https://wwwxexample.org',
    ])
      for (const line of await all()) {
        const { headers } = await call(line, { headers: { origin } });
        assert.equal(headers.get('access-control-allow-origin'), '*', `${line} from ${origin}`);
        assert.equal(headers.get('access-control-allow-credentials'), null, `${line} from ${origin}`);
        assert.match(headers.get('vary') ?? '', /origin/i, `${line} from ${origin}`);
      }
  });

  test('Scripts of configured origins may send credentials', async () => {
    for (const origin of ['https://www.example.org', 'http://localhost:5173'])
      for (const line of await all())
        for (const as of [undefined, editor]) {
          const { headers } = await call(line, { as, headers: { origin } });
          assert.equal(headers.get('access-control-allow-origin'), origin, line);
          assert.equal(headers.get('access-control-allow-credentials'), 'true', line);
          assert.match(headers.get('vary') ?? '', /origin/i, line);
        }
  });

  test('Preflight requests name the allowed origin, methods and headers', async () => {
    for (const [origin, allowed] of [
      ['https://www.example.org', 'https://www.example.org'],
      ['https://example.com', '*'],
    ] as const)
      for (const path of ['/events', '/events/1', '/tags/1', '/venues/by-slug/x', `${site}/images`]) {
        const { status, headers } = await call(`OPTIONS ${path}`, {
          headers: {
            origin,
            'access-control-request-method': 'PATCH',
            'access-control-request-headers': 'authorization,content-type,x-http-method-override',
          },
        });
        assert.equal(status, 200, path);
        assert.equal(headers.get('access-control-allow-origin'), allowed);
        const methods = headers.get('access-control-allow-methods')?.split(', ') ?? [];
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
          assert.ok(methods.includes(method), method);
        const names = headers.get('access-control-allow-headers')?.toLowerCase().split(', ') ?? [];
        for (const name of ['authorization', 'content-type', 'x-http-method-override', 'x-wp-nonce'])
          assert.ok(names.includes(name));
      }
  });

  test('Scripts may read the headers of answers', async () => {
    const list = await call('GET /events');
    const made = await call('POST /categories', { as: editor, json: { name: 'Made' } });
    for (const { headers } of [list, made]) {
      const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ') ?? [];
      for (const name of ['x-tec-total', 'x-tec-totalpages', 'link', 'location', 'allow', 'x-request-id'])
        assert.ok(exposed.includes(name), name);
    }
    assert.equal(list.headers.get('x-tec-total'), '0');
    assert.ok(made.headers.get('location') && made.headers.get('allow') && made.headers.get('x-request-id'));
  });

  test('No origin has credentials where none is configured', async () => {
    await using other = await startService();
    for (const origin of ['https://www.example.org', 'null', other.site]) {
      const { headers } = await caller(other.base)('GET /events', { headers: { origin } });
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
  });
});

test('The log is JSON with the id of each request and contains no secret', async () => {
  await using store = await makeStore();
  const { accounts } = store;
  const as = accounts.editor;
  await using child = await startChild(store, { LOG_LEVEL: 'trace', MAX_BODY_BYTES: '20000' });
  const ask = caller(child.base);
  const ids: string[] = [];
  const send = async (line: string, sending: Sending = {}) => {
    const reply = await ask(line, sending);
    ids.push(reply.headers.get('x-request-id') ?? `none: ${line}`);
    return reply;
  };
  const grouped = as.app_password.match(/.{1,4}/g)!.join(' ');
  const form = new FormData();
  form.set('password', 'multiparted-sesame');
  const { id } = (await send('POST /events', { as, json: eventOf('Locked') })).body;
  const requests: [line: string, sending?: Sending][] = [
    [`PATCH /events/${id}`, { as, json: { password: 'written-sesame' } }],
    [`PATCH /events/${id}`, { as, form: { password: 'formed-sesame' } }],
    [`POST /events/${id}`, { as, body: form }],
    [`PUT /events/${id}?password=queried-sesame`, { as }],
    [`GET /events/${id}?password=queried-sesame`],
    [`GET /events/${id}?password=wrong-sesame&page=1`],
    [`GET /events/${id}?a=b&PASSWORD=capital-sesame&pass%77ord=queried-sesame`],
    [`GET /events/by-slug/locked?password%5B%5D=listed-sesame&password[a]=mapped-sesame`],
    [`GET /events?password=queried-sesame&page=x`],
    [`GET ${child.site}/?rest_route=/tribe/events/v1/events/${id}&password=routed-sesame`],
    [`GET ${child.site}/event/locked/?password=linked-sesame`],
    [`GET ${child.site}/?post_type=tribe_events&p=${id}&password=linked-sesame`],
    [`GET ${child.site}/nothing?password=lost-sesame`],
    [`POST /events/${id}?_method=GET`, { json: { password: 'bodied-sesame' } }],
    [
      `PATCH /events/${id}`,
      { as, body: '{"password":"broken-sesame', headers: { 'content-type': 'application/json' } },
    ],
    [`PATCH /events/${id}`, { json: { password: 'anonymous-sesame' } }],
    [`PATCH /events/${id}`, { as: accounts.contributor, json: { password: 'forbidden-sesame' } }],
    ['GET /events', { headers: { authorization: `Bearer ${as.app_password}` } }],
    ['GET /events', { headers: { authorization: basic('editor', grouped) } }],
    ['GET /events', { headers: { authorization: basic('editor', 'wrong-sesame') } }],
    ['GET /events', { headers: { authorization: basic('nobody', 'nobody-sesame') } }],
    ['GET /events', { headers: { authorization: 'Bearer borne-sesame' } }],
    ['GET /events', { headers: { authorization: 'Digest digested-sesame' } }],
    ['GET /events', { headers: { cookie: 'session=cookie-sesame', 'x-api-key': 'key-sesame' } }],
    ['GET /nothing', { as: accounts.administrator }],
    ['POST /events', { as, json: eventOf('x', { image: 'http://user:image-sesame@127.0.0.1/a.png' }) }],
    ['POST /events', { as, body: 'x'.repeat(30_000) }],
    ['OPTIONS /events', { as }],
    ['DELETE /events/999999?password=deleted-sesame', { as }],
  ];
  const statuses = new Set<number>();
  for (const [line, sending] of requests) statuses.add((await send(line, sending)).status);
  const db = await store.open();
  if (store.url) {
    // The error of this constraint quotes the whole row.
    await sql`alter table events add constraint refused check (title not like '%sesame')`.execute(db);
    const title = { title: 'quoted-sesame' };
    assert.equal((await send(`PATCH /events/${id}`, { as, json: title })).status, 500);
  }
  await db.schema.alterTable('event_terms').renameTo('lost_terms').execute();
  statuses.add((await send(`PATCH /events/${id}`, { as, json: { password: 'failing-sesame' } })).status);
  await db.schema.alterTable('app_passwords').renameTo('lost_passwords').execute();
  statuses.add((await send('GET /events?password=failing-sesame', { as })).status);
  await db.destroy();
  for (const status of [200, 400, 401, 403, 404, 413, 500]) assert.ok(statuses.has(status), `${status}`);
  const logged = () =>
    child.output().flatMap(line => (line.startsWith('Almanac is at ') ? [] : [JSON.parse(line)]));
  const idsLogged = async () => new Set(logged().map(({ reqId }) => reqId));
  const known = await eventually(idsLogged, found => ids.every(asked => found.has(asked)));
  for (const asked of ids) assert.ok(known.has(asked), asked);
  assert.equal(new Set(ids).size, ids.length);
  const failures = logged().filter(({ level }) => level >= 50);
  assert.ok(failures.length >= 2, 'what failed is logged as an error');
  assert.deepEqual(
    logged().filter(({ time, level, msg }) => !(time && level && msg)),
    [],
  );
  const written = child.output().join('\n') + child.errors();
  assert.deepEqual(written.match(/.*sesame.*/gi), null);
  assert.ok(!/authorization/i.test(written));
  const { app_password } = as;
  const base64 = ({ user, app_password: secret }: typeof as) => basic(user, secret).slice(6);
  const secrets = Object.values(accounts).flatMap(account => [account.app_password, base64(account)]);
  for (const secret of [...secrets, grouped, hashSecret(app_password), encodeURIComponent(grouped)])
    assert.ok(!written.includes(secret), secret);
});
