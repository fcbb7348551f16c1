import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { main } from '../src/cli/main.ts';
import { settings } from '../src/config.ts';
import { makeStore, NODE_COMPILE_CACHE, type Store, startChild } from './child.ts';
import { caller, eventOf } from './client.ts';

/** What bin/almanac.mjs runs once it has installed what is missing: a test installs nothing. */
const MAIN = new URL('../src/cli/main.ts', import.meta.url).href;
const RUN = `const { main } = await import('${MAIN}'); process.exitCode = await main(process.argv.slice(1));`;

interface Ended {
  code: number;
  out: string;
  err: string;
}

describe('the command line', () => {
  let store: Store;
  before(async () => {
    store = await makeStore();
  });
  after(() => store[Symbol.asyncDispose]());

  const almanac = (...args: string[]): Promise<Ended> =>
    new Promise(resolve => {
      const env = {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE,
        DATA_DIR: store.folder,
        DATABASE_URL: store.url,
      };
      execFile(
        process.execPath,
        ['--input-type=module', '--eval', RUN, '--', ...args],
        { env },
        (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err }),
      );
    });

  test('explains every command and setting', async () => {
    const { code, out } = await almanac('--help');
    assert.equal(code, 0);
    for (const name of Object.keys(settings)) assert.match(out, new RegExp(`^  ${name}, --`, 'm'), name);
    for (const command of [
      'serve',
      'users add',
      'users list',
      'users remove',
      'passwords add',
      'passwords list',
      'passwords rotate',
      'passwords revoke',
      'import',
      'export',
      'history list',
      'history restore',
      'trash list',
      'trash empty',
      'copy',
      'backup',
      'restore',
    ])
      assert.match(out, new RegExp(`^  almanac ${command}\\b`, 'm'), command);
  });

  test('says what is wrong with a command line, and does nothing', async t => {
    const lines = [
      [['frobnicate'], /no command "frobnicate"/],
      [['users', 'add'], /LOGIN is missing/],
      [['users', 'add', 'eva'], /--role/],
      [['users', 'add', 'eva', '--role', 'king'], /administrator, editor/],
      [['users', 'add', 'e v a', '--role', 'editor'], /LOGIN/],
      [['users', 'add', 'eva', '--role', 'editor', '--email', 'none'], /e-mail/],
      [['users', 'list', '--colour'], /--colour/],
      [['passwords', 'revoke', 'editor', 'x'], /LOGIN and ID/],
      [['passwords', 'add', 'editor', '--scope', 'all'], /--scope: one of read, write, administer/],
      [['passwords', 'add', 'editor', '--expires', 'soon'], /--expires: a time from now/],
      [['passwords', 'rotate', 'editor', '1', '--overlap', '1y'], /--overlap: hours, days or weeks/],
      [['serve', '--port', 'high'], /PORT: expected a whole number/],
      [['import'], /URL-or-file/],
    ] as const;
    // In this process: what is refused comes to nothing that another would have to be started for.
    const errors = t.mock.method(console, 'error', () => {}).mock;
    for (const [args, message] of lines) {
      errors.resetCalls();
      assert.equal(await main(args), 2, args.join(' '));
      assert.match(errors.calls.flatMap(call => call.arguments).join('\n'), message);
    }
    errors.restore();
    const ended = await almanac(...lines[0][0]);
    assert.equal(ended.code, 2);
    assert.match(ended.err, lines[0][1]);
    const { out } = await almanac('users', 'list', '--json');
    assert.equal(JSON.parse(out).length, 5);
  });

  test('accounts and passwords work at once with the service that runs', async () => {
    await using child = await startChild(store);
    const call = caller(child.base);
    const added = JSON.parse(
      (await almanac('users', 'add', 'eva', '--role', 'editor', '--email', 'eva@example.test', '--json')).out,
    );
    assert.deepEqual(Object.keys(added), ['id', 'user', 'role', 'app_password']);
    const as = { id: added.id, user: 'eva', app_password: added.app_password };
    const made = await call('POST /events', { as, json: eventOf('By Eva') });
    assert.equal(made.status, 201);
    assert.equal(
      (await almanac('users', 'add', 'EVA', '--role', 'author')).code,
      1,
      'logins do not differ by case',
    );

    const second = JSON.parse((await almanac('passwords', 'add', 'eva', '--name', 'website', '--json')).out);
    assert.equal(
      (await call('GET /events', { as: { ...as, app_password: second.app_password } })).status,
      200,
    );
    const listed = (await almanac('passwords', 'list', 'eva', '--json')).out;
    assert.deepEqual(
      JSON.parse(listed).map(({ name }: { name: string }) => name),
      ['first', 'website'],
    );
    for (const secret of [added.app_password, second.app_password]) assert.ok(!listed.includes(secret));
    assert.equal((await almanac('passwords', 'revoke', 'eva', String(second.id))).code, 0);
    assert.equal(
      (await call('GET /events', { as: { ...as, app_password: second.app_password } })).status,
      401,
    );
    assert.equal((await almanac('passwords', 'revoke', 'eva', String(second.id))).code, 1);

    const limits = ['--name', 'feed', '--scope', 'read', '--expires', '90d'];
    const third = JSON.parse((await almanac('passwords', 'add', 'eva', ...limits, '--json')).out);
    const fourth = JSON.parse((await almanac('passwords', 'rotate', 'eva', String(third.id), '--json')).out);
    assert.deepEqual([fourth.name, fourth.scope, fourth.replaces], ['feed', 'read', third.id]);
    for (const { app_password } of [third, fourth]) {
      assert.equal((await call('GET /events', { as: { ...as, app_password } })).status, 200);
      assert.equal((await call('POST /events', { as: { ...as, app_password }, json: {} })).status, 403);
    }
    const { out: table } = await almanac('passwords', 'list', 'eva');
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    assert.match(
      table,
      new RegExp(`^${third.id} +feed +read +\\S+ +${day}\\S+ \\(replaced by ${fourth.id}\\)`, 'm'),
    );
    assert.match(table, /^\d+ +first +administer +\S+ +never +\S+Z +127\.0\.0\.1$/m, 'where it was used');
    assert.equal((await almanac('passwords', 'rotate', 'eva', String(third.id))).code, 1);

    const refused = await almanac('users', 'remove', 'eva');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /1 records.*--reassign/);
    assert.equal((await almanac('users', 'remove', 'eva', '--reassign', 'editor')).code, 0);
    assert.equal((await call('GET /events', { as })).status, 401);
    assert.equal((await call(`GET /events/${made.body.id}`)).body.author, String(store.accounts.editor.id));
    assert.match(
      (await almanac('users', 'remove', 'administrator', '--reassign', 'editor')).err,
      /only administrator/,
    );
  });

  test('export writes a file that only its owner reads, and import takes it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-cli-'));
    try {
      const file = join(folder, 'calendar.json');
      assert.equal((await almanac('export', file)).code, 0);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      const { out } = await almanac('export');
      assert.equal(JSON.parse(out).events.length, JSON.parse(await readFile(file, 'utf8')).events.length);
      const again = await almanac('import', file, '--json');
      assert.equal(again.code, 0, again.err);
      assert.equal(JSON.parse(again.out).counts.event.created, 0, 'its own export is no news');
      await writeFile(join(folder, 'broken.json'), '{"events": [');
      const broken = await almanac('import', join(folder, 'broken.json'));
      assert.equal(broken.code, 1);
      assert.match(broken.err, /broken\.json/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
