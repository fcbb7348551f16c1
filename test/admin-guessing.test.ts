import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { FairQueue, Overloaded } from '../src/lib/fair-queue.ts';
import { epochSeconds } from '../src/lib/time/clock.ts';
import { closeAccount } from '../src/users/accounts.ts';
import { hashPassword } from '../src/users/passwords.ts';
import { addSecondFactor, newKey } from '../src/users/second-factor.ts';
import { note, pruneSecurityLog } from '../src/users/security-log.ts';
import { setPassword } from '../src/users/store.ts';
import { deskOf, signedIn } from './admin.ts';
import { startService } from './service.ts';

const service = await startService({ SIGN_IN_FAILURES: '2' });
after(() => service[Symbol.asyncDispose]());
const { site, db, accounts } = service;
const PASSWORD = 'plou i fa sol avui';
await setPassword(db, accounts.editor.id, await hashPassword(PASSWORD));
const nobody = deskOf(site, '');

const failuresOf = (login: string) =>
  db
    .selectFrom('security_log')
    .select(['address', 'times'])
    .where('what', '=', 'sign-in-failed')
    .where('login', '=', login)
    .execute();

describe('Guessing', () => {
  it('Whoever guesses the present password of a session must wait as at signing in, and it is noted', async () => {
    const desk = await signedIn(service, 'editor');
    const change = (present_password: string) =>
      desk.send('/me/', { do: 'password', present_password, password: 'a third long password' });
    for (const guess of ['one', 'two']) assert.equal((await change(guess)).status, 422);
    const waiting = await change('three');
    assert.equal(waiting.status, 429);
    assert.match(waiting.headers.get('retry-after')!, /^\d+$/);
    assert.match(waiting.text, /Try again in \d+ seconds/);
    assert.equal((await nobody.send('/sign-in/', { login: 'editor', password: PASSWORD })).status, 429);
    assert.deepEqual(await failuresOf('editor'), [{ address: '127.0.0.1', times: 2 }]);
  });

  it('Guesses that are sent at once count as those that follow each other', async () => {
    const guesses = ['one', 'two', 'three', 'four', 'five'];
    const sent = guesses.map(password => nobody.send('/sign-in/', { login: 'dora', password }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [422, 422, 429, 429, 429]);
  });

  it('Equal failures within a minute are one row of the log, which counts them', async () => {
    for (let time = 0; time < 2; time++) await nobody.send('/sign-in/', { login: 'anna', password: 'x' });
    assert.deepEqual(await failuresOf('anna'), [{ address: '127.0.0.1', times: 2 }]);
    await db.updateTable('security_log').set({ at: 1 }).where('login', '=', 'anna').execute();
    await nobody.send('/sign-in/', { login: 'Anna', password: 'x'.repeat(300) });
    await nobody.send('/sign-in/', { login: 'berta', password: 'x' });
    assert.equal((await failuresOf('anna')).length, 1);
    assert.equal((await failuresOf('berta')).length, 1);
    const { text } = await (await signedIn(service, 'administrator')).open('/security/');
    assert.match(text, /2 ×/);
    for (let process = 0; process < 2; process++)
      await note(db, {
        ...{ at: epochSeconds(), what: 'sign-in-failed', account: { login: 'berta' }, from: '127.0.0.1' },
      });
    await nobody.send('/sign-in/', { login: 'berta', password: 'x' });
    assert.equal((await failuresOf('berta')).map(({ times }) => times).join(), '1,1,2', 'counted once');
  });

  it('Failures do not fill the store: the earliest of too many go, and nothing else does', async () => {
    await note(db, { at: 5, what: 'link-made', account: { login: 'editor' } });
    for (const login of ['c', 'd', 'e'])
      await note(db, { at: 6, what: 'sign-in-failed', account: { login } });
    await pruneSecurityLog(db, 0, 2);
    const left = db.selectFrom('security_log').select(['what', 'login']).where('at', '<=', 6);
    assert.deepEqual(
      (await left.orderBy('id').execute()).map(({ login }) => login),
      ['editor', 'd', 'e'],
    );
  });

  it('The export has all of a long log, which is read in pages', async () => {
    const row = { at: 7, what: 'signed-out', login: 'x', address: '', actor: '{}', details: '{}' };
    const rows = Array.from({ length: 1100 }, (_, count) => ({ ...row, at: 7 + count }));
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('security_log')
        .values(rows.slice(from, from + 500))
        .execute();
    const csv = await (await signedIn(service, 'administrator')).open('/security/?format=csv');
    const times = csv.text.split('\r\n').filter(line => line.includes('signed-out'));
    assert.equal(new Set(times).size, 1100);
    assert.equal(csv.headers.get('content-length'), null);
  });

  it('While too many wait to be checked, signing in is answered with 503 and keeps the login', async t => {
    t.mock.method(FairQueue.prototype, 'run', () => Promise.reject(new Overloaded()));
    const { status, headers, text } = await nobody.send('/sign-in/', { login: 'author', password: 'x' });
    assert.equal(status, 503);
    assert.match(headers.get('retry-after')!, /^\d+$/);
    assert.match(text, /Many people are signing in/);
    assert.match(text, /value="author"/);
    assert.deepEqual(await failuresOf('author'), []);
  });

  it('What is changed while a password is checked counts: the former one opens no session', async t => {
    const { id } = accounts.contributor;
    const [former, other] = [await hashPassword(PASSWORD), await hashPassword('un altre de ben llarg')];
    const { run } = FairQueue.prototype;
    for (const change of [
      () => setPassword(db, id, other),
      () => addSecondFactor(db, id, newKey(), 1),
      () => closeAccount(db, id, 1),
    ]) {
      await setPassword(db, id, former);
      const checked = t.mock.method(
        FairQueue.prototype,
        'run',
        async function (this: FairQueue<string>, key: string, job: () => Promise<unknown>) {
          const done = await run.call(this, key, job);
          if (key === 'all') await change();
          return done;
        },
      );
      const answer = await nobody.send('/sign-in/', { login: 'contributor', password: PASSWORD });
      checked.mock.restore();
      assert.deepEqual([answer.to, answer.headers.get('set-cookie')], ['/admin/sign-in/', null]);
      assert.deepEqual(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute(), []);
      await db.updateTable('users').set({ totp_secret: null }).where('id', '=', id).execute();
    }
  });

  it('Nor does the former one change anything by a form that was sent before', async t => {
    const { id } = accounts.author;
    const [former, other] = [await hashPassword(PASSWORD), await hashPassword('un altre de ben llarg')];
    const { run } = FairQueue.prototype;
    const forms: Record<string, string>[] = [
      { do: 'password', present_password: PASSWORD, password: 'a third long password' },
      { do: 'remove_second_factor', removing_password: PASSWORD },
    ];
    for (const form of forms) {
      const kept = { password_hash: former, totp_secret: newKey() };
      await db.updateTable('users').set(kept).where('id', '=', id).execute();
      const desk = await signedIn(service, 'author');
      const checked = t.mock.method(
        FairQueue.prototype,
        'run',
        async function (this: FairQueue<string>, key: string, job: () => Promise<unknown>) {
          const done = await run.call(this, key, job);
          if (key === 'all') await setPassword(db, id, other);
          return done;
        },
      );
      const { to } = await desk.send('/me/', form);
      checked.mock.restore();
      assert.equal(to?.split('?')[0], '/admin/sign-in/');
      const account = db.selectFrom('users').select(['password_hash', 'totp_secret']).where('id', '=', id);
      assert.deepEqual(await account.executeTakeFirst(), { ...kept, password_hash: other });
    }
  });
});
