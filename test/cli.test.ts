import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { settings } from '../src/config.ts';
import { makeStore, type Store, startChild } from './child.ts';
import { caller, eventOf, eventually } from './client.ts';
import { almanac, almanacHere } from './command.ts';

const COMMANDS = [
  ...['serve', 'demo', 'doctor', 'users add', 'users list', 'users remove'],
  ...['passwords add', 'passwords list', 'passwords rotate', 'passwords revoke'],
  ...['import', 'export', 'history list', 'history show', 'history restore'],
  ...['trash list', 'trash restore', 'trash empty', 'copy', 'backup', 'restore'],
  ...['init', 'settings', 'settings set', 'settings unset', 'settings history', 'users invite', 'rollback'],
  ...['users role', 'users rename', 'users email', 'users name', 'users second-factor'],
];

describe('The command line', () => {
  let store: Store;
  before(async () => {
    store = await makeStore();
  });
  after(() => store[Symbol.asyncDispose]());

  /** Runs a command in this process. */
  const here = (...words: string[]) => almanacHere(settingsOf(store), ...words);
  /** Runs a command in a process of its own, for one command of each kind. */
  const alone = (...words: string[]) => almanac(tmpdir(), settingsOf(store), ...words);

  test('The help names every command, and fits on a screen', async () => {
    const { code, out } = await here('--help');
    assert.equal(code, 0);
    const lines = out.trimEnd().split('\n');
    assert.ok(lines.length <= 24, `${lines.length} lines`);
    for (const line of lines) assert.ok(line.length <= 80, line);
    for (const command of [...COMMANDS.map(name => name.split(' ')[0]!), '--version'])
      assert.match(out, new RegExp(`^  ${command}  `, 'm'), command);
    assert.equal((await here()).out, out);
  });

  test('No line of help is wider than a terminal', async () => {
    for (const command of COMMANDS) {
      const { out } = await here(...command.split(' '), '--help');
      for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
    }
  });

  test('A command that there is not names the nearest one', async () => {
    for (const [sent, meant] of [
      ['settigns', 'settings'],
      ['users ad', 'users add'],
      ['rolback', 'rollback'],
    ] as const) {
      const { code, errors } = await here(...sent.split(' '));
      assert.equal(code, 2);
      assert.ok(errors.startsWith(`There is no command "${sent}". Did you mean ${meant}?`), errors);
    }
    assert.match((await here('xyzzy')).errors, /^There is no command "xyzzy"\.\n/);
  });

  test('The help of a command explains it, and that of the service every setting', async () => {
    for (const command of COMMANDS) {
      const { code, out } = await here(...command.split(' '), '--help');
      assert.deepEqual([code, new RegExp(`^  npx almanac ${command}\\b`, 'm').test(out)], [0, true], command);
    }
    const { out } = await here('serve', '--help');
    for (const name of Object.keys(settings)) assert.match(out, new RegExp(`^  ${name}, --`, 'm'), name);
    assert.match((await here('export', '--help')).out, /^Settings such as .* serve --help"\.$/m);
  });

  test('A wrong command line is refused with the reason and does nothing', async () => {
    const lines = [
      [['frobnicate'], /no command "frobnicate"/],
      [['users', 'add'], /LOGIN is missing/],
      [['users', 'add', 'eva'], /--role/],
      [['users', 'add', 'eva', '--role', 'king'], /administrator, editor/],
      [['users', 'add', 'e v a', '--role', 'editor'], /LOGIN/],
      [['users', 'add', 'eva', '--role', 'editor', '--email', 'none'], /e-mail/],
      [['users', 'add', 'eva', '--role', 'editor', '--language', 'de'], /--language: one of/],
      [['users', 'role', 'eva', 'king'], /ROLE: one of/],
      [['users', 'rename', 'eva'], /LOGIN and NEW/],
      [['users', 'list', '--colour'], /--colour/],
      [['passwords', 'revoke', 'editor', 'x'], /LOGIN and ID/],
      [['passwords', 'add', 'editor', '--scope', 'all'], /--scope: expected one of read, write, administer/],
      [['passwords', 'add', 'editor', '--expires', 'soon'], /--expires: expected a time from now/],
      [['passwords', 'rotate', 'editor', '1', '--overlap', '1y'], /--overlap: expected hours, days or weeks/],
      [['serve', '--port', 'high'], /PORT: expected a whole number/],
      [['import'], /URL-or-file/],
    ] as const;
    for (const [words, message] of lines) {
      const { code, errors } = await here(...words);
      assert.equal(code, 2, words.join(' '));
      assert.match(errors, message);
    }
    const ended = await alone(...lines[0][0]);
    assert.equal(ended.code, 2);
    assert.match(ended.errors, lines[0][1]);
    const { out } = await here('users', 'list', '--json');
    assert.equal(JSON.parse(out).length, 5);
  });

  test('A command gives an account another role, login and address, which the log of security tells', async () => {
    const added = ['users', 'add', 'otto', '--role', 'author', '--name', 'Otto M.', '--language', 'ca'];
    assert.equal((await here(...added)).code, 0);
    for (const [words, told] of [
      [['role', 'otto', 'editor'], { role: 'editor' }],
      [['role', 'otto', 'editor'], { role: 'editor' }],
      [['rename', 'OTTO', 'otto.m'], { user: 'otto.m' }],
      [['email', 'otto.m', 'otto@example.test'], { email: 'otto@example.test' }],
      [['email', 'otto.m', ''], { email: null }],
      [['name', 'otto.m', ' Otto Maria '], { name: 'Otto Maria' }],
    ] as const) {
      const { code, out } = await here('users', ...words, '--json');
      const { id, ...changed } = JSON.parse(out);
      assert.deepEqual([code, changed], [0, told]);
    }
    for (const [words, why] of [
      [['role', 'administrator', 'editor'], /"administrator" is the only administrator/],
      [['role', 'nobody', 'editor'], /no account "nobody"/],
      [['rename', 'otto.m', 'Editor'], /already exists/],
      [['email', 'otto.m', 'editor@example.test'], /already exists/],
    ] as const) {
      const { code, errors } = await here('users', ...words);
      assert.equal(code, 1);
      assert.match(errors, why);
    }
    await using db = await store.open();
    const person = db.selectFrom('users').select(['name', 'language']).where('login', '=', 'otto.m');
    assert.deepEqual(await person.executeTakeFirst(), { name: 'Otto Maria', language: 'ca' });
    const log = await db
      .selectFrom('security_log')
      .select(['what', 'login', 'details'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      log
        .filter(({ login }) => login.startsWith('otto'))
        .map(({ what, details }) => [what, JSON.parse(details)]),
      [
        ['account-added', { role: 'author' }],
        ['role-changed', { from: 'author', to: 'editor' }],
        ['account-changed', { from: 'otto', to: 'otto.m' }],
        ['account-changed', { from: '', to: 'otto@example.test' }],
        ['account-changed', { from: 'otto@example.test', to: '' }],
        ['account-changed', { from: 'Otto M.', to: 'Otto Maria' }],
      ],
    );
    assert.equal((await here('users', 'remove', 'otto.m')).code, 0);
  });

  test('Accounts and passwords from the command line work at once in the running service', async () => {
    await using child = await startChild(store);
    const call = caller(child.base);
    const added = JSON.parse(
      (await alone('users', 'add', 'eva', '--role', 'editor', '--email', 'eva@example.test', '--json')).out,
    );
    assert.deepEqual(Object.keys(added), ['id', 'user', 'role', 'app_password']);
    const as = { id: added.id, user: 'eva', app_password: added.app_password };
    const made = await call('POST /events', { as, json: eventOf('By Eva') });
    assert.equal(made.status, 201);
    assert.equal(
      (await here('users', 'add', 'EVA', '--role', 'author')).code,
      1,
      'logins do not differ by case',
    );

    const second = JSON.parse((await here('passwords', 'add', 'eva', '--name', 'website', '--json')).out);
    assert.equal(
      (await call('GET /events', { as: { ...as, app_password: second.app_password } })).status,
      200,
    );
    const listed = (await here('passwords', 'list', 'eva', '--json')).out;
    assert.deepEqual(
      JSON.parse(listed).map(({ name }: { name: string }) => name),
      ['first', 'website'],
    );
    for (const secret of [added.app_password, second.app_password]) assert.ok(!listed.includes(secret));
    assert.equal((await here('passwords', 'revoke', 'eva', String(second.id))).code, 0);
    assert.equal(
      (await call('GET /events', { as: { ...as, app_password: second.app_password } })).status,
      401,
    );
    assert.equal((await here('passwords', 'revoke', 'eva', String(second.id))).code, 1);

    const limits = ['--name', 'feed', '--scope', 'read', '--expires', '90d'];
    const third = JSON.parse((await here('passwords', 'add', 'eva', ...limits, '--json')).out);
    const fourth = JSON.parse((await here('passwords', 'rotate', 'eva', String(third.id), '--json')).out);
    assert.deepEqual([fourth.name, fourth.scope, fourth.replaces], ['feed', 'read', third.id]);
    for (const { app_password } of [third, fourth]) {
      assert.equal((await call('GET /events', { as: { ...as, app_password } })).status, 200);
      assert.equal((await call('POST /events', { as: { ...as, app_password }, json: {} })).status, 403);
    }
    // The last use of a password is stored a moment later.
    const noted = /^\d+ +first +administer +\S+ +never +\S+Z +127\.0\.0\.1$/m;
    const { out: table } = await eventually(
      () => here('passwords', 'list', 'eva'),
      ({ out }) => noted.test(out),
    );
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    assert.match(
      table,
      new RegExp(`^${third.id} +feed +read +\\S+ +${day}\\S+ \\(replaced by ${fourth.id}\\)`, 'm'),
    );
    assert.match(table, noted, 'where it was used');
    assert.equal((await here('passwords', 'rotate', 'eva', String(third.id))).code, 1);

    const limited = ['users', 'add', 'reader', '--role', 'author', '--scope', 'read', '--expires', '90d'];
    const reader = {
      ...as,
      user: 'reader',
      app_password: JSON.parse((await here(...limited, '--json')).out).app_password,
    };
    assert.equal((await call('GET /events', { as: reader })).status, 200);
    assert.equal((await call('POST /events', { as: reader, json: {} })).body.code, 'insufficient_scope');
    const [{ id }] = JSON.parse((await here('passwords', 'list', 'reader', '--json')).out);
    const ended = await here('passwords', 'rotate', 'reader', String(id), '--overlap', '0h');
    assert.match(ended.out, new RegExp(`^Application password ${id} has ended\\.$`, 'm'));
    assert.equal((await call('GET /events', { as: reader })).status, 401);

    const refused = await here('users', 'remove', 'eva');
    assert.equal(refused.code, 1);
    assert.match(refused.errors, /1 records.*--reassign.*--keep-records/);
    assert.equal((await here('users', 'remove', 'eva', '--reassign', 'editor')).code, 0);
    assert.equal((await call('GET /events', { as })).status, 401);
    assert.equal((await call(`GET /events/${made.body.id}`)).body.author, String(store.accounts.editor.id));
    assert.match(
      (await here('users', 'remove', 'administrator', '--reassign', 'editor')).errors,
      /only administrator/,
    );
  });

  test('An export is readable by its owner alone, and an import takes it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-cli-'));
    try {
      const file = join(folder, 'calendar.json');
      assert.equal((await alone('export', file)).code, 0);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      const { out } = await alone('export');
      assert.equal(JSON.parse(out).events.length, JSON.parse(await readFile(file, 'utf8')).events.length);
      const again = await alone('import', file, '--json');
      assert.equal(again.code, 0, again.errors);
      assert.equal(JSON.parse(again.out).counts.event.created, 0, 'its own export is no news');
      await writeFile(join(folder, 'broken.json'), '{"events": [');
      const broken = await here('import', join(folder, 'broken.json'));
      assert.equal(broken.code, 1);
      assert.match(broken.errors, /broken\.json could not be read: .*\. Nothing was imported\.$/m);
      await writeFile(
        join(folder, 'cut.json'),
        '{"events": [{"id": 1, "title": "Cut", "start_date": "2031-05-06 10:00"}, ',
      );
      const cut = await here('import', join(folder, 'cut.json'));
      assert.match(
        cut.errors,
        /cut\.json could not be read completely: .*The records read so far were imported/,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

const settingsOf = ({ folder, url }: Store) => ({ DATA_DIR: folder, DATABASE_URL: url });
