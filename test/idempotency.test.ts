import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pruneKeys, RETENTION } from '../src/http/idempotency/store.ts';
import { startPruning } from '../src/jobs/all.ts';
import { removeUser } from '../src/records/authors.ts';
import { removeUnused } from '../src/trash/unused-images.ts';
import { addPassword, addUser } from '../src/users/store.ts';
import type { Account } from './account.ts';
import { makeStore, startChild } from './child.ts';
import { caller, eventOf, type Reply, type Sending } from './client.ts';
import { configOf } from './crash/service.ts';
import { type Beside, SETTINGS, startBeside } from './memory/beside.ts';
import { openGallery, picture } from './pictures.ts';
import { type Service, startService } from './service.ts';

// A repeated create creates once.

let service: Service;
let beside: Beside;
let editor: Account;
const gate = Promise.withResolvers<void>();
const gallery = await openGallery(() => gate.promise);

before(async () => {
  service = await startService(SETTINGS);
  beside = await startBeside(service);
  editor = service.accounts.editor;
});

after(async () => {
  await beside[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await gallery[Symbol.asyncDispose]();
});

/** Sends a request with a key, to the first or the second process. */
const send = (line: string, key: string, sending: Sending, base = service.base) =>
  caller(base)(line, { as: editor, ...sending, headers: { ...sending.headers, 'idempotency-key': key } });
const fresh = () => `"${randomUUID()}"`;
const countOf = async (table: 'records' | 'terms') => {
  const rows = await service.db.selectFrom(table).select('id').execute();
  return rows.length;
};

const kinds: Record<string, (name: string) => object> = {
  events: name =>
    eventOf(name, {
      venue: { venue: `Hall of ${name}` },
      organizer: `Club of ${name}`,
      tags: [`Tag ${name}`],
    }),
  venues: venue => ({ venue }),
  organizers: organizer => ({ organizer }),
  categories: name => ({ name }),
  tags: name => ({ name }),
};

/** Checks that the responses are equal, and that only the first request created anything. */
async function assertOnce(replies: Reply[]): Promise<void> {
  const [first] = replies;
  for (const { status, text, headers } of replies) {
    assert.deepEqual([status, text], [first!.status, first!.text]);
    for (const name of ['location', 'etag', 'allow', 'content-type'])
      assert.equal(headers.get(name), first!.headers.get(name), name);
  }
  assert.equal(first!.status, 201, first!.text);
}

for (const [kind, make] of Object.entries(kinds))
  describe(`Idempotent creation of ${kind}`, () => {
    it(`Repeated creations of ${kind} with one key create once`, async () => {
      const [key, json] = [fresh(), make(`Sequence ${kind}`)];
      const replies = [await send(`POST /${kind}`, key, { json })];
      const counts = [await countOf('records'), await countOf('terms')];
      for (const base of [service.base, beside.base])
        replies.push(await send(`POST /${kind}`, key, { json }, base));
      await assertOnce(replies);
      assert.deepEqual([await countOf('records'), await countOf('terms')], counts);
    });

    it(`Concurrent creations of ${kind} with one key, on several processes, create once`, async () => {
      for (let round = 0; round < 5; round++) {
        const [key, json] = [fresh(), make(`Round ${round} ${kind}`)];
        const replies = await Promise.all(
          Array.from({ length: 8 }, (_, at) =>
            send(`POST /${kind}`, key, { json }, at % 2 ? beside.base : service.base),
          ),
        );
        await assertOnce(replies);
      }
    });

    it(`The answer to a creation of ${kind} with a key is the same as without`, async () => {
      const json = make(`Plain ${kind}`);
      const keyed = await send(`POST /${kind}`, fresh(), { json });
      const plain = await caller(service.base)(`GET /${kind}/${keyed.body.id}`, { as: editor });
      assert.deepEqual(Object.keys({ ...plain.body, ...keyed.body }), Object.keys(plain.body));
      assert.equal(keyed.headers.get('etag'), plain.headers.get('etag'));
    });
  });

describe('Idempotent uploads of pictures', () => {
  it('Repeated uploads with one key keep one picture and leave no other files', async () => {
    const bytes = new Uint8Array(await picture(20, 10));
    const key = fresh();
    const headers = { 'content-type': 'image/png' };
    const folders = async () => (await readdir(join(service.config.DATA_DIR, 'images'))).length;
    const before = await folders().catch(() => 0);
    const line = (base: string) => `POST ${new URL(base).origin}/images`;
    const replies = await Promise.all(
      [1, 2, 3, 4].map(at => send(line(at % 2 ? beside.base : service.base), key, { body: bytes, headers })),
    );
    await assertOnce([...replies, await send(line(service.base), key, { body: bytes, headers })]);
    assert.equal(await folders(), before + 1);
    const other = new Uint8Array(await picture(10, 10));
    const { status, body } = await send(line(service.base), key, { body: other, headers });
    assert.deepEqual([status, body.code], [422, 'idempotency_key_reused']);
    const form = () => {
      const data = new FormData();
      data.append('file', new Blob([bytes]), 'same.png');
      return data;
    };
    // Each form has its own boundary.
    const again = fresh();
    await assertOnce([
      await send(line(service.base), again, { body: form() }),
      await send(line(service.base), again, { body: form() }),
    ]);
  });

  it('Repeated creations with a picture address fetch and keep one picture', async () => {
    const key = fresh();
    const json = eventOf('Slow', { image: `http://${gallery.host}/slow.png` });
    const folders = async () => (await readdir(join(service.config.DATA_DIR, 'images'))).length;
    const before = await folders();
    const replies = [1, 2, 3].map(() => send('POST /events', key, { json }));
    // Other keys do not wait.
    assert.equal((await send('POST /tags', fresh(), { json: { name: 'Meanwhile' } })).status, 201);
    gate.resolve();
    await assertOnce(await Promise.all(replies));
    assert.equal(await folders(), before + 1);
  });
});

describe('Idempotency keys', () => {
  it('A key stands for one request, whatever the form of its parameters', async () => {
    const key = 'a-key:of/no+form';
    const json = { title: 'Same', start_date: '2031-05-10', end_date: '2031-05-11' };
    const first = await send('POST /events', key, { json });
    const { title, ...dates } = json;
    await assertOnce([
      first,
      await send('POST /events', `"${key}"`, { json: { ...dates, title } }),
      await send('POST /events', ` "${key}" `, { form: json }),
      await send(`POST /events?${new URLSearchParams(json)}`, key, {}),
      await send(`POST ${service.site}/fr/cal/events/v1/events?i18n_language=ca`, key, { json }),
    ]);
    const fields = await send('POST /events?_fields=id,title', key, { json });
    assert.deepEqual(fields.body, { id: first.body.id, title: 'Same' });
    const envelope = await send('POST /events?_envelope=1', key, { json });
    assert.deepEqual([envelope.status, envelope.body.status], [200, 201]);
  });

  it('A key is refused for another request', async () => {
    const key = fresh();
    await send('POST /events', key, { json: eventOf('One') });
    const before = await countOf('records');
    const others: [line: string, json: object][] = [
      ['POST /events', eventOf('Two')],
      ['POST /events', eventOf('One', { featured: false })],
      ['POST /events', {}],
      ['POST /venues', { venue: 'One' }],
      ['POST /tags', { name: 'One' }],
    ];
    for (const [line, json] of others) {
      const { status, body } = await send(line, key, { json });
      assert.deepEqual([status, body.code], [422, 'idempotency_key_reused'], line);
    }
    assert.equal(await countOf('records'), before);
  });

  it('A key belongs to an account', async () => {
    const { author, contributor, subscriber } = service.accounts;
    const [key, json] = [fresh(), eventOf('Whose', { status: 'draft' })];
    const ids = new Set<number>();
    for (const as of [editor, author, contributor]) {
      const { status, body } = await send('POST /events', key, { as, json });
      assert.deepEqual([status, body.author], [201, String(as.id)]);
      ids.add(body.id);
    }
    assert.equal(ids.size, 3);
    assert.equal((await send('POST /events', key, { as: subscriber, json })).status, 403);
    assert.equal((await send('POST /events', key, { as: undefined, json })).status, 401);
    assert.equal((await send('POST /events', 'bad key', { as: undefined, json })).status, 401);
  });

  it('A key is a text of limited length, with or without quotes', async () => {
    const json = { name: 'Keys' };
    for (const key of ['', '""', '"open', 'two words', '"é"', 'a,b', `"${'x'.repeat(256)}"`, '"a"; "b"']) {
      const { status, body } = await send('POST /tags', key, { json });
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['Idempotency-Key']], key);
    }
    const [quoted, bare] = [`"${'x'.repeat(254)}\\""`, `${'y'.repeat(255)}`];
    for (const key of [quoted, bare])
      assert.equal((await send('POST /tags', key, { json: { name: key.slice(0, 9) } })).status, 201);
  });

  it('The key of a failed creation can be used again', async () => {
    const key = fresh();
    const bad = eventOf('Bad', { venue: [{ venue: 'Half' }, { venue: ' ' }] });
    assert.equal((await send('POST /events', key, { json: bad })).status, 400);
    assert.equal((await send('POST /tags', key, { json: { name: 'Good at last' } })).status, 201);
  });

  it('A repeated request gets its answer although it would now be refused', async () => {
    const venue = (await send('POST /venues', fresh(), { json: { venue: 'Short-lived' } })).body.id;
    const [key, json] = [fresh(), eventOf('Linked', { venue })];
    const first = await send('POST /events', key, { json });
    await caller(service.base)(`DELETE /venues/${venue}`, { as: editor });
    await caller(service.base)(`PATCH /events/${first.body.id}`, { as: editor, json: { title: 'Changed' } });
    await assertOnce([first, await send('POST /events', key, { json })]);
    const tag = fresh();
    await assertOnce([
      await send('POST /tags', tag, { json: { name: 'Namesake' } }),
      await send('POST /tags', tag, { json: { name: 'Namesake' } }),
    ]);
  });

  it('A key is ignored for updates', async () => {
    const { id } = (await send('POST /events', fresh(), { json: eventOf('Updated') })).body;
    const key = fresh();
    for (const title of ['First', 'Second']) {
      const { status, body } = await send(`POST /events/${id}`, key, { json: { title } });
      assert.deepEqual([status, body.title], [200, title]);
    }
  });

  it('A key is kept for a day and then forgotten', async () => {
    const [key, json] = [fresh(), eventOf('Yesterday')];
    const first = await send('POST /events', key, { json });
    const now = Math.floor(Date.now() / 1000);
    await pruneKeys(service.db, now + RETENTION - 10);
    await assertOnce([first, await send('POST /events', key, { json })]);
    await pruneKeys(service.db, now + RETENTION + 10);
    const later = await send('POST /events', key, { json });
    assert.equal(later.status, 201);
    assert.notEqual(later.body.id, first.body.id);
    assert.equal(RETENTION, 24 * 60 * 60);
  });
});

