import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { roles } from '../src/config/values.ts';
import { epochSeconds } from '../src/lib/time/clock.ts';
import { findLink, makeLink } from '../src/users/secret-links.ts';
import { addPassword, scopes } from '../src/users/store.ts';
import { deskOf, signedIn } from './admin.ts';
import { type Body, eventOf } from './client.ts';
import { startDocumented } from './documented.ts';

const { service, call, undocumented } = await startDocumented();
const { db, accounts, site } = service;
const USERS = `${site}/cal/users/v1`;
const as = accounts.administrator;

type Answered = Omit<Body, 'data'> & {
  readonly login: string;
  readonly role: string;
  readonly state: string;
  readonly second_factor: boolean;
  readonly last_seen_utc: string | null;
  readonly invitation: { readonly link: string; readonly sent: boolean };
  readonly users: readonly Answered[];
  readonly passwords: readonly { readonly id: number; readonly name: string }[];
  readonly total_pages: number;
  readonly data: { readonly params: object };
};

/** Asks for an operation of accounts as an administrator. */
const users = async (line: string, json?: object, by = as) => {
  const [method, path = ''] = line.split(' ');
  const { status, text } = await call(`${method} ${USERS}${path}`, { as: by, ...(json && { json }) });
  return { status, body: JSON.parse(text) as Answered };
};

let count = 0;

