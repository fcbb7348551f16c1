import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openLog } from '../../src/observability/log.ts';
import { addPassword } from '../../src/users/store.ts';
import { makeStore, startChild } from '../child.ts';
import { eventOf, eventually, exactly } from '../client.ts';
import { almanacHere } from '../command.ts';
import { say } from '../malformed/wire.ts';
import { call, config, contributor, db, editor } from './site.ts';

const EVIL = '\u001b]0;x\u0007\u009b31m\u202e\u2028\r\nforged line\u007f';

/** Characters that control a terminal, or make a line look like another one. */
const STEERING = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const folder = await mkdtemp(join(tmpdir(), 'almanac-terminal-'));
after(() => rm(folder, { recursive: true, force: true }));

describe('Terminal output of commands', () => {
  /** The complete output of a command. */
  async function told(...words: string[]): Promise<string> {
    const store = { DATA_DIR: config.DATA_DIR, DATABASE_URL: config.DATABASE_URL };
    const { out, errors } = await almanacHere(store, ...words);
    return `${out}${errors}`;
  }

  it('The output of commands contains no control characters, in tables and in JSON', async () => {
    await addPassword(db, editor.id, EVIL, 1);
    const { id } = (await call('POST /events', { as: editor, json: eventOf('x') })).body;
    await call(`DELETE /events/${id}`, { as: editor });
    // Written directly, as by an earlier version.
    await db.updateTable('events').set({ title: EVIL, description: EVIL }).where('id', '=', id).execute();
    for (const words of [
      ['passwords', 'list', editor.user],
      ['trash', 'list'],
      ['history', 'list', 'event', `${id}`],
      ['passwords', 'list', EVIL],
    ])
      for (const json of [[], ['--json']]) {
        const said = await told(...words, ...json);
        assert.doesNotMatch(said, STEERING, words.join(' '));
        assert.doesNotMatch(said, /^forged/m);
        if (words[0] !== 'history')
          assert.match(said, /\\u001b\]0;x\\u0007\\u009b31m\\u202e\\u2028\\(r|u000d)/);
      }
    await db.updateTable('events').set({ title: 'x', description: '' }).where('id', '=', id).execute();
  });

  it('The output of an import contains no control characters of another site', async () => {
    const file = join(folder, 'answer.json');
    const strange = { id: EVIL, title: EVIL, url: `http://e.test/${EVIL}`, start_date: EVIL };
    const account = { login: `a${EVIL}`, role: 'administrator', email: 'a@e.test' };
    await writeFile(
      file,
      JSON.stringify({
        almanac: { version: 1 },
        events: [strange],
        users: [account],
        venues: [{ venue: EVIL }],
      }),
    );
    for (const json of [[], ['--json']]) {
      const said = await told('import', file, ...json);
      assert.match(said, /skipped/);
      assert.doesNotMatch(said, STEERING);
      assert.doesNotMatch(said, /^forged/m);
    }
    const { length } = await db
      .selectFrom('users')
      .select('id')
      .where('login', 'like', 'a%forged%')
      .execute();
    assert.equal(length, 0);
  });
});

describe('The log', () => {
  it('A logged error is one line without control characters', async t => {
    let written = '';
    t.mock.method(fs, 'writeSync', (_file: number, bytes: Buffer) => {
      written += bytes;
      return bytes.length;
    });
    syncBuiltinESMExports();
    const log = openLog({ LOG_LEVEL: 'info' });
    log.error({ err: new Error(EVIL), url: EVIL }, EVIL);
    await eventually(() => written.endsWith('\n'));
    t.mock.restoreAll();
    syncBuiltinESMExports();
    assert.doesNotMatch(written, STEERING);
    assert.equal(JSON.parse(written).msg, EVIL);
  });

  it('A logged request is one line without control characters', async () => {
    await using store = await makeStore();
    await using child = await startChild(store, { LOG_LEVEL: 'info' });
    const { length: before } = child.output();
    const paths = ['/%0aforged', '/%1b]0;x%07', '/%c2%9b31m', '/%e2%80%ae', '/%e2%80%a8'];
    for (const path of paths) await exactly(child.site, path);
    for (const raw of ['/\x9b31m', '/\x85forged', '/cal/events/v1/tags?\x9b'])
      await say(child.site, [
        Buffer.from(`GET ${raw} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 'latin1'),
      ]);
    const { user, app_password } = contributor;
    const authorization = `Basic ${Buffer.from(`${user}\n${EVIL}:${app_password}`).toString('base64')}`;
    const { headers: last } = await exactly(child.site, '/cal/events/v1/tags', {
      authorization,
      'x-forwarded-for': '\u009b31m',
      'user-agent': '\u009b',
    });
    const lines = await eventually(
      async () => child.output().slice(before),
      found => found.some(line => line.includes(String(last['x-request-id']))),
    );
    assert.ok(lines.length > paths.length, lines.join('\n'));
    for (const line of lines) {
      assert.doesNotMatch(line, STEERING);
      assert.equal(typeof JSON.parse(line), 'object', line);
    }
  });
});
