import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import { type Child, ENVIRONMENT, makeStore, type Store, startChild } from './child.ts';
import { type Body, basic, caller, eventOf, eventually, inTime, seconds } from './client.ts';
import { almanac } from './command.ts';
import { configOf } from './crash/service.ts';
import { ownFolder } from './folder.ts';
import { startBeside } from './memory/beside.ts';
import { openGallery, picture } from './pictures.ts';
import { OF_NO_STORE } from './store.ts';

/** Serves, and no limit of seconds or minutes takes longer than a moment. */
const SERVE_HURRIED = fileURLToPath(new URL('./serve-hurried.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = await ownFolder();

describe('Stopping the service', { concurrency: 2 }, () => {
  test('A stopped service answers the requests in flight, takes no new ones and keeps its data', async () => {
    const gate = Promise.withResolvers<void>();
    await using gallery = await openGallery(() => gate.promise);
    await using store = await makeStore();
    await using child = await startChild(store, { FETCH_ALLOW: gallery.host });
    const as = store.accounts.editor;
    const json = eventOf('In flight', { venue: { venue: 'Hall' }, categories: ['Kept'] });
    const before = await caller(child.base)('POST /events', { as, json });
    const slow = await begin(store, child, '/cal/events/v1/events', 'application/json');
    slow.asking.end(JSON.stringify({ ...json, image: `http://${gallery.host}/slow.png` }));
    const bytes = await picture(50, 50);
    const upload = await begin(store, child, '/images', 'image/png', { 'content-length': bytes.length });
    upload.asking.write(bytes.subarray(0, 20));
    await eventually(() => gallery.asked.length > 0);
    const ended = endOf(child, 'SIGTERM');
    const another = () => caller(child.base)('GET /events').catch(() => ({ status: 0 }));
    assert.equal((await eventually(another, ({ status }) => status !== 200)).status, 0);
    gate.resolve();
    upload.asking.end(bytes.subarray(20));
    assert.equal((await upload.answer).status, 201);
    const { status, body } = await slow.answer;
    assert.deepEqual([status, body.title, body.image.extension], [201, 'In flight', 'png']);
    assert.equal(await ended, 0);
    assert.ok(
      child.output().some(line => line.includes('SIGTERM')),
      'its last words say why',
    );

    await using again = await startBeside({ config: configOf(store) });
    const call = caller(again.base);
    for (const { id } of [before.body, body])
      assert.equal((await call(`GET /events/${id}`)).body.title, 'In flight');
    assert.equal((await call(`GET ${body.image.url.replace(child.site, again.site)}`)).status, 200);
    assert.equal((await call('GET /venues')).body.total, 1);
    assert.equal((await call('GET /categories')).body.categories[0]!.count, 2);
  });

  test('A stopped npm start stops the service and exits with 0', async () => {
    await using store = await makeStore();
    const { PATH, NODE_COMPILE_CACHE } = ENVIRONMENT;
    const env = {
      PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE,
      DATA_DIR: store.folder,
      PORT: '0',
      npm_config_logs_max: '0',
    };
    const npm = spawn('npm', ['start', '--silent'], { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    npm.stdout.setEncoding('utf8').on('data', piece => {
      said += piece;
    });
    const address = () => /"Server listening at (http:[^"]+)"/.exec(said)?.[1];
    const site = await eventually(async () => address(), Boolean);
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    assert.deepEqual(await inTime(ended), [0, null]);
    await assert.rejects(fetch(`${site}/healthz`));
  });

  test('A stop before the first worker or the runtime hears it exits with 0', OF_NO_STORE, async () => {
    const waits = "console.log('begins'); setInterval(() => {}, 1000);";
    const from = (path: string) => new URL(path, import.meta.url).href;
    const supervises = `if (process.env.ALMANAC_WORKER) { ${waits} } else {
      const { supervise } = await import('${from('../src/workers/supervisor.ts')}');
      process.exitCode = await supervise({ least: 2, most: 2 });
    }`;
    const launches = (serves: boolean) => `import { runRuntime } from '${from('../bin/setup.mjs')}';
      runRuntime(['--eval', ${JSON.stringify(waits)}], ${serves});`;
    for (const [program, status] of [
      [supervises, 0],
      [launches(true), 0],
      [launches(false), 1],
    ] as const) {
      const words = ['--input-type=module', '--eval', program];
      const child = spawn(process.execPath, words, {
        env: ENVIRONMENT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      await once(child.stdout, 'data');
      child.kill('SIGTERM');
      assert.deepEqual(await inTime(ended), [status, null], program);
    }
  });

  test('A service with open connections stops', async context => {
    const gate = Promise.withResolvers<void>();
    await using gallery = await openGallery(() => gate.promise);
    await using store = await makeStore();
    await using child = await startChild(store, { FETCH_ALLOW: gallery.host });
    const { hostname, port } = new URL(child.site);
    const agent = new Agent({ keepAlive: true });
    const slow = await begin(store, child, '/cal/events/v1/events', 'application/json', {}, agent);
    slow.asking.end(JSON.stringify(eventOf('Kept', { image: `http://${gallery.host}/slow.png` })));
    // One connection is idle at the signal, and another is in the middle of a request's headers.
    const idle = connect(Number(port), hostname);
    idle.write('GET /healthz HTTP/1.1\r\nHost: a.test\r\n\r\n');
    await once(idle, 'data');
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      received += piece;
    });
    await once(socket, 'connect');
    socket.write('GET /cal/events/v1/events HTTP/1.1\r\nHost: a.test\r\n');
    await eventually(() => gallery.asked.length > 0);
    const ended = endOf(child, 'SIGTERM');
    await context.test(
      'A late request on an open connection is answered and ends the connection',
      async () => {
        socket.on('error', () => {});
        // Until then a connection may still send a request, which is answered.
        await inTime(once(idle, 'close'));
        socket.write('\r\n');
        await inTime(once(socket, 'close'));
        const [head = '', body = ''] = received.split('\r\n\r\n');
        assert.match(head, /^HTTP\/1.1 200 /);
        assert.match(head, /^connection: close$/im);
        assert.equal(JSON.parse(body).total, 0);
      },
    );
    await context.test('The process ends once the last answer is sent', async () => {
      gate.resolve();
      assert.equal((await slow.answer).status, 201);
      assert.equal(await ended, 0, 'it waits for no connection that is idle');
    });
    agent.destroy();
  });

  // The driver of the other store has a limit for each connection, which is reasonable.
  test(
    'A service restarts while the process before still answers, however long either takes',
    OF_NO_STORE,
    async () => {
      await using store = await makeStore();
      await using before = await startChild(store, {}, SERVE_HURRIED);
      const tag = await begin(store, before, '/cal/events/v1/tags', 'application/json');
      tag.asking.write('{"name":');
      const ended = endOf(before, 'SIGTERM');
      const refused = async () =>
        caller(before.base)('GET /tags').then(
          () => false,
          () => true,
        );
      assert.ok(await eventually(refused), 'the port is free');
      await using after = await startChild(store, { PORT: new URL(before.site).port }, SERVE_HURRIED);
      assert.equal((await caller(after.base)('GET /tags?hide_empty=0')).body.total, 0);
      tag.asking.end('"Late"}');
      assert.equal((await tag.answer).status, 201);
      assert.deepEqual([await ended, before.errors()], [0, '']);
      assert.equal((await caller(after.base)('GET /tags?hide_empty=0')).body.total, 1);
      assert.equal(await endOf(after, 'SIGTERM'), 0);
    },
  );

  test('A second signal shortly after the first does not cut off requests', async () => {
    await using store = await makeStore();
    await using child = await startChild(store);
    const tag = await begin(store, child, '/cal/events/v1/tags', 'application/json');
    tag.asking.write('{"name":');
    // A terminal that is closed sends another one than systemd, and its shell may send it once more.
    const ended = endOf(child, 'SIGHUP');
    await eventually(async () => child.output().some(line => line.includes('SIGHUP')), Boolean);
    child.process.kill('SIGTERM');
    await seconds(0.2);
    tag.asking.end('"Twice"}');
    assert.equal((await tag.answer).status, 201);
    assert.equal(await ended, 0);
  });

  test('A second signal later ends the process at once', async () => {
    await using store = await makeStore();
    await using child = await startChild(store);
    const tag = await begin(store, child, '/cal/events/v1/tags', 'application/json');
    tag.answer.catch(() => {});
    tag.asking.write('{"name":');
    child.process.kill('SIGINT');
    const again = async () => {
      child.process.kill('SIGTERM');
      return child.process.signalCode;
    };
    assert.equal(await eventually(again, Boolean), 'SIGTERM');
  });

  test('A killed service loses no acknowledged write', async () => {
    await using store = await makeStore();
    const as = store.accounts.editor;
    const answered: number[] = [];
    {
      await using child = await startChild(store);
      const call = caller(child.base);
      const writing = Array.from({ length: 40 }, async (_, number) => {
        const json = eventOf(`Number ${number}`, { tags: ['All'] });
        const { status, body } = await call('POST /events', { as, json });
        if (status === 201) answered.push(body.id);
      });
      const over = Promise.allSettled(writing);
      await eventually(() => answered.length >= 5);
      child.process.kill('SIGKILL');
      assert.equal(await child.ended, null);
      await over;
    }
    assert.ok(answered.length >= 5);
    await using again = await startBeside({ config: configOf(store) });
    const call = caller(again.base);
    for (const id of answered)
      assert.equal((await call(`GET /events/${id}`)).status, 200, `${id} of ${answered}`);
    const { tags } = (await call('GET /tags')).body;
    const list = await call('GET /events?start_date=2031-01-01&end_date=2031-12-31&tags=all');
    assert.equal(tags[0]!.count, list.body.total);
    assert.ok(list.body.total >= answered.length);
    assert.equal((await call('POST /events', { as, json: eventOf('Next') })).status, 201);
  });

  test('The password of the first administrator is shown at the first start only', async () => {
    await using store = await makeStore();
    const db = await store.open();
    await db.deleteFrom('app_passwords').execute();
    await db.deleteFrom('users').execute();
    await db.destroy();
    let secret = '';
    {
      await using first = await startChild(store);
      const shown = async () => /application password\s+(\S+)/.exec(first.output().join('\n'))?.[1] ?? '';
      secret = await eventually(shown, found => found !== '');
      assert.match(secret, /^\w{24}$/);
      const headers = { authorization: basic('admin', secret) };
      assert.equal(
        (await caller(first.base)('POST /tags', { headers, json: { name: 'First' } })).status,
        201,
      );
      assert.equal(await endOf(first, 'SIGINT'), 0);
      assert.equal(first.errors(), '', 'nothing is warned of');
    }
    await using second = await startChild(store);
    assert.equal((await caller(second.base)('GET /tags?hide_empty=0')).body.total, 1);
    assert.equal(await endOf(second, 'SIGTERM'), 0);
    assert.ok(!second.output().some(line => line.includes('application password') || line.includes(secret)));
  });

  test('A first password that nobody has used is made anew by the next start', OF_NO_STORE, async () => {
    const store = { folder: join(folder, 'unused'), url: '' };
    const shownBy = async (child: Child) => {
      const shown = async () => /application password\s+(\S+)/.exec(child.output().join('\n'))?.[1] ?? '';
      return eventually(shown, found => found !== '');
    };
    const statusOf = async (child: Child, secret: string) => {
      const headers = { authorization: basic('admin', secret) };
      return (await caller(child.base)('GET /tags', { headers })).status;
    };
    const secrets: string[] = [];
    for (let start = 0; start < 2; start++) {
      await using child = await startChild(store);
      secrets.push(await shownBy(child));
      assert.match(
        child.output().join('\n'),
        /^Until somebody has used a password, the next start shows another/m,
      );
      assert.equal(await endOf(child, 'SIGTERM'), 0);
      // Processes that start together show it once.
      await datePassword(store, 0);
    }
    await using third = await startChild(store);
    const secret = await shownBy(third);
    assert.equal(new Set([...secrets, secret]).size, 3);
    const answers = [];
    for (const known of [...secrets, secret]) answers.push(await statusOf(third, known));
    assert.deepEqual(answers, [401, 401, 200]);
  });

  test('A start right after the first one says why it shows no password', OF_NO_STORE, async () => {
    const store = { folder: join(folder, 'at-once'), url: '' };
    await using first = await startChild(store);
    // However long the machine takes, the other starts come right after it.
    await datePassword(store, Math.floor(Date.now() / 1000) + 3600);
    const told =
      /^A start moments ago has made the first password\. Whoever has not seen it starts again in \d+ seconds: /;
    const another = async () => {
      await using child = await startChild(store);
      const output = () => child.output();
      assert.ok(await eventually(() => output().some(line => told.test(line))), output().join('\n'));
      assert.equal(await endOf(child, 'SIGTERM'), 0);
      assert.ok(!output().some(line => line.includes('application password')));
    };
    await another();
    assert.equal(await endOf(first, 'SIGTERM'), 0);
    await another();
  });

  test('A start that finds its port in use makes no account', async () => {
    await using store = await makeStore();
    const db = await store.open();
    await db.deleteFrom('app_passwords').execute();
    await db.deleteFrom('users').execute();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await almanac(
      store.folder,
      { PORT: String(port), DATABASE_URL: store.url },
      'serve',
    );
    other.close();
    assert.equal(code, 2);
    assert.match(errors, /^PORT: \d+ is in use/);
    assert.deepEqual(await db.selectFrom('users').selectAll().execute(), []);
    await db.destroy();
  });
});

/** Lets the first password of an embedded store have been made at this second. */
async function datePassword({ folder }: { folder: string }, created_at: number): Promise<void> {
  const db = await openSqlite(join(folder, 'almanac.sqlite'));
  await db.updateTable('app_passwords').set({ created_at }).execute();
  await db.destroy();
}

/** Sends a signal and returns the exit status; undefined if the process does not exit. */
async function endOf(child: Child, signal: NodeJS.Signals): Promise<number | null | undefined> {
  child.process.kill(signal);
  return inTime(child.ended);
}

/**
 * A POST of the editor whose headers the service has received, and whose body is still to be sent. Its connection is
 * closed afterwards.
 */
async function begin(
  { accounts }: Store,
  { site }: Child,
  path: string,
  type: string,
  headers: Record<string, number> = {},
  agent: Agent | false = false,
) {
  const authorization = basic(accounts.editor.user, accounts.editor.app_password);
  const asking = request(site + path, {
    agent,
    method: 'POST',
    // 100 Continue shows that the service has received the headers.
    headers: { 'content-type': type, authorization, expect: '100-continue', ...headers },
  });
  asking.flushHeaders();
  await once(asking, 'continue');
  return { asking, answer: answerTo(asking) };
}

async function answerTo(asking: ClientRequest): Promise<{ status: number; body: Body }> {
  const [answer] = await once(asking, 'response');
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += piece;
  return { status: answer.statusCode, body: JSON.parse(text) };
}
