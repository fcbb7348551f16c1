import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { namesOfPeople } from '../src/users/store.ts';
import { signedIn } from './admin.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { site, db, accounts } = service;

/** What a program with an application password is. */
const asProgram = async (secret: string) => {
  const response = await fetch(`${site}/cal/users/v1/me`, { headers: { authorization: `Bearer ${secret}` } });
  return { status: response.status, body: (await response.json()) as { login?: string; code?: string } };
};

const madeIn = (text: string) => /<code class="secret">(\w{24})<\/code>/.exec(text)?.[1];

describe('Application passwords at the page of an account', () => {
  it('One is made and shown once, works at once as its scope and end say, and ends when it is revoked', async () => {
    const desk = await signedIn(service, 'author');
    const nameless = await desk.send('/me/', { do: 'make_password', app_name: ' ' });
    assert.deepEqual([nameless.status, madeIn(nameless.text)], [422, undefined]);
    assert.match(nameless.text, /id="app_name-error"/);
    const made = await desk.send('/me/', {
      ...{ do: 'make_password', app_name: 'The <site>', scope: 'read', days: '30' },
    });
    const secret = madeIn(made.text)!;
    assert.equal((await asProgram(secret)).body.login, 'author');
    const { text } = await desk.open('/me/');
    assert.ok(text.includes('The &lt;site&gt;') && !text.includes(secret));
    const kept = await db
      .selectFrom('app_passwords')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [kept.scope, kept.expires_at! - kept.created_at, kept.user_id],
      ['read', 30 * 86_400, accounts.author.id],
    );
    const revoke = { do: 'revoke_password', password_id: String(kept.id) };
    await (await signedIn(service, 'editor')).send('/me/', revoke);
    assert.equal((await asProgram(secret)).status, 200, 'nobody revokes that of another account');
    assert.equal((await desk.send('/me/', revoke)).status, 303);
    assert.equal((await asProgram(secret)).status, 401);
    const log = db.selectFrom('security_log').select(['what', 'login', 'details']);
    assert.deepEqual(
      (await log.orderBy('id').execute()).map(({ what, login, details }) => [
        what,
        login,
        JSON.parse(details),
      ]),
      ['password-added', 'password-revoked'].map(what => [what, 'author', { password: kept.id }]),
    );
  });

  it('A session that was left open makes none', async () => {
    const desk = await signedIn(service, 'subscriber');
    const own = db.updateTable('sessions').where('user_id', '=', accounts.subscriber.id);
    await own.set({ created_at: 1 }).execute();
    const made = await desk.send('/me/', { do: 'make_password', app_name: 'x' });
    assert.match(made.to!, /again=1/);
    assert.doesNotMatch((await desk.open('/me/')).text, /value="make_password"/);
  });

  it('Nobody makes one that may do more than the choice says', async () => {
    const desk = await signedIn(service, 'editor');
    for (const [scope, kept] of [
      ['administer', 'read'],
      ['everything', 'read'],
      ['write', 'write'],
    ] as const) {
      await desk.send('/me/', { do: 'make_password', app_name: scope, scope, days: '-1' });
      const last = db.selectFrom('app_passwords').select(['scope', 'expires_at']).where('name', '=', scope);
      const made = await last.executeTakeFirstOrThrow();
      assert.equal(made.scope, kept);
      assert.ok(made.expires_at !== null);
    }
    assert.match((await (await signedIn(service, 'administrator')).open('/me/')).text, /value="administer"/);
  });
});

describe('The name of an account', () => {
  it('Whoever changes their own is in the log of security, once', async () => {
    const desk = await signedIn(service, 'contributor');
    for (const name of ['The Mayor', ' The  Mayor ', '\u202eThe\u2066 Mayor\u202c'])
      assert.equal((await desk.send('/me/', { do: 'person', name, language: '' })).status, 303);
    const rows = await db
      .selectFrom('security_log')
      .select(['login', 'details'])
      .where('what', '=', 'account-changed')
      .execute();
    assert.deepEqual(rows, [{ login: 'contributor', details: '{"from":"","to":"The Mayor"}' }]);
  });

  it('Whoever takes the name of somebody else, or one that looks the same, is told apart by the login', async () => {
    const [author, editor] = [accounts.author, accounts.editor].map(({ id, user }) => ({ id, login: user }));
    const named = async (one: string, other: string) => {
      for (const [{ id }, name] of [[author!, one] as const, [editor!, other] as const])
        await db.updateTable('users').set({ name }).where('id', '=', id).execute();
      return (await namesOfPeople(db))(author!);
    };
    assert.equal(await named('Pau', 'Maria'), 'Pau');
    for (const [one, other] of [
      ['Maria', 'Maria'],
      ['Maria\u200b', 'Maria'],
      ['ＭARIA', 'Maria'],
      ['editor', ''],
    ])
      assert.equal(await named(one!, other!), `${one} (author)`);
  });
});
