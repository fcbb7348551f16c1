import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ENVIRONMENT, makeStore, type Store } from './child.ts';
import { LOAD } from './command.ts';

const run = promisify(execFile);

/** Runs one command line after the other, and writes the exit statuses to a third output. */
const PROGRAM = `
  ${LOAD}
  const statuses = [];
  for (const words of JSON.parse(process.argv[1])) {
    statuses.push(await main(words));
    // Node may ignore the first failure of an output, but not the next one.
    await new Promise(setImmediate);
  }
  (await import('node:fs')).writeSync(3, JSON.stringify(statuses));`;

describe('Commands with a closed output', () => {
  let store: Store;
  before(async () => {
    store = await makeStore();
  });
  after(() => store[Symbol.asyncDispose]());

  /** Runs commands whose output has no reader any more; resolves to their statuses and errors. */
  async function unread(unread: 'output' | 'output and errors', ...lines: string[][]) {
    const script = `exec 3>&1; "$@" ${unread === 'output' ? '' : '2>&1'} | true`;
    const program = [process.execPath, '--input-type=module', '--eval', PROGRAM, '--', JSON.stringify(lines)];
    const env = { ...ENVIRONMENT, DATA_DIR: store.folder, DATABASE_URL: store.url };
    const { stdout, stderr } = await run('sh', ['-c', script, 'sh', ...program], { env });
    return { statuses: stdout, complaint: stderr };
  }

  it('A command with a closed output finishes its work and fails only where the output is its work', async () => {
    const file = join(store.folder, 'events.json');
    const dates = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' };
    const events = [1, 2, 3].map(id => ({ id, title: `Event ${id}`, ...dates }));
    await writeFile(file, JSON.stringify({ events }));
    const lines = [['--help'], ['users', 'list'], ['users', 'list', '--json'], ['export'], ['import', file]];
    assert.deepEqual(await unread('output', ...lines), { statuses: '[0,0,0,1,0]', complaint: '' });
    const db = await store.open();
    try {
      assert.equal((await db.selectFrom('events').select('id').execute()).length, events.length);
    } finally {
      await db.destroy();
    }
  });

  const isFull = existsSync('/dev/full');
  it('Nothing is made whose secret cannot be shown, and a full disk is one line', {
    skip: !isFull,
  }, async () => {
    const program = [
      '--input-type=module',
      '--eval',
      `${LOAD} process.exitCode = await main(process.argv.slice(1));`,
    ];
    const env = { ...ENVIRONMENT, DATA_DIR: store.folder, DATABASE_URL: store.url };
    const full = (...words: string[]) =>
      run('sh', ['-c', '"$@" > /dev/full', 'sh', process.execPath, ...program, '--', ...words], { env }).then(
        () => assert.fail(`${words.join(' ')} succeeded`),
        ({ code, stderr }) =>
          assert.deepEqual([code, stderr.trim().split('\n').length, words], [1, 1, words], stderr),
      );
    const db = await store.open();
    const made = async () => [
      await db.selectFrom('users').select('login').orderBy('id').execute(),
      await db.selectFrom('app_passwords').select(['id', 'expires_at']).orderBy('id').execute(),
      await db.selectFrom('security_log').select('id').execute(),
    ];
    try {
      const before = await made();
      const known = db
        .selectFrom('app_passwords')
        .innerJoin('users', 'users.id', 'user_id')
        .select('app_passwords.id');
      const { id: editor } = await known.where('login', '=', 'editor').executeTakeFirstOrThrow();
      for (const words of [
        'passwords add editor',
        `passwords rotate editor ${editor}`,
        'users add new --role author',
        'users invite editor',
        'users list',
        'export',
      ])
        await full(...words.split(' '));
      assert.deepEqual(await made(), before);
    } finally {
      await db.destroy();
    }
  });

  it('A command with closed output and errors stays silent', async () => {
    const lines = [['frobnicate'], ['users', 'remove', 'nobody'], ['--help'], ['import', '/nowhere']];
    assert.deepEqual(await unread('output and errors', ...lines), { statuses: '[2,1,0,1]', complaint: '' });
  });
});