/** A new account with an application password, as a program has it. */
async function added(role: (typeof roles)[number], more: object = {}) {
  const login = `person-${++count}`;
  const { status, body } = await users('POST', { login, role, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  const { secret } = await addPassword(db, body.id, 'first', 1);
  return { id: body.id as number, user: login, role, app_password: secret, invitation: body.invitation };
}

const logged = async (user: number) =>
  (await db.selectFrom('security_log').selectAll().where('user_id', '=', user).orderBy('id').execute()).map(
    ({ what, actor, details }) => [what, JSON.parse(actor).login, JSON.parse(details)],
  );

describe('Accounts over HTTP', () => {
  it('Administrators alone reach them, with a credential that is good for all their rights', async () => {
    const { id } = accounts.author;
    const lines = ['GET', 'POST', `GET /${id}`, `PATCH /${id}`, `DELETE /${id}`, `POST /${id}/invitation`];
    lines.push(`DELETE /${id}/sessions`, `GET /${id}/passwords`, `DELETE /${id}/passwords`, 'GET /999999');
    const before = await db.selectFrom('users').selectAll().execute();
    for (const line of lines) {
      const [method, path = ''] = line.split(' ');
      const json = path.endsWith('passwords') ? { password: 1 } : { login: 'nobody', role: 'editor' };
      const anonymous = await call(`${method} ${USERS}${path}`, { json });
      assert.equal(anonymous.status, 401, line + anonymous.text);
      for (const role of roles.filter(role => role !== 'administrator'))
        assert.equal((await users(line, json, accounts[role])).status, 403, `${line} ${role}`);
      for (const scope of scopes.filter(scope => scope !== 'administer')) {
        const { secret } = await addPassword(db, as.id, scope, 1, { scope, expires_at: null });
        const { status } = await users(line, json, { ...as, app_password: secret });
        assert.equal(status, 403, `${line} ${scope}`);
      }
    }
    assert.deepEqual(await db.selectFrom('users').selectAll().execute(), before);
    // A session of /admin counts nowhere else.
    const { token } = await signedIn(service, 'administrator');
    assert.equal((await fetch(USERS, { headers: { cookie: `__Host-almanac=${token}` } })).status, 401);
  });

  it('An invitation adds an account, whose link lets it choose a password once', async () => {
    const sent = { login: 'marta', role: 'author', name: 'Marta Puig', email: 'marta@example.org' };
    const { status, body } = await users('POST', sent);
    assert.equal(status, 201);
    const { invitation, ...user } = body;
    assert.deepEqual(
      [user.login, user.role, user.name, user.email, user.state, user.second_factor, user.last_seen_utc],
      ['marta', 'author', 'Marta Puig', 'marta@example.org', 'invited', false, null],
    );
    assert.equal(invitation.sent, false);
    const read = (await users(`GET /${user.id}`)).body;
    assert.deepEqual(read, user, 'the link is shown once');
    const path = invitation.link.slice(`${site}/admin`.length);
    const nobody = deskOf(site, '');
    const password = { password: 'a long walk to Vic' };
    assert.equal((await nobody.send(path, password)).status, 303);
    assert.equal((await nobody.send(path, password)).status, 410);
    const after = (await users(`GET /${user.id}`)).body;
    assert.equal(after.state, 'active');
    assert.ok(after.last_seen_utc !== null);
    assert.deepEqual(await logged(user.id).then(all => all.slice(0, 2)), [
      ['account-added', 'administrator', { role: 'author' }],
      ['link-made', 'administrator', {}],
    ]);
    for (const [wrong, name] of [
      [{ ...sent, email: '' }, 'login'],
      [{ ...sent, login: 'other', email: 'MARTA@example.org' }, 'email'],
      [{ ...sent, login: 'a b', email: '' }, 'login'],
      [{ ...sent, login: 'other', email: 'a@b\nBcc: c@d.example' }, 'email'],
      [{ ...sent, login: 'other', email: '', name: 'a\nb' }, 'name'],
      [{ ...sent, login: 'other', email: '', role: 'king' }, 'role'],
      [{ ...sent, login: 'other', email: '', only_venues: [999_999] }, 'only_venues'],
    ] as const) {
      const { status, body } = await users('POST', wrong);
      assert.deepEqual([status, Object.keys(body.data.params)], [400, [name]], JSON.stringify(body));
    }
    assert.deepEqual((await users('POST', {})).body.data.params, ['login', 'role']);
  });

  it('The list has every account once, by name, and neither hashes nor secrets', async () => {
    await added('author', { name: 'Zoe' });
    const all: Answered[] = [];
    for (let page = 1; ; page++) {
      const { body } = await users(`GET ?per_page=3&page=${page}`);
      all.push(...body.users);
      if (page === body.total_pages) break;
    }
    const listed = db.selectFrom('users').select('id').where('removed_at', 'is', null);
    assert.deepEqual(
      all.map(({ id }) => id).sort((one, other) => one - other),
      (await listed.orderBy('id').execute()).map(({ id }) => id),
    );
    const names = all.map(({ name, login }) => (name || login).toLowerCase());
    assert.deepEqual(names, names.toSorted());
    assert.doesNotMatch(JSON.stringify(all), /hash|totp|secret|\$argon2|recovery/);
    assert.equal((await users('GET ?page=999')).body.code, 'user-archive-page-not-found');
  });

  it('A change of rights ends the sessions of an account at once, and its programs have the new rights', async () => {
    const { id, ...person } = await added('editor');
    const program = { id, ...person };
    const desk = deskOf(
      site,
      (await signedIn({ ...service, accounts: { ...accounts, editor: program } }, 'editor')).token,
    );
    assert.equal((await desk.open('/events/')).status, 200);
    assert.equal((await users(`PATCH /${id}`, { name: '\u202ePere\u2066' })).body.name, 'Pere');
    assert.equal((await desk.open('/events/')).status, 200, 'a name is no right');
    assert.equal((await users(`PATCH /${id}`, { role: 'contributor' })).body.role, 'contributor');
    assert.equal((await desk.open('/events/')).status, 303);
    const made = await call('POST /events', { as: program, json: eventOf('Mine', { status: 'publish' }) });
    assert.equal(made.body.status, 'pending');
    await users(`PATCH /${id}`, { role: 'editor' });
    assert.equal((await desk.open('/events/')).status, 303, 'a session does not come back with the role');
    const { token } = await signedIn({ ...service, accounts: { ...accounts, editor: program } }, 'editor');
    assert.equal((await deskOf(site, token).open('/events/')).status, 200);
    await users(`DELETE /${id}/sessions`);
    assert.equal((await deskOf(site, token).open('/events/')).status, 303);
    assert.deepEqual(
      (await logged(id)).slice(2).map(([what, by, details]) => [what, by, details.to ?? '']),
      [
        ['account-changed', 'administrator', 'Pere'],
        ['role-changed', 'administrator', 'contributor'],
        ['role-changed', 'administrator', 'editor'],
        ['sessions-ended', 'administrator', ''],
      ],
    );
  });

  it('The whole account, as it was read, may be sent back', async () => {
    const { id } = await added('author', { email: 'back@example.org' });
    const read = (await users(`GET /${id}`)).body;
    const { status, body } = await users(`PUT /${id}`, { ...read, name: 'New' });
    assert.deepEqual([status, body], [200, { ...read, name: 'New' }]);
  });

  it('Application passwords are listed without secrets, and revoked', async () => {
    const { id, user, app_password } = await added('author');
    const { body } = await users(`GET /${id}/passwords`);
    const password = body.passwords[0]!;
    assert.equal(password.name, 'first');
    assert.ok(!JSON.stringify(body).includes(app_password) && !('hash' in password));
    assert.equal(
      (await users(`DELETE /${accounts.editor.id}/passwords`, { password: password.id })).status,
      404,
    );
    assert.deepEqual((await users(`DELETE /${id}/passwords`, { password: password.id })).body.passwords, []);
    const program = { ...accounts.author, user, app_password };
    assert.equal((await users('GET /me', undefined, program)).status, 401);
  });

  it('Nobody removes or demotes the own account, nor the last administrator', async () => {
    const codeOf = async (line: string, json?: object, by = as) => (await users(line, json, by)).body.code;
    assert.equal(await codeOf(`DELETE /${as.id}`), 'last_administrator');
    assert.equal(await codeOf(`PATCH /${as.id}`, { role: 'editor' }), 'last_administrator');
    const other = await added('administrator');
    assert.equal(await codeOf(`DELETE /${as.id}`), 'own_account');
    assert.equal(await codeOf(`PATCH /${as.id}`, { role: 'editor' }), 'own_account');
    const both = await Promise.all([
      users(`PATCH /${other.id}`, { role: 'editor' }),
      users(`PATCH /${as.id}`, { role: 'editor' }, { ...as, ...other }),
    ]);
    const left = await db.selectFrom('users').select('id').where('role', '=', 'administrator').execute();
    assert.deepEqual([left.length, both.filter(({ status }) => status === 200).length], [1, 1]);
    await db.updateTable('users').set({ role: 'administrator' }).where('id', '=', as.id).execute();
    await db.updateTable('users').set({ role: 'editor' }).where('id', '=', other.id).execute();
  });

  it('The records of a removed account get another author, or stay without a person', async () => {
    const [one, two] = [
      await added('author', { name: 'One', email: 'one@example.org' }),
      await added('author'),
    ];
    const eventOfEach = [];
    for (const person of [one, two]) {
      const program = { ...accounts.author, ...person };
      const made = await call('POST /events', { as: program, json: eventOf('Kept', { status: 'publish' }) });
      eventOfEach.push(made.body.id);
    }
    const refused = await users(`DELETE /${one.id}`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'account_has_records']);
    for (const heir of [one.id, 999_999])
      assert.equal((await users(`DELETE /${one.id}`, { heir })).status, 400);
    assert.equal((await users(`DELETE /${one.id}`, { heir: two.id })).status, 200);
    const authorOf = async (id: number) => (await call(`GET /events/${id}`)).body.author;
    assert.equal(await authorOf(eventOfEach[0]!), String(two.id));
    assert.equal((await users(`DELETE /${two.id}`, { keep_records: true })).status, 200);
    assert.equal(await authorOf(eventOfEach[0]!), String(two.id));
    for (const { id, user, app_password } of [one, two]) {
      assert.equal((await users(`GET /${id}`)).status, 404);
      assert.equal((await users(`PATCH /${id}`, { name: 'x' })).status, 404);
      const program = { ...accounts.author, user, app_password };
      assert.equal((await users('GET /me', undefined, program)).status, 401);
    }
    const row = await db.selectFrom('users').selectAll().where('id', '=', two.id).executeTakeFirstOrThrow();
    assert.doesNotMatch(JSON.stringify(row), /person-|example/, 'nothing of the person is left');
    // What a request that was under way has left opens nothing.
    const [{ secret: app_password }, { secret }] = [
      await addPassword(db, two.id, 'late', 1),
      await makeLink(db, two.id, 'reset', epochSeconds()),
    ];
    const late = { ...accounts.author, user: row.login, app_password };
    assert.equal((await users('GET /me', undefined, late)).status, 401);
    assert.equal(await findLink(db, secret, epochSeconds()), undefined);
    const { text } = await call(`GET ${site}/cal/history/v1/events/${eventOfEach[0]}`, { as });
    assert.ok(JSON.parse(text).versions[0].changed.includes('author'));
    // Its login and address are free again.
    assert.equal(
      (await users('POST', { login: one.user, role: 'author', email: 'one@example.org' })).status,
      201,
    );
  });

  it('Every answer is as the document says', () => assert.deepEqual(undocumented, []));
});
