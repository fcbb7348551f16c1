import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { alignDays } from '../src/events/whole-days.ts';
import { ReadModel } from '../src/read-model/read-model.ts';
import { storeId } from '../src/records/store-id.ts';
import { ENVIRONMENT, makeStore, startChild } from './child.ts';
import { caller, eventOf, eventually } from './client.ts';
import { almanac, almanacHere, RUN, runProgram } from './command.ts';
import { configOf } from './crash/service.ts';
import { ownFolder } from './folder.ts';
import { freePort } from './postgres.ts';

// Messages of commands about a store that is missing, unusable or late.

const folder = await ownFolder();

describe('Unusable stores', () => {
  it('An unusable store is reported in one sentence that names the setting', async () => {
    const [file, damaged] = [join(folder, 'a-file'), join(folder, 'damaged')];
    await writeFile(file, '');
    await almanacHere({ DATA_DIR: damaged, PORT: 'none' }, 'serve');
    await assert.rejects(stat(damaged), 'a setting that is wrong makes no folder');
    await mkdir(damaged);
    await writeFile(
      join(damaged, 'almanac.sqlite'),
      'no database at all, but long enough to be looked at'.repeat(50),
    );
    const away = `postgres://a:b@127.0.0.1:${await freePort()}/c`;
    const cases: [Record<string, string>, string[], RegExp][] = [
      [
        { DATA_DIR: join(folder, 'nothing') },
        ['users', 'list'],
        /no store in .*nothing: start the service first/,
      ],
      [{ DATA_DIR: join(folder, 'nothing') }, ['users', 'add', 'eva', '--role', 'editor'], /no store in/],
      [{ DATA_DIR: file, PORT: '0' }, ['serve'], /DATA_DIR .*a-file\): there is a file where/],
      [{ DATA_DIR: damaged }, ['users', 'list'], /DATA_DIR .*: the file of the store is damaged/],
      [{ DATABASE_URL: away }, ['users', 'list'], /DATABASE_URL: the store does not answer \(ECONNREFUSED\)/],
      [
        {},
        ['copy', '--from', away.replace(':b@', '@'), '--to', `sqlite:${join(folder, 'copy.sqlite')}`],
        /--from: the store does not answer/,
      ],
    ];
    const ended = await Promise.all(
      cases.map(([settings, words]) =>
        // The serving command needs a process of its own.
        words[0] === 'serve' ? almanac(folder, settings, ...words) : almanacHere(settings, ...words),
      ),
    );
    for (const [at, [, words, expected]] of cases.entries()) {
      const { code, errors } = ended[at]!;
      assert.equal(code, 1, `${words.join(' ')}: ${errors}`);
      assert.match(errors, expected);
      assert.equal(errors.trim().split('\n').length, 1, errors);
    }
    await assert.rejects(stat(join(folder, 'nothing')), 'a command makes no store');
  });

  it('The service answers readers while somebody else writes for long', async () => {
    await using store = await makeStore();
    const db = await store.open();
    const written = Promise.withResolvers<void>();
    // As the first start does.
    await storeId(db);
    await alignDays(db, 'Europe/Madrid');
    const writing = inTransaction(db, async db => {
      await db.updateTable('settings').set({ value: 'other' }).where('name', '=', 'store_id').execute();
      await written.promise;
    });
    try {
      await using child = await startChild(store);
      assert.equal((await fetch(`${child.base}/venues`)).status, 200);
    } finally {
      written.resolve();
      await writing;
      await db.destroy();
    }
  });

  it('A service whose clock is behind the newest change in the store says so once', async () => {
    await using store = await makeStore();
    const db = await store.open();
    const ahead = Math.floor(Date.now() / 1000) + 86_400;
    await sql`insert into changes (type, record_id, at) values ('event', 1, ${ahead})`.execute(db);
    // By a clock that was set back.
    await sql`insert into changes (type, record_id, at) values ('event', 1, ${ahead - 99_999})`.execute(db);
    await db.destroy();
    await using child = await startChild(store);
    const warnings = async () =>
      child.output().filter(line => line.includes('the clock is behind the newest change in the store'));
    const [warning] = await eventually(warnings, found => found.length > 0);
    const { level, clock, newestChange } = JSON.parse(warning!);
    assert.deepEqual([level, newestChange], [40, new Date(ahead * 1000).toISOString()]);
    assert.ok(clock < newestChange);
    child.process.kill('SIGTERM');
    await child.ended;
    assert.equal((await warnings()).length, 1);
  });

  it('The service waits for a database that does not answer yet', async () => {
    const url = `postgres://a:b@127.0.0.1:${await freePort()}/c`;
    const { code, errors } = await new Promise<{ code: unknown; errors: string }>(resolve => {
      const env = { ...ENVIRONMENT, DATABASE_URL: url, PORT: '0' };
      const child = execFile(
        process.execPath,
        ['--input-type=module', '--eval', RUN, '--', 'serve'],
        { env },
        (error, _out, errors) => resolve({ code: error ? error.code : 0, errors }),
      );
      child.stderr?.once('data', () => setTimeout(() => child.kill('SIGTERM'), 1500));
    });
    assert.equal(code, 0, errors);
    assert.match(errors, /does not answer \(ECONNREFUSED\)\. Retrying\.\n$/);
  });
});