describe('Stored answers', () => {
  const { call } = {
    call: (line: string, json?: object) => caller(service.base)(line, { as: editor, json }),
  };
  const cases: Record<string, (event: Reply) => Promise<unknown>> = {
    'whose event is somebody else’s draft': ({ body }) =>
      call(`PATCH /events/${body.id}`, { author: editor.id, status: 'draft' }),
    'whose event is in the trash': ({ body }) => call(`DELETE /events/${body.id}`),
    'whose event is somebody else’s and has a password': ({ body }) =>
      call(`PATCH /events/${body.id}`, { author: editor.id, password: 'sesame' }),
    'whose venue is hidden': ({ body }) => call(`PATCH /venues/${body.venue.id}`, { status: 'private' }),
    'whose organizer is hidden': ({ body }) =>
      call(`PATCH /organizers/${body.organizer[0]!.id}`, { status: 'draft' }),
    'whose account has lost its role': async () =>
      service.db.updateTable('users').set({ role: 'subscriber' }).where('login', '=', 'author').execute(),
  };
  for (const [which, change] of Object.entries(cases))
    it(`A stored answer ${which} is withheld`, async () => {
      const { author: as } = service.accounts;
      const venue = (await call('POST /venues', { venue: `Hall ${which}` })).body.id;
      const organizer = (await call('POST /organizers', { organizer: `Club ${which}` })).body.id;
      const [key, json] = [fresh(), eventOf('Mine', { venue, organizer, status: 'private' })];
      const first = await send('POST /events', key, { as, json });
      await assertOnce([first, await send('POST /events', key, { as, json })]);
      await change(first);
      const { status, body, text } = await send('POST /events', key, { as, json });
      assert.deepEqual([status, body.code], [403, 'idempotent_answer_withheld']);
      assert.ok(!text.includes('Mine') && !text.includes('Hall'), text);
      await service.db.updateTable('users').set({ role: 'author' }).where('login', '=', 'author').execute();
    });

  it('A stored answer whose picture was deleted is withheld', async () => {
    const [key, headers] = [fresh(), { 'content-type': 'image/png' }];
    const body = new Uint8Array(await picture(9, 9));
    const line = `POST ${service.site}/images`;
    const { body: image } = await send(line, key, { body, headers });
    await removeUnused(service.db, service.config, [image.id]);
    const again = await send(line, key, { body, headers });
    assert.deepEqual([again.status, again.body.code], [403, 'idempotent_answer_withheld']);
  });

  it('Stored answers are deleted with their account and not given to a later one of the same login', async () => {
    const { db, config } = service;
    const join = async (): Promise<Account> => {
      const user = { login: 'passing', email: 'passing@example.test', role: 'author' } as const;
      const { id } = (await addUser(db, user, 1))!;
      const { secret } = await addPassword(db, id, 'test', 1);
      return { id, user: 'passing', app_password: secret };
    };
    const [key, json] = [fresh(), eventOf('Passing')];
    const first = await join();
    const { body } = await send('POST /events', key, { as: first, json });
    await removeUser(db, first.id, editor.id, { viewer: undefined, config, now: 1 });
    const left = db.selectFrom('idempotency_keys').select('key').where('user_id', '=', first.id);
    assert.deepEqual(await left.execute(), []);
    const second = await send('POST /events', key, { as: await join(), json });
    assert.equal(second.status, 201);
    assert.notEqual(second.body.id, body.id);
  });
});

