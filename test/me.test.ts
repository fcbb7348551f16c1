import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { roles } from '../src/config/values.ts';
import { addPassword, scopes } from '../src/users/store.ts';
import type { Account } from './account.ts';
import { eventOf } from './client.ts';
import { startDocumented } from './documented.ts';

const { service, call, undocumented } = await startDocumented();
const ME = `${service.site}/cal/users/v1/me`;

interface Me {
  id: number;
  login: string;
  role: string;
  credential: { id: number; name: string; scope: string; expires_utc: string | null };
  rights: Record<string, boolean>;
}

const read = async (as: Account) => {
  const { status, text, headers } = await call(`GET ${ME}`, { as });
  assert.equal(status, 200, text);
  assert.match(headers.get('cache-control')!, /no-store, private/);
  return JSON.parse(text) as Me;
};

/** A password of an account, with this scope. */
async function within(account: Account, scope: (typeof scopes)[number]): Promise<Account> {
  const { secret } = await addPassword(service.db, account.id, scope, 1, {
    scope,
    expires_at: 4_000_000_000,
  });
  return { ...account, app_password: secret };
}

describe('Who am I', () => {
  for (const role of roles)
    for (const scope of scopes)
      it(`The answer tells an account and its rights, as requests have them: ${role}, ${scope}`, async () => {
        const account = await within(service.accounts[role], scope);
        const { id, login, role: told, credential, rights } = await read(account);
        assert.deepEqual([id, login, told], [account.id, account.user, role]);
        assert.deepEqual(
          [credential.name, credential.scope, credential.expires_utc],
          [scope, scope, '2096-10-02 07:06:40'],
        );
        const other = (
          await call('POST /events', { as: service.accounts.editor, json: eventOf('Of others') })
        ).body;
        const may = async (line: string, json: object) => {
          const { status, body } = await call(line, { as: account, json });
          assert.ok(status < 300 || status === 401 || status === 403, JSON.stringify(body));
          return status < 300 ? body : undefined;
        };
        const made = await may('POST /events', eventOf('Mine', { status: 'publish' }));
        const name = `${role} ${scope}`;
        assert.deepEqual(rights, {
          create_records: made !== undefined,
          publish_records: made?.status === 'publish',
          edit_others: (await may(`PATCH /events/${other.id}`, { cost: role + scope })) !== undefined,
          add_images: rights.create_records,
          create_categories: (await may('POST /categories', { name })) !== undefined,
          create_tags: (await may('POST /tags', { name })) !== undefined,
        });
      });

  it('Nobody is told without signing in, and a wrong or revoked password is refused', async () => {
    assert.equal((await call(`GET ${ME}`)).status, 401);
    const wrong = { ...service.accounts.editor, app_password: 'wrong' };
    assert.equal((await call(`GET ${ME}`, { as: wrong })).body.code, 'incorrect_password');
    const unknown = { ...wrong, user: 'nobody' };
    assert.equal((await call(`GET ${ME}`, { as: unknown })).body.code, 'invalid_username');
  });

  it('A program that has the password alone finds its login, in any language', async () => {
    const { user, app_password } = service.accounts.author;
    const headers = { authorization: `Bearer ${app_password}` };
    const { status, text } = await call(`GET ${service.site}/fr/cal/users/v1/me`, { headers });
    assert.deepEqual([status, JSON.parse(text).login], [200, user]);
  });

  it('An account chooses its own mails, with a credential that writes, and nothing else of itself', async () => {
    const { db, accounts } = service;
    const writer = await within(accounts.contributor, 'write');
    const wanted = { proposal_mail: 'at_once', decision_mail: 'never' };
    const mailsOf = async (as: Account) => {
      const { proposal_mail, decision_mail } = JSON.parse((await call(`GET ${ME}`, { as })).text);
      return { proposal_mail, decision_mail };
    };
    assert.deepEqual(await mailsOf(writer), { proposal_mail: 'daily', decision_mail: 'at_once' });
    const { status, text } = await call(`PATCH ${ME}`, {
      as: writer,
      json: { ...wanted, role: 'editor', id: 1 },
    });
    const { decision_mail, role } = JSON.parse(text);
    assert.deepEqual([status, decision_mail, role], [200, 'never', 'contributor']);
    assert.deepEqual(await mailsOf(writer), wanted);
    assert.equal(
      (await db.selectFrom('users').selectAll().where('decision_mail', '=', 'never').execute()).length,
      1,
    );
    const back = (await call(`GET ${ME}`, { as: writer })).body;
    assert.equal(
      (await call(`PATCH ${ME}`, { as: writer, json: { ...back, proposal_mail: 'never' } })).status,
      200,
    );
    const wrong = await call(`PATCH ${ME}`, { as: writer, json: { decision_mail: 'daily' } });
    assert.deepEqual([wrong.status, Object.keys(wrong.body.data.params)], [400, ['decision_mail']]);
    const reader = await within(accounts.contributor, 'read');
    const refused = await call(`PATCH ${ME}`, { as: reader, json: wanted });
    assert.deepEqual([refused.status, (await call(`PATCH ${ME}`, { json: wanted })).status], [403, 401]);
    assert.deepEqual(await mailsOf(writer), { ...wanted, proposal_mail: 'never' });
  });

  it('The namespace has a document, which the catalogue of interfaces names', async () => {
    const { text } = await call(`GET ${service.site}/.well-known/api-catalog`);
    assert.ok(text.includes('/cal/users/v1/doc'));
    assert.ok(!(await call('GET /')).text.includes('/cal/users'));
    assert.deepEqual(undocumented, []);
  });
});