describe('A slow store', () => {
  it('A start has no limit of time', async context => {
    await using store = await makeStore();
    const db = await store.open();
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const app = buildApp(db, configOf(store), async (...args) => {
      asked.resolve();
      await answered.promise;
      return ReadModel.open(...args);
    });
    const { timers } = context.mock;
    timers.enable({ apis: ['setTimeout'] });
    const listening = app.listen({ host: '127.0.0.1', port: 0 });
    await asked.promise;
    timers.tick(86_400_000);
    timers.reset();
    answered.resolve();
    const { status } = await caller(await listening)('GET /cal/events/v1/venues');
    assert.equal(status, 200);
    await app.close();
    await db.destroy();
  });
});

describe('The first start', () => {
  it('The first start makes a private store and an administrator', async () => {
    const place = { folder: join(folder, 'first'), url: '' };
    await using child = await startChild(place, { SITE_URL: 'https://www.example.test/agenda' });
    assert.equal((await stat(place.folder)).mode & 0o777, 0o700);
    assert.equal((await stat(join(place.folder, 'almanac.sqlite'))).mode & 0o777, 0o600);
    // The remaining lines follow the address some moments later.
    const printed = (what: RegExp) =>
      eventually(
        async () => what.exec(child.output().join('\n'))?.[1],
        found => found !== undefined,
      );
    const secret = (await printed(/application password +(\S+)/)) ?? '';
    const port = await printed(/127\.0\.0\.1:(\d+)/);
    const site = `http://127.0.0.1:${port}`;
    const as = { id: 1, user: 'admin', app_password: secret };
    const { status, body } = await caller(site)('POST /agenda/cal/events/v1/events', {
      as,
      json: eventOf('First'),
    });
    assert.equal(status, 201);
    const path = new URL(body.rest_url).pathname;
    assert.equal(path, `/agenda/cal/events/v1/events/${body.id}`);
    assert.equal((await caller(site)(`GET ${path}`)).status, 200);
    assert.equal((await caller(site)(`GET /cal/events/v1/events/${body.id}`)).status, 200);

    const settings = { DATA_DIR: place.folder };
    const file = join(folder, 'nothing.json');
    await writeFile(file, '{"x":1}');
    const nothing = await almanacHere(settings, 'import', file);
    assert.deepEqual([nothing.code, /No calendar records were found/.test(nothing.errors)], [1, true]);
    const unwritable = await almanacHere(settings, 'export', join(folder, 'no', 'such', 'folder.json'));
    assert.deepEqual([unwritable.code, /cannot be written \(ENOENT\)/.test(unwritable.errors)], [2, true]);
  });
});

describe('Modules loaded at the start', () => {
  it('The start loads only the packages that the first answers need', async () => {
    const at = (path: string) => new URL(`../src/${path}`, import.meta.url).href;
    const program = `
      const { registerHooks } = await import('node:module');
      const loaded = new Set();
      const load = (url, context, next) => {
        loaded.add(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
        return next(url, context);
      };
      registerHooks({ load });
      await import('${at('cli/main.ts')}');
      await import('${at('cli/serve.ts')}');
      const { readConfig } = await import('${at('config.ts')}');
      const { buildService } = await import('${at('app.ts')}');
      buildService({ current: readConfig({}, {}) });
      const parts = process.moduleLoadList.map(name => name.split(/[ /]/).at(-1));
      console.log(JSON.stringify([...loaded, ...parts]));
      process.exit();`;
    const { code, out, errors } = await runProgram(program, folder, {});
    assert.equal(code, 0, errors);
    const loaded = new Set<string>(JSON.parse(out));
    for (const name of ['find-my-way', 'kysely', 'pino', 'sqlite']) assert.ok(loaded.has(name), name);
    for (const name of [
      'ajv',
      'pg',
      'sanitize-html',
      'htmlparser2',
      'sharp',
      'undici',
      ...['@opentelemetry/api', '@opentelemetry/sdk-trace-node'],
    ])
      assert.ok(!loaded.has(name), `${name} is loaded`);
  });
});

describe('The command line', () => {
  it('The command line refuses extra arguments and prints its version and the help of a group', async () => {
    const [extra, version, group] = await Promise.all([
      almanacHere({}, 'serve', 'now'),
      almanacHere({}, '--version'),
      almanacHere({}, 'users', '--help'),
    ]);
    assert.deepEqual([extra.code, /"serve" takes no arguments, not "now"/.test(extra.errors)], [2, true]);
    assert.match(version.out, /^\d+\.\d+\.\d+\n$/);
    assert.ok(/almanac users add/.test(group.out) && !/almanac export/.test(group.out), group.out);
  });
});