describe('Pruning of idempotency keys', () => {
  it('Old keys are removed a minute after the start and then once an hour, however many there are', async () => {
    const { db, accounts } = service;
    const old = { user_id: accounts.subscriber.id, fingerprint: '', type: 'event', answer: '{}' } as const;
    const plant = () =>
      db
        .insertInto('idempotency_keys')
        .values(Array.from({ length: 1500 }, (_, at) => ({ ...old, key: `old ${at}`, created_at: 1 })))
        .execute();
    const left = async () => {
      const rows = db.selectFrom('idempotency_keys').select('key').where('user_id', '=', old.user_id);
      return (await rows.execute()).length;
    };
    // On a day of its own: what other services do at the same second of the clock waits for real timers, and so would this.
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() + RETENTION * 1000 });
    const log = { info: () => {}, warn: () => {}, error: (_: object, text: string) => assert.fail(text) };
    const pruning = startPruning(db, { SECURITY_LOG_DAYS: 730, DATA_DIR: '.' }, log);
    try {
      await plant();
      for (const wait of [60_000, 3_600_000]) {
        // An hour ends at a full second.
        mock.timers.tick(wait - 1001);
        assert.equal(await left(), 1500);
        mock.timers.tick(1010);
        for (let turns = 0; turns < 10_000 && (await left()) > 0; turns++) await setImmediate();
        assert.equal(await left(), 0);
        await plant();
      }
    } finally {
      mock.timers.reset();
      pruning.stop();
      await db.deleteFrom('idempotency_keys').where('user_id', '=', old.user_id).execute();
    }
  });
});

describe('A process that ends', () => {
  it('Stored answers survive the end of a process, and no key is kept without its record', async () => {
    await using store = await makeStore();
    const as = store.accounts.editor;
    const [key, json] = [`"${randomUUID()}"`, eventOf('Before the end')];
    const headers = { 'idempotency-key': key };
    const first = await startChild(store);
    const made = await caller(first.base)('POST /events', { as, json, headers });
    assert.equal(made.status, 201);
    const cut = Array.from({ length: 20 }, (_, at) =>
      caller(first.base)('POST /tags', {
        as,
        json: { name: `Cut ${at}` },
        headers: { 'idempotency-key': `"${at}"` },
      }).catch(() => undefined),
    );
    await Promise.race(cut);
    await first[Symbol.asyncDispose]();
    const told = await Promise.all(cut);
    await using second = await startBeside({ config: configOf(store) });
    const again = await caller(second.base)('POST /events', { as, json, headers });
    assert.deepEqual([again.status, again.body.id], [201, made.body.id]);
    for (const [at, reply] of told.entries()) {
      const retried = await caller(second.base)('POST /tags', {
        as,
        json: { name: `Cut ${at}` },
        headers: { 'idempotency-key': `"${at}"` },
      });
      assert.equal(retried.status, 201, retried.text);
      if (reply) assert.equal(retried.body.id, reply.body.id);
    }
    const { total } = (await caller(second.base)('GET /tags?hide_empty=0&per_page=50')).body;
    assert.equal(total, 20);
  });
});
